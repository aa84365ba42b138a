"""Answers with 50 digits, by a recursion that shares nothing with the library but the model's numbers.

textbook        the recursion, in mpmath
robots          200 robots, hard ones among them, and five states of each
golden          what the textbook says of them, kept in golden.npz
formulations    the library's own formulations on 50 digits, for the textbook to be checked against
figures         errors of ours, Pinocchio's and MuJoCo's, for the docs

`python -m tests.oracle` (make oracle) computes the golden file anew, in some minutes.
"""

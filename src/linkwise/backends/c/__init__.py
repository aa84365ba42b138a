"""Programs as C99 for any machine: one file and its header, which need nothing but libm and can test themselves.

backend          compiles and runs such files on this machine
source           writes the file and its header
plan, parts      names, places of values, and which step is done when
steps, entries   the functions that do the steps; the functions that callers see
spelling, literals
                 how C writes operations and numbers
identifiers, reserved, wrap
                 names that are legal everywhere; long lines
selftest, known_answers
                 a main function that compares with the interpreter
float_errors     how far floats are off within the ranges of the inputs
"""

"""CasADi: a program as a function of CasADi's symbols.

backend, module    found by its folder; runs programs by CasADi's virtual machine, to compare them with the interpreter
functions          programs as functions, with the sparsity of their answers
operations         the steps of a program as expressions
"""

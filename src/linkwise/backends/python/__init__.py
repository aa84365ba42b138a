"""Programs as Python: one function of floats that needs nothing but `math`.

source     writes the function
backend    runs it
"""

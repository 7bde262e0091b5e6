"""Nodes that kernels of their own compute, which are written by hand and know the sizes of a run.

What loops say is a nest; these are the rest: parts of arrays, writes, windows, segments, random bits.
"""

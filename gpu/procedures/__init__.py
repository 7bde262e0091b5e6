"""Nodes that kernels of their own compute, which are written by hand and know the sizes of a run.

What loops say is a nest. These are parts of arrays, writes, windows, segments and random bits.
"""

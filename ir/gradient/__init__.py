"""Gradients of graphs: from a graph to one that computes its derivatives too."""

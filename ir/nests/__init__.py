"""Loop nests: what backends print for nodes that compute arrays element by element.

`lower` makes statements of a node, `fuse` puts statements into each other's loops, `contract` keeps
what one trip alone needs in scalars and rows. A nest is an attribute of a node like any other.
"""

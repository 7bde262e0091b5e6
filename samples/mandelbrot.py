"""How fast points of the plane escape under z * z + c.

Look at: `by_pixel` is three nested loops, the inner one with two ways out; `by_mask` is one loop of
whole arrays that ends when every point is out.
"""

import numpy as np

import dslc
from dslc import Tensor, f64, graph

h, w = dslc.dims("h w")


@graph
def by_pixel(
    height: int = 24, width: int = 32, left: float = -2.0, top: float = -1.2, limit: int = 50
):
    """Steps until each point is farther than 2 from the origin, at most `limit`."""
    step_x, step_y = 3.0 / width, 2.4 / height
    steps = np.zeros((height, width), np.int32)
    for row in range(height):
        for column in range(width):
            re, im = left + column * step_x, top + row * step_y
            x = y = 0.0
            count = 0
            while count < limit and x * x + y * y <= 4.0:
                x, y = x * x - y * y + re, 2.0 * x * y + im
                count += 1
            steps[row, column] = count
    return steps


@graph
def by_mask(re: Tensor[f64, w], im: Tensor[f64, h], limit: int = 50):
    """The same for a grid of points, all of them at once."""
    c_re, c_im = np.meshgrid(re, im)
    x, y = np.zeros_like(c_re), np.zeros_like(c_im)
    steps = np.zeros(c_re.shape, np.int32)
    for _ in range(limit):
        inside = x * x + y * y <= 4.0
        if not np.any(inside):
            break
        steps[inside] += 1
        x, y = (
            np.where(inside, x * x - y * y + c_re, x),
            np.where(inside, 2.0 * x * y + c_im, y),
        )
    return steps

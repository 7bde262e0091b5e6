# Steps of whole arrays, each element on its own: one is done when its mask is false.
import dslc
from dslc import Tensor, f64, i32

h, w = dslc.dims("h w")


@dslc.builder("case.py")
def steps(g, re: Tensor[f64, w], im: Tensor[f64, h], limit: int):
    c_re, c_im = g.meshgrid(re, im)
    zero = g.zeros_like(c_re)
    count = g.zeros((im.shape[0], re.shape[0]), i32)

    def loop1_body(_, x, y, count):
        square = g.multiply(x, x)
        square_2 = g.multiply(y, y)
        far = g.add(square, square_2)
        inside = g.less_equal(far, 4.0)
        some = g.any(inside)
        none = g.not_(some)

        def if1_then(x, y, count):
            return x, y, count, g.BREAK

        def if1_else(x, y, count):
            one_more = g.add(count, 1)
            count = g.copyto(count, one_more, where=inside)
            difference = g.subtract(square, square_2)
            re = g.add(difference, c_re)
            x_where = g.where(inside, re, x)
            double = g.multiply(2.0, x)
            product = g.multiply(double, y)
            im = g.add(product, c_im)
            y_where = g.where(inside, im, y)
            return x_where, y_where, count, g.RUN

        x, y, count, exit = g.if_(none, if1_then, if1_else, (x, y, count))
        return x, y, count, exit

    x, y, count, exit = g.for_(g.range(limit), loop1_body, (zero, zero, count), exits=True)
    return count
# --- nests
# (re: f64[w], im: f64[h]) -> (count: i32[h, w])
# for i0 < h:
#     for i1 < w:
#         zero = f64(0.0)
#         count_2 = i32(0)
#         re_2 = re[i1]
#         im_2 = im[i0]
#         for i2 < limit:
#             carry x from zero
#             carry y from zero
#             carry count_3 from count_2
#             square = multiply(x, x)
#             square_2 = multiply(y, y)
#             far = add(square, square_2)
#             inside = less_equal(far, 4.0)
#             while inside
#             one_more = add(count_3, 1)
#             count_4 = where(inside, one_more, count_3)
#             difference = subtract(square, square_2)
#             re_3 = add(difference, re_2)
#             x_where = where(inside, re_3, x)
#             double = multiply(2.0, x)
#             product = multiply(double, y)
#             im_3 = add(product, im_2)
#             y_where = where(inside, im_3, y)
#             next x = x_where
#             next y = y_where
#             next count_3 = count_4
#         count[i0, i1] = count_3

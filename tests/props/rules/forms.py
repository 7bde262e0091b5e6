"""Shapes of operands, and attributes, with which rules are drawn.

A rule without attributes is drawn with the shapes of `SHAPES`, one with attributes with its row of
`FORMS`: shapes of its operands, None for one that is a single number, and the attributes. An
operand that stands for several has a list of shapes, or of the numbers of an index.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

Form: TypeAlias = tuple[tuple[Any, ...], dict[str, Any]]

SHAPES: dict[int, list[tuple[Any, ...]]] = {
    1: [((3, 4),), ((5,),), ((0, 2),), ((1,),), ((2, 1, 3),), ((),), (None,)],
    2: [((3, 4), (3, 4)), ((5,), (5,)), ((2, 1), (3,)), ((4,), None), (None, (4,)), (None, None),
        ((0,), (0,)), ((), ()), ((3,), ())],
    3: [((3,), (3,), (3,)), ((2, 1), (3,), (3,)), ((4,), (4,), None), ((0,), (0,), (0,)),
        ((2,), None, None), (None, None, None)],
    4: [((3,), (3,), (3,), (3,)), ((4,), (4,), None, (4,)), ((0,), (0,), (0,), (0,))],
}  # fmt: skip
"""By the number of operands."""

F32, F64, I8, I32, I64, BOOL = (np.dtype(n) for n in ("f4", "f8", "i1", "i4", "i8", "?"))
F16, U8, U16 = (np.dtype(n) for n in ("f2", "u1", "u2"))


def _filled(**views: list[tuple[Any, Any]]) -> dict[str, list[Form]]:
    """Rules of a view of zeros, ones and arrays of a number."""
    found: dict[str, list[Form]] = {}
    for view, cases in views.items():
        for kind in ("zeros", "ones", "full"):
            operands = (None,) if kind == "full" else ()
            found[f"{view}_of_{kind}"] = [
                (operands, {"shape": shape, "dtype": dtype, "given": given})
                for shape, given in cases
                for dtype in (F64, I8, BOOL)
            ]
    return found


def _reductions() -> dict[str, list[Form]]:
    """Rules of reductions."""
    found: dict[str, list[Form]] = {}
    for name in ("sum", "prod", "max", "min", "any", "all"):
        found[f"{name}_of_{name}"] = [
            (((2, 3, 4),), {"inner": (1,), "outer": (0,)}),
            (((2, 3, 4),), {"inner": (0,), "outer": (1,)}),
            (((2, 3, 4),), {"inner": (0, 2), "outer": ()}),
        ]
        found[f"{name}_of_transpose"] = [
            (((2, 3, 4),), {"axes": (2, 0, 1), "axis": (0, 1, 2)}),
            (((2, 3, 4),), {"axes": (2, 0, 1), "axis": (0,)}),
            (((2, 3),), {"axes": (1, 0), "axis": (1,)}),
        ]
        found[f"{name}_of_flip"] = [
            (((3, 4),), {"flipped": 0, "axis": (0,), "keepdims": False}),
            (((3, 4),), {"flipped": None, "axis": (0, 1), "keepdims": True}),
            (((3, 4),), {"flipped": 1, "axis": (0,), "keepdims": True}),
        ]
        found[f"{name}_of_reshape"] = [
            (((3, 4),), {"shape": (12,), "axis": (0,)}),
            (((3, 4),), {"shape": (2, -1), "axis": (0, 1)}),
        ]
        found[f"{name}_over_one"] = [
            (((3, 1),), {"axis": (1,), "keepdims": False}),
            (((1, 3, 1),), {"axis": (0, 2), "keepdims": True}),
            (((3, 4),), {"axis": (), "keepdims": False}),
            (((0, 1),), {"axis": (1,), "keepdims": False}),
        ]
        found[f"{name}_of_broadcast"] = [
            (((4,),), {"shape": (3, 4), "axis": (0,)}),
            (((4,),), {"shape": (3, 2, 4), "axis": (1,)}),
            (((1, 4),), {"shape": (3, 2, 4), "axis": (0,)}),
            (((4,),), {"shape": (0, 4), "axis": (0,)}),
        ]
    del found["sum_of_broadcast"], found["prod_of_broadcast"]
    for name in ("argmax", "argmin"):
        found[f"{name}_of_negative"] = [
            (((3, 4),), {"axis": 1, "keepdims": False}),
            (((6,),), {"axis": 0, "keepdims": True}),
        ]
    return found


def _parts() -> dict[str, list[Form]]:
    """Parts of arrays full of a number."""
    keys: list[tuple[list[int], str]] = [
        ([2], ":_"),
        ([1, 9, 0], "_:_, _"),
        ([-1, 0, -2], "_:_:_, None"),
        ([3], "..., _:"),
        ([1, 2], "_, _"),
        ([-1, -4], "_, _"),
        ([0, 2, 1], "[_, _, _]"),
        ([2, 0], ":, [_, _]"),
        ([3], "_"),
    ]
    given = [(numbers, {"shape": (3, 4), "dtype": F32, "key": key}) for numbers, key in keys]
    found: dict[str, list[Form]] = {
        f"part_of_{name}": [((numbers,), each) for numbers, each in given]
        for name in ("zeros", "ones")
    }
    found["part_of_full"] = [
        ((None, numbers), {**each, "dtype": dtype})
        for numbers, each in given
        for dtype in (F64, None)
    ]
    return found


_CASTS: list[Form] = [
    ((shape,), {"wide": wide, "narrow": narrow})
    for shape in ((4,), None)
    for wide in (F64, I64, F32)
    for narrow in (F64, F32, F16, I8, I32, U16, BOOL)
]
_TRUTHS: list[Form] = [(((3, 4),), {"dtype": dtype}) for dtype in (I64, F32)]
_LIKE: list[Form] = [(((3, 0),), {"dtype": None}), (((2, 3),), {"dtype": I64})]
_ROWS: list[Form] = [(((5, 1),), {"axis": 1}), (((3, 4),), {"axis": 0})]

FORMS: dict[str, list[Form]] = {
    **_filled(
        reshape=[((3, 4), (2, 6)), ((0, 2), (0,))],
        broadcast=[((4,), (3, 4)), ((1, 2), (0, 2))],
        transpose=[((2, 3, 4), (2, 0, 1))],
        squeeze=[((2, 1, 3), (1,))],
        expand_dims=[((2, 3), (1,)), ((), (0,))],
    ),
    **_reductions(),
    **_parts(),
    "cast_of_zeros": [((), {"shape": (3,), "dtype": F64, "target": I8})],
    "cast_of_ones": [((), {"shape": (3,), "dtype": BOOL, "target": F32})],
    "zeros_like_is_zeros": _LIKE,
    "ones_like_is_ones": _LIKE,
    "full_like_is_full": [((*shapes, None), given) for shapes, given in _LIKE],
    "cast_to_own_dtype": [
        ((shape,), {"dtype": d}) for shape in ((3,), None) for d in (F32, I64, BOOL, float, int)
    ],
    "cast_of_wider": _CASTS,
    "cast_there_and_back": _CASTS,
    **dict.fromkeys(
        ("cast_truth_is_not_zero", "cast_truth_is_zero", "cast_truth_is_positive"), _TRUTHS
    ),
    "not_of_cast_truth": _TRUTHS,
    "slice_of_everything": [(((3, 4), []), {"key": ":, :"}), (((3, 4), []), {"key": ":"})],
    "slice_to_own_size": [
        (((3, 4), [3]), {"key": ":_"}),
        (((3, 4), [0, 9, 4]), {"key": "_:_, :_"}),
        (((3, 4), [2]), {"key": ":_"}),
    ],
    "part_of_part": [
        (((9, 4), [1, 8], [2]), {"inner": "_:_", "outer": "_:"}),
        (((9, 4), [2], [1, 3]), {"inner": "_:", "outer": ":, _:_"}),
        (((9, 4), [2], [1]), {"inner": "_", "outer": "_"}),
        (((9, 4), [1, 3], [1]), {"inner": "_:_", "outer": "_"}),
        (((9, 4), [7, 3], [1]), {"inner": "_:_", "outer": ":_"}),
        (((9, 4), [-3], [1]), {"inner": "_:", "outer": ":_"}),
        (((9, 4), [3, 20], [50]), {"inner": "_:_", "outer": ":_"}),
        (((2, 3, 4), [1], [1, 2]), {"inner": ":, _", "outer": ":_, _:"}),
    ],
    "part_of_repeated": [
        (((4,), [2]), {"shape": (3, 4), "key": "_"}),
        (((4,), [1, 0, 2]), {"shape": (2, 3, 4), "key": "_, _, :_"}),
        (((3, 4), [-1, 2]), {"shape": (2, 3, 4), "key": "_, _"}),
        (((1, 4), [1, 0]), {"shape": (2, 3, 4), "key": "_, _"}),
        (((4,), [3]), {"shape": (3, 4), "key": "_"}),
        (((), [1]), {"shape": (3,), "key": "_"}),
    ],
    "part_of_arange": [
        (([*numbers],), {"start": start, "stop": stop, "step": step, "dtype": dtype, "key": key})
        for start, stop, step, dtype in (
            (0, 9, 1, I64), (3, 20, 4, I64), (9, -3, -2, I64), (5, 5, 1, I64), (0, 9, 1, I32),
            (0.0, 3.0, 0.1, F64),
        )
        for numbers, key in (
            ([2], "_"), ([1, 4], "_:_"), ([3], ":_"), ([2], "_:"), ([99], ":_"), ([99], "_:"),
            ([4, 1], "_:_"), ([-1], "_"), ([2], "::_"),
        )
    ],
    "concatenate_one": [(((3, 4),), {"axis": 1}), (((0,),), {"axis": 0})],
    "stack_one": [(((3, 4),), {"axis": 1}), (((2,),), {"axis": -1}), (((),), {"axis": 0})],
    "concatenate_at_once": [
        (([(2, 3), (1, 3)], (4, 3)), {"axis": 0}),
        (([(2, 3)], (2, 1)), {"axis": 1}),
    ],
    "concatenate_behind": [(((4, 3), [(2, 3), (1, 3)]), {"axis": 0})],
    "concatenate_neighbours": [
        (((9, 4), [2], [2, 5]), {"one": ":_", "other": "_:_", "axis": 0}),
        (((9, 4), [1, 3], [3, 99]), {"one": ":, _:_", "other": ":, _:_", "axis": 1}),
        (((9, 4), [1, 30], [30, 2]), {"one": "_:_", "other": "_:_", "axis": 0}),
        (((9, 4), [2], [3, 5]), {"one": ":_", "other": "_:_", "axis": 0}),
        (((9, 4), [5, 2], [2, 7]), {"one": "_:_", "other": "_:_", "axis": 0}),
        (((9, 4), [2, 5], [5, 3]), {"one": "_:_", "other": "_:_", "axis": 0}),
    ],
    "slice_of_concatenate": [
        (([(2, 3), (4, 3)], [2]), {"axis": 0, "key": ":_"}),
        (([(2, 3), (4, 3)], [3, 5]), {"axis": 0, "key": "_:_"}),
        (([(2, 3), (4, 3)], [2]), {"axis": 0, "key": "_:"}),
        (([(2, 3), (2, 1)], [1, 3]), {"axis": 1, "key": ":_, :_"}),
        (([(2, 3), (4, 3)], [1, 5]), {"axis": 0, "key": "_:_"}),
        (([(2, 3), (4, 3)], [1]), {"axis": 0, "key": ":, _:"}),
    ],
    "flip_of_flip": [(((3, 4),), {"axis": 1}), (((3, 4),), {"axis": None})],
    "tile_once": [(((3, 4),), {"reps": (1, 1)}), (((3,),), {"reps": 1}), (((3,),), {"reps": (1,)})],
    "repeat_once": [(((3, 4),), {"axis": 1}), (((3,),), {"axis": None})],
    "pad_by_nothing": [
        (((3, 4),), {"width": 0, "mode": "constant", "fill": 0}),
        (((3, 4),), {"width": ((0, 0), (0, 0)), "mode": "edge", "fill": 0}),
    ],
    "tril_of_tril": [(((4, 5),), {"k": 1}), (((2, 3, 3),), {"k": -1})],
    "triu_of_triu": [(((4, 5),), {"k": 1}), (((2, 3, 3),), {"k": -1})],
    "sort_of_sort": [(((9,),), {"axis": -1, "kind": None, "stable": None})],
    "maximum_so_far_twice": _ROWS,
    "minimum_so_far_twice": _ROWS,
    "product_of_transposes": [(((3, 2), (4, 3)), {})],
    "product_with_identity": [(((2, 3),), {"N": 3, "M": None, "dtype": d}) for d in (I8, I64)],
    "product_of_identity": [(((3, 2),), {"N": 3, "M": 3, "dtype": d}) for d in (I8, I64)],
    "reshape_to_own_shape": [
        (((3, 4),), {"shape": (3, 4)}),
        (((5,),), {"shape": (-1,)}),
        (((3, 4),), {"shape": (4, 3)}),
    ],
    "reshape_of_reshape": [(((3, 4),), {"inner": (12,), "outer": (2, -1)})],
    "reshape_of_expand_dims": [(((3, 4),), {"axis": (1,), "shape": (2, 6)})],
    "reshape_of_squeeze": [(((3, 1, 4),), {"axis": (1,), "shape": (2, 6)})],
    "reshape_of_ravel": [(((3, 4),), {"shape": (2, 6)})],
    "ravel_of_reshape": [(((3, 4),), {"shape": (2, 6)})],
    "ravel_of_expand_dims": [(((3, 4),), {"axis": (1,)})],
    "squeeze_of_reshape": [
        (((3, 4),), {"axis": (1,), "shape": (12, 1)}),
        (((3, 4),), {"axis": (1,), "shape": (12, -1)}),
    ],
    "transpose_to_own_order": [(((3, 4),), {"axes": (0, 1)}), (((5,),), {"axes": (0,)})],
    "transpose_of_transpose": [(((2, 3, 4),), {"inner": (2, 0, 1), "outer": (0, 2, 1)})],
    "swapaxes_is_transpose": [(((2, 3, 4),), {"first": 0, "second": -1})],
    "moveaxis_is_transpose": [
        (((2, 3, 4),), {"source": 0, "destination": -1}),
        (((2, 3, 4),), {"source": -1, "destination": 1}),
    ],
    "squeeze_of_squeeze": [(((1, 3, 1, 2, 1),), {"inner": (2,), "outer": (0, 3)})],
    "squeeze_of_expand_dims": [(((3, 4),), {"axis": (0, 2)})],
    "expand_dims_of_squeeze": [(((1, 3, 1),), {"axis": (0, 2)})],
    "expand_dims_of_expand_dims": [
        (((3, 4),), {"inner": (1,), "outer": (0, 3)}),
        (((3, 4),), {"inner": (0, 2), "outer": (2,)}),
    ],
    "expand_dims_of_reshape": [(((3, 4),), {"axis": (1,), "shape": (2, 6)})],
    "broadcast_to_own_shape": [(((3, 4),), {"shape": (3, 4)}), (((1, 4),), {"shape": (3, 4)})],
    "broadcast_of_broadcast": [(((4,),), {"inner": (1, 4), "outer": (2, 3, 4)})],
    "broadcast_of_leading_axes": [
        (((3, 4),), {"axis": (0, 1), "shape": (2, 5, 3, 4)}),
        (((4,),), {"axis": (0,), "shape": (0, 4)}),
    ],
    "transpose_of_single_row": [
        (((3, 4),), {"shape": (1, 12), "axes": (1, 0)}),
        (((3, 4),), {"shape": (2, 1, 6), "axes": (1, 0, 2)}),
        (((3, 4),), {"shape": (2, 6), "axes": (1, 0)}),
    ],
}  # fmt: skip

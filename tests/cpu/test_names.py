"""Names of values: those that the text around them uses are given to none."""

import pytest

from dslc.cpu.failures import FailurePoint
from dslc.cpu.print_function import Points
from dslc.ir.cxx.names import Names
from dslc.ir.place import Place


@pytest.mark.parametrize("place", [Place(), Place("prog.py", "x", number=12)])
def test_failure_points_are_no_values(place: Place) -> None:
    points = Points()
    for message in ("one", "other"):
        name = points.name(place, message, "")
        assert Names().new(name) != name
    assert [type(point) for point in points.names] == [FailurePoint] * 2

"""Prints a line for each figure, with its bound and its ratio."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from benchmark_tools import machine


@pytest.fixture(autouse=True)
def _speed_of_the_machine(report: Callable[..., None]) -> None:
    """Machines are noisy: each group of figures is printed with what this one was worth just then."""
    report("this machine against a 3 GHz core, in Python", machine(), None, unit="times slower")


@pytest.fixture
def report(capsys: pytest.CaptureFixture[str]) -> Callable[..., None]:
    """Print a figure, its bound (the most it may be, or the least), and its ratio to a yardstick of the same
    run."""

    def line(
        what: str,
        figure: float,
        bound: float | None,
        unit: str = "ms",
        against: str = "",
        least: bool = False,
    ) -> None:
        sign = ""
        if bound is not None:
            kept = figure >= bound if least else figure <= bound
            sign = f"  {'within' if kept else 'SHORT OF' if least else 'OVER'} {bound:g} {unit}"
        with capsys.disabled():
            print(f"\n  {what:<62}{figure:9.2f} {unit}{sign}{'  ' + against if against else ''}", end="")

    return line

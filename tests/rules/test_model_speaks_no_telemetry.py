"""Every name in `model` that speaks of telemetry is found at its place, and no look-alike is."""

import pytest

from archlint.testing import run_rule
from rules.model_speaks_no_telemetry import ModelSpeaksNoTelemetry
from tests.documents import ROOT
from tests.rules.subjects import place, places, text_of, unmarked

BREACHES = {
    "a parameter": "def f(<telemetry>): ...",
    "a parameter by keyword": "def f(*, <metrics_sink>=None): ...",
    "a parameter with its annotation": "def f(<logger>: int): ...",
    "the parameter of a lambda": "f = lambda <tracer>: None",
    "further parameters": "def f(**<metrics>): ...",
    "a parameter in camel case": "def f(<appLogger>): ...",
    "an annotation": "def f(sink: <Telemetry>): ...",
    "an annotation in a string": "def f(sink: <'Telemetry | None'>): ...",
    "an annotation of a module": "import logging\ndef f(sink: <logging.Logger>): ...",
    "an annotation under another name": (
        "from logging import Logger as Sink\ndef f(sink: <Sink>): ..."
    ),
    "an annotation inside another": "def f(sinks: list[<MetricSink>]): ...",
    "what is returned": "def f() -> <Logger>: ...",
    "an alias of a type": ("from typing import TypeAlias\nAnySink: TypeAlias = list[<HTTPLogger>]"),
    "an attribute that is set": "def f(self):\n    self.<_logger> = 1",
    "an attribute that is read": "def f(x):\n    return x.<telemetry>",
    "an attribute of a class": "class C:\n    <metrics>: int = 0",
    "a slot of an enum": "class C:\n    <TRACE> = 1",
    "an attribute of the module": "<log> = print",
    "a method": "class C:\n    def <log>(self): ...",
    "a class": "class <MetricsSink>: ...",
    "a function of a library": "import logging\nx = logging.<getLogger>(__name__)",
}

LOOK_ALIKES = {
    "the sink of events": "class EventSink:\n    def emit(self, event: 'EventSink'): ...",
    "login": "def login(login: str): ...",
    "catalog": "catalog: dict[str, int] = {}",
    "dialog and blog": "def f(dialog, blog, blogs, analog): ...",
    "the word in a string": "TEXT = 'metric'\ndef f(kind='telemetry'): ...",
    "the word in a docstring": "def f():\n    'The logger, its metrics.'",
    "the word in a comment": "x = 1  # logger",
    "a literal": "from typing import Literal\nx: Literal['metric', 'trace'] = 'metric'",
    "the switch of the contract": (
        "class C:\n    def set_debug_logging(self, on): ...\nC().set_debug_logging(True)"
    ),
    "tracebacks": "from types import TracebackType\ndef f(tb: TracebackType): ...",
    "logarithms": "import math\nx = math.log(2)\ndef f(log_prob, logprobs, log_likelihood): ...",
    "geometry": "def f(diameter, geometric, symmetric, parameter, perimeter): ...",
    "local variables": "def f():\n    log = 1\n    return log",
    "words that go on": "def f(retrace, tracery, metrical, loggerhead): ...",
}


@pytest.mark.parametrize("path", ["model/ports.py", "model/decisions/repair.py"])
@pytest.mark.parametrize("kind", BREACHES)
def test_a_breach_is_found_at_its_place(kind: str, path: str) -> None:
    marked = f"\n\n{BREACHES[kind]}\n"
    text = text_of(path) + unmarked(marked)
    found = run_rule(ModelSpeaksNoTelemetry, {path: text})
    assert places(found) == [place(path, text, marked)], found


@pytest.mark.parametrize("kind", LOOK_ALIKES)
def test_look_alikes_are_clean(kind: str) -> None:
    path = "model/planted.py"
    assert run_rule(ModelSpeaksNoTelemetry, {path: f"{LOOK_ALIKES[kind]}\n"}) == ()


@pytest.mark.parametrize("path", ["telemetry.py", "app/model.py", "model/ports_test.py"])
def test_only_production_modules_of_model_are_held_to_it(path: str) -> None:
    assert run_rule(ModelSpeaksNoTelemetry, {path: "def f(telemetry): ...\n"}) == ()


def test_model_as_it_is_is_clean() -> None:
    files = {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
        for path in (ROOT / "model").rglob("*.py")
    }
    assert len(files) > 9
    assert run_rule(ModelSpeaksNoTelemetry, files) == ()

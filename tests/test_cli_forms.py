"""Diagnostics in the forms for machines: JSON, SARIF, GitHub's workflow commands."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from dslc.cli.records import diagnostic_record
from dslc.cli.sarif import sarif_log
from dslc.cli.workflow_commands import workflow_command
from dslc.ir.diagnostics import Diagnostic, Edit, Note, Span, explain

Command: TypeAlias = Callable[..., Any]

ROOT = Path(__file__).parent.parent
WRONG = """\
from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    return x * n
"""


@pytest.fixture
def wrong(command: Command) -> Command:
    Path("src").mkdir()
    Path("src/bad.py").write_text(WRONG)
    return command


@pytest.mark.parametrize("form", ["text", "json", "sarif", "github"])
@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["check", "model.py"], 0),
        (["build", "model.py"], 0),
        (["build", "--check", "model.py"], 1),
        (["check", "src"], 1),
        (["build", "."], 1),
        (["check", "missing.py"], 1),
        (["build", "model.py", "--out", "model.py"], 2),
    ],
)
def test_exit_codes_are_the_same(
    wrong: Command, form: str, arguments: list[str], code: int
) -> None:
    result = wrong(*arguments, "--format", form)
    assert result.code == code
    if form != "text":
        assert result.err == ""
    if form in ("json", "sarif"):
        json.loads(result.out)


def test_two_forms_are_one_too_many(command: Command) -> None:
    assert command("check", "model.py", "--json", "--format", "sarif").code == 2
    assert command("check", "model.py", "--json", "--format", "json").code == 0


def test_json_of_a_build(wrong: Command) -> None:
    code, out, err = wrong("build", ".", "--json")
    said = json.loads(out)
    assert (code, err) == (1, "")
    assert said["version"] == 1
    assert said["files"] == [
        {"source": "model.py", "state": "written", "output": "model_graph.py"},
        {"source": "src/bad.py", "state": "wrong", "output": None},
    ]
    assert [each["code"] for each in said["diagnostics"]] == ["dim-as-number"]
    states = [json.loads(wrong(*c, "--json").out)["files"][0]["state"] for c in STATES]
    assert states == ["unchanged", "unchanged", "correct", "correct"]


STATES = (
    ["build", "model.py"],
    ["build", "--check", "model.py"],
    ["check", "model.py"],
    ["check", "--fix", "model.py"],
)


def test_the_documented_example_is_what_is_written(wrong: Command) -> None:
    page = (ROOT / "docs" / "diagnostics.md").read_text("utf-8")
    example = re.search(r"```json\n(.*?)```", page, re.DOTALL)
    assert example
    Path("src/bad.py").rename("model.py")
    assert json.loads(wrong("check", "model.py", "--json").out) == json.loads(example[1])


def test_paths_are_relative_to_the_working_directory(wrong: Command) -> None:
    said = json.loads(wrong("check", str(Path("src/bad.py").resolve()), "--json").out)
    (diagnostic,) = said["diagnostics"]
    assert diagnostic["file"] == diagnostic["edits"][0]["file"] == str(Path("src/bad.py"))


HERE = Span("a b.py", 3, 2, 3, 5)
FULL = Diagnostic(
    "shape-mismatch",
    "100% wrong,\nat: two",
    HERE,
    "left is f32[n]",
    (Note("from here", Span("other.py", 1, 1, 2, 1)), Note("no place")),
    "write `y`",
    edits=(Edit(HERE, "y"),),
)


def test_record_of_a_diagnostic_without_a_place() -> None:
    record = diagnostic_record(Diagnostic("usage", "nothing"))
    assert set(record) == set(diagnostic_record(FULL))
    assert (record["file"], record["line"], record["column"], record["end"]) == (None,) * 4
    assert diagnostic_record(FULL)["notes"][1]["file"] is None


def test_workflow_command_escapes() -> None:
    assert workflow_command(FULL) == (
        "::error file=a b.py,line=3,col=2,endLine=3,endColumn=5,title=dslc (shape-mismatch)"
        "::100%25 wrong,%0Aat: two%0Aleft is f32[n]%0Anote: from here (other.py:1)"
        "%0Anote: no place%0Ahelp: write `y`"
    )
    whole = Diagnostic("usage", "x", Span("a,b:c.py", 1, 1, 2, 1), severity="warning")
    assert workflow_command(whole).startswith("::warning file=a%2Cb%3Ac.py,line=1,col=1,endLine=1,")
    assert workflow_command(Diagnostic("usage", "x")) == "::error title=dslc (usage)::x"


def test_github_form_is_one_line_each(wrong: Command) -> None:
    out = wrong("build", ".", "--format", "github").out.splitlines()
    assert out[0] == "wrote model_graph.py"
    assert len(out) == 2
    assert out[1].startswith("::error file=src/bad.py,line=8,col=16,endLine=8,endColumn=17,title=")


# --- SARIF ------------------------------------------------------------------------------------


def test_sarif_has_what_the_standard_requires(wrong: Command) -> None:
    log = json.loads(wrong("check", ".", "--format", "sarif").out)
    assert log["version"] == "2.1.0"
    assert log["$schema"].endswith("sarif-2.1.0.json")
    (run,) = log["runs"]
    driver = run["tool"]["driver"]
    assert driver["name"] == "dslc"
    assert run["columnKind"] == "unicodeCodePoints"
    assert all(base["uri"].endswith("/") for base in run["originalUriBaseIds"].values())
    for rule in driver["rules"]:
        assert rule["help"]["text"] == (explain(rule["id"]) or "").strip()
        assert rule["shortDescription"]["text"]
    for result in run["results"]:
        assert result["ruleId"] == driver["rules"][result["ruleIndex"]]["id"]
        assert result["level"] in ("error", "warning")
        assert result["message"]["text"]
        (location,) = result["locations"]
        artifact = location["physicalLocation"]["artifactLocation"]
        assert artifact == {"uri": "src/bad.py", "uriBaseId": "SRCROOT"}
        assert location["physicalLocation"]["region"] == {
            "startLine": 8,
            "startColumn": 16,
            "endLine": 8,
            "endColumn": 17,
        }
        ((change,),) = [fix["artifactChanges"] for fix in result["fixes"]]
        assert change["replacements"][0]["insertedContent"] == {"text": "x.shape[0]"}
    assert len(run["results"]) == 1


def test_sarif_of_odd_places(command: Command) -> None:
    (run,) = sarif_log([FULL, Diagnostic("usage", "nothing")])["runs"]
    full, bare = run["results"]
    place = full["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "a%20b.py"
    related = full["relatedLocations"][0]["physicalLocation"]
    assert related["region"] == {"startLine": 1, "endLine": 1}
    assert bare["locations"] == []
    assert "fixes" not in bare


def test_fingerprints_follow_a_line_that_moves(wrong: Command) -> None:
    def fingerprints(text: str) -> list[str]:
        Path("src/bad.py").write_text(text)
        (run,) = json.loads(wrong("check", "src", "--format", "sarif").out)["runs"]
        return [each["partialFingerprints"]["dslc/v1"] for each in run["results"]]

    twice = WRONG + "\n\n@graph\ndef g(x: Tensor[f32, n]):\n    return x * n\n"
    first = fingerprints(WRONG)
    assert fingerprints(f"# moved\n{WRONG}") == first
    assert fingerprints(twice)[0] == first[0]
    assert len(set(fingerprints(twice))) == 2
    assert fingerprints(WRONG.replace("x * n", "x + n")) != first

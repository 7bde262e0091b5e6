"""The command line: exit codes, what goes to which stream, what is written."""

import json
import os
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import pytest

import dslc
from dslc.cli.modules import Job, difference, emitted_name, jobs, write
from dslc.cli.terminal import guarded
from dslc.ir.diagnostics import CompilerBug, Diagnostic, DslError, codes, explain

Command: TypeAlias = Callable[..., Any]


# --- the frame --------------------------------------------------------------------------------


def test_version_and_help(command: Command) -> None:
    assert command("--version") == (0, f"dslc {dslc.__version__}\n", "")
    assert command("--help").code == 0
    assert "FILE:FUNCTION" in command("run", "--help").out


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["build"],
        ["run", "model.py:halve", "--seed", "x"],
        ["run", "model.py:halve", "--device", "abacus"],
        ["run", "model.py"],
        ["run", "model.py:"],
        ["run", ":halve"],
        ["show", "model.py:1x"],
        ["show", "model.py:halve", "--after", "no_such_pass"],
        ["show", "model.py:halve", "--as", "cpp", "--after", "fold_constants"],
        ["show", "model.py:halve", "--as", "html", "--after", "no_such_pass"],
        ["show", "model.py:halve", "--as", "painting"],
        ["explain", "no-such-code"],
        ["run", "model.py:halve", "--dim", "n=many"],
        ["run", "model.py:halve", "--dim", "n"],
        ["run", "model.py:halve", "--dim", "n=-1"],
        ["run", "model.py:halve", "--dim", "k=3"],
        ["run", "model.py:halve", "--arg", "x"],
        ["run", "model.py:halve", "--arg", "y=1"],
        ["run", "model.py:halve", "--step", "--device", "cpu"],
    ],
)
def test_wrong_usage_exits_with_2(command: Command, arguments: list[str]) -> None:
    code, out, err = command(*arguments)
    assert (code, out) == (2, "")
    assert "Usage" in err or err.startswith("error[usage]: ")


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["build", "missing.py"], "missing-file"),
        (["check", "missing.py"], "missing-file"),
        (["run", "missing.py:f"], "missing-file"),
        (["show", "missing.py:f"], "missing-file"),
        (["build", "empty"], "missing-file"),
        (["run", "model.py:other"], "unknown-function"),
        (["run", "model.py:halve", "--arg", "x=missing.npy"], "missing-file"),
        (["run", "model.py:halve", "--arg", "x=model.npy"], "unreadable-argument"),
        (["run", "model.py:halve", "--arg", "x=]"], "unreadable-argument"),
        (["build", "model.py", "--out", "model.py/x_graph.py"], "unwritable-output"),
        (["show", "model.py:halve", "--out", "model.py/x.txt"], "unwritable-output"),
        (["show", "model.py:halve", "--out", "./model.py"], "usage"),
        (["build", "model.py", "--out", "model.npy"], "unwritable-output"),
        (["build", "model.py", "--out", "model.py"], "usage"),
    ],
)
def test_bad_input_is_a_diagnostic(
    command: Command, model: str, arguments: list[str], error: str
) -> None:
    Path("empty").mkdir()
    Path("model.npy").write_text("no array")
    code, out, err = command(*arguments)
    assert (code, out) == (2 if error == "usage" else 1, "")
    assert err.startswith(f"error[{error}]: ")
    assert Path("model.py").read_text() == model
    assert Path("model.npy").read_text() == "no array"


def test_unknown_function_names_those_that_exist(command: Command) -> None:
    assert "help: write `halve`" in command("run", "model.py:halv").err
    assert "help: write one of `halve`, `shifted`" in command("run", "model.py:zzz").err


def test_a_bug_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    def fail() -> None:
        raise CompilerBug("lost a node", "the graph")

    assert guarded(fail) == 70
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("this is a bug in dslc: CompilerBug: lost a node")
    assert "the graph" in err
    assert "Traceback" not in err


def test_a_warning_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert guarded(lambda: warnings.warn("slower than it could be", stacklevel=1)) == 0
    assert capsys.readouterr().err == "warning: slower than it could be\n"


@pytest.mark.parametrize(
    ("environment", "colored"),
    [
        ({}, False),
        ({"FORCE_COLOR": "1"}, True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        ({"NO_COLOR": "1"}, False),
        ({"TERM": "dumb"}, False),
    ],
)
def test_color(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    environment: dict[str, str],
    colored: bool,
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)

    def fail() -> None:
        raise DslError(Diagnostic("some-code", "something is wrong"))

    assert guarded(fail) == 1
    assert ("\x1b[" in capsys.readouterr().err) is colored


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_stdout_that_takes_nothing() -> None:
    command = [sys.executable, "-m", "dslc", "explain"]
    with Path("/dev/full").open("w") as full:
        result = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert result.returncode == 1
    assert result.stderr.startswith("error[system-error]: ")
    assert "Traceback" not in result.stderr


def test_stdout_that_is_closed() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "dslc", "explain"]
    result = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert (result.returncode, result.stderr) == (1, b"")


# --- build and check --------------------------------------------------------------------------


def test_build_then_check(command: Command) -> None:
    assert command("build", "--check", "model.py").code == 1
    assert command("build", "model.py") == (0, "wrote model_graph.py\n", "")
    assert command("build", "model.py") == (0, "unchanged model_graph.py\n", "")
    assert command("build", "--check", ".") == (0, "1 module up to date\n", "")
    assert command("check", "model.py") == (0, "1 module correct\n", "")
    assert sorted(path.name for path in Path.cwd().iterdir()) == ["model.py", "model_graph.py"]


def test_stale_output_fails_with_a_diff(command: Command) -> None:
    command("build", "model.py")
    emitted = Path("model_graph.py")
    fresh = emitted.read_text()
    emitted.write_text(fresh.replace("halve", "halved"))
    code, out, err = command("build", "--check", "model.py")
    assert code == 1
    assert out.startswith("--- model_graph.py\n+++ model_graph.py (from source)\n@@")
    assert err.startswith("error[stale-output]: ")
    assert "help: run `dslc build model.py`" in err
    assert emitted.read_text() != fresh


def test_one_wrong_module_does_not_stop_the_others(command: Command) -> None:
    Path("broken.py").write_text("import dslc\n\n@dslc.graph\ndef f(:\n    pass\n")
    code, out, err = command("build", ".")
    assert (code, out) == (1, "wrote model_graph.py\n")
    assert "broken.py:4" in err
    assert not Path("broken_graph.py").exists()


def test_out_is_a_file_or_a_folder(command: Command, model: str) -> None:
    assert command("build", "model.py", "--out", "new/named.py").out == "wrote new/named.py\n"
    Path("folder").mkdir()
    assert command("build", "model.py", "--out", "folder").out == "wrote folder/model_graph.py\n"
    Path("deep/inner").mkdir(parents=True)
    Path("deep/inner/other.py").write_text(model)
    assert command("build", "deep", "--out", "o").out == "wrote o/inner/other_graph.py\n"


def test_jobs_of_a_folder(tmp_path: Path, model: str) -> None:
    for name in ["b.py", "a/c.py", "a/c_graph.py", ".hidden/d.py"]:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(model)
    (tmp_path / "plain.py").write_text("graph = 1\n")
    (tmp_path / "latin.py").write_bytes(b"# caf\xe9\n@dslc.graph\ndef f(): pass\n")
    names = [job.source.relative_to(tmp_path).as_posix() for job in jobs([tmp_path], None)]
    assert names == ["a/c.py", "b.py", "latin.py"]


def test_jobs_with_one_output_are_refused(tmp_path: Path, model: str) -> None:
    sources = [tmp_path / "a" / "m.py", tmp_path / "b" / "m.py"]
    for source in sources:
        source.parent.mkdir()
        source.write_text(model)
    with pytest.raises(DslError, match="would both be written"):
        jobs(sources, tmp_path / "out")
    assert (
        jobs([sources[0], sources[0]], tmp_path / "out")
        == [Job(sources[0], tmp_path / "out" / "m_graph.py")] * 2
    )


def test_write_is_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "m_graph.py"
    assert write(path, "x = 'é'\n".encode()) is True
    assert path.read_bytes() == "x = 'é'\n".encode()
    assert write(path, "x = 'é'\n".encode()) is False
    path.chmod(0o640)
    assert write(path, b"y = 1\n") is True
    assert path.stat().st_mode & 0o777 == 0o640
    blocked = tmp_path / "folder_graph.py"
    blocked.mkdir()
    with pytest.raises(DslError, match="cannot write"):
        write(blocked, b"z = 1\n")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["folder_graph.py", "m_graph.py"]


def test_write_follows_links_and_keeps_devices(tmp_path: Path) -> None:
    real, link = tmp_path / "real.py", tmp_path / "link.py"
    link.symlink_to(real)
    write(link, b"a = 1\n")
    assert link.is_symlink()
    assert real.read_text() == "a = 1\n"
    assert write(Path(os.devnull), b"a = 1\n") is True
    assert Path(os.devnull).is_char_device()


def test_difference(tmp_path: Path) -> None:
    path = tmp_path / "m_graph.py"
    assert difference(path, "a\n", "utf-8").splitlines()[:2] == [
        "--- /dev/null",
        f"+++ {path} (from source)",
    ]
    path.write_bytes(b"a\r\n")
    assert difference(path, "a\n", "utf-8") == f"{path}: line ends differ"
    path.write_bytes(b"a\n")
    assert difference(path, "a\n", "utf-8") == ""
    assert emitted_name(Path("a/m.py")) == Path("a/m_graph.py")


# --- run, show, explain -----------------------------------------------------------------------


def test_run_prints_arguments_and_results(command: Command) -> None:
    code, out, err = command("run", "model.py:shifted", "--dim", "n=3", "--arg", "by=1.5")
    assert (code, err) == (0, "")
    assert "x: f32[3] = [" in out
    assert "by: f32 = 1.5\n" in out
    assert "result: f32[3] = [" in out
    assert command("run", "model.py:shifted", "--dim", "n=3", "--arg", "by=1.5").out == out
    assert command("run", "model.py:shifted", "--dim", "n=3", "--seed", "1").out != out


@pytest.mark.parametrize("device", ["reference", "step", "auto"])
def test_run_agrees_with_the_plain_function(command: Command, device: str) -> None:
    code, out, _ = command("run", "model.py:halve", "--device", device, "--compare")
    assert code == 0
    assert out.endswith("agree: max difference 0\n")


def test_run_takes_arrays_and_their_sizes(command: Command) -> None:
    np.save("data.npy", np.arange(5, dtype=np.float32))
    code, out, _ = command("run", "model.py:halve", "--arg", "x=data.npy", "--arg", "times=1")
    assert code == 0
    assert out.endswith("result: f32[5] = [0.  0.5 1.  1.5 2. ]\n")


def test_show(command: Command) -> None:
    text = command("show", "model.py:halve")
    assert text.code == 0
    assert "g.while_(" in text.out
    table = command("show", "model.py:halve", "--as", "table")
    assert table.out.splitlines()[0].split() == ["line", "result", "type", "op", "operands"]
    record = json.loads(command("show", "model.py:shifted", "--as", "json").out)
    assert record["name"] == "shifted"
    assert [node["op"] for node in record["nodes"]] == ["maximum", "add"]


@pytest.mark.parametrize("form", ["text", "table", "json", "cpp", "dot", "mermaid", "html"])
def test_show_to_a_file(command: Command, form: str) -> None:
    shown = command("show", "model.py:halve", "--as", form)
    assert (shown.code, shown.err) == (0, "")
    target = f"new/{form}.txt"
    assert command("show", "model.py:halve", "--as", form, "-o", target).out == f"wrote {target}\n"
    assert Path(target).read_text("utf-8") == shown.out
    again = command("show", "model.py:halve", "--as", form, "--out", target)
    assert again.out == f"unchanged {target}\n"


def test_show_after_each_pass(command: Command) -> None:
    from dslc.ir.passes import PIPELINE

    for step in PIPELINE:
        assert command("show", "model.py:halve", "--after", step.__name__).code == 0
        page = command("show", "model.py:halve", "--as", "html", "--after", step.__name__)
        assert (page.code, page.err) == (0, "")


def test_explain(command: Command) -> None:
    code, out, err = command("explain", "usage")
    assert (code, err) == (0, "")
    assert out.strip() == (explain("usage") or "").strip()
    assert command("explain").out.split() == list(codes())


def test_explain_ops(command: Command) -> None:
    lines = command("explain", "ops").out.splitlines()
    assert any(line.startswith("np.tanh") for line in lines)
    page = command("explain", "tanh").out
    assert page == command("explain", "np.tanh").out
    assert "Hyperbolic tangent" in page
    for where in ("nn", "random", "special"):
        assert any(line.startswith(f"dslc.{where}.") for line in lines)
    pages = {command("explain", name).out for name in ("gelu", "nn.gelu", "dslc.nn.gelu")}
    assert len(pages) == 1
    assert "`dslc explain ops` the ops" in command("explain", "zzz").err


def test_every_code_of_the_command_line_is_explained() -> None:
    used = {
        "missing-file", "unknown-function", "unreadable-argument", "unwritable-output",
        "stale-output", "system-error", "function-raised", "missing-argument", "usage",
    }  # fmt: skip
    assert used <= set(codes())


# --- versions for some sizes --------------------------------------------------------------------


def test_show_a_version(command: Command) -> None:
    shown = command("show", "model.py:halve", "--at", "n=32", "--at", "times=0")
    assert "x: Tensor[f32, 32]" in shown.out
    assert "x: Tensor[f32, 16*n_by_16]" in command("show", "model.py:halve", "--at", "n%16").out
    assert "i0 < 32;" in command("show", "model.py:halve", "--as", "cpp", "--at", "n=32").out


@pytest.mark.parametrize(
    ("at", "message"),
    [
        ("n", "`n` is no size"),
        ("k=3", "`halve` has no dim `k`"),
        ("n=-1", "`n` is never -1: it is at least 0"),
        ("n%1", "sizes cannot be multiples of 1"),
    ],
)
def test_show_no_version(command: Command, at: str, message: str) -> None:
    refused = command("show", "model.py:halve", "--at", at)
    assert refused.code != 0
    assert message in refused.err


def test_run_tells_the_version(command: Command) -> None:
    source = Path("model.py").read_text()
    Path("model.py").write_text(
        source.replace("@graph\ndef halve", "@graph(specialize={n: 4})\ndef halve")
    )
    result = command("run", "model.py:halve", "--dim", "n=3")
    assert result.out.endswith("version: n == 4 (n is 3, padded to 4)\n")

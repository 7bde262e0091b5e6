"""A headless Chromium, driven by its own debugging protocol over a pipe; no package needed."""

from __future__ import annotations

import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-headless-shell", "chromium-browser", "google-chrome", "chrome")
PATIENCE = 60.0
"""Seconds until a browser that does not answer fails the test."""


def find_browser() -> str | None:
    """The browser that DSLC_BROWSER names, else the first on the path."""
    wanted = os.environ.get("DSLC_BROWSER")
    return wanted or next(filter(None, map(shutil.which, NAMES)), None)


class Browser:
    """A browser and one page in it.

    Attributes:
        troubles: what its console says of errors and warnings.
        requests: the addresses that it asked for.
    """

    def __init__(self, program: str, profile: Path) -> None:
        self.troubles: list[str] = []
        self.requests: list[str] = []
        self._buffer = b""
        self._number = 0
        self._loaded = False
        self._session: str | None = None
        theirs_in, self._out = _pipe(near=1)
        self._in, theirs_out = _pipe(near=0)
        # The protocol is on descriptors 3 and 4.
        redirected = f'exec "$@" 3<&{theirs_in} 4>&{theirs_out}'
        command = [
            program,
            "--headless=new",
            "--remote-debugging-pipe",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--disable-extensions",
            "--disable-background-networking",
            "--no-first-run",
            f"--user-data-dir={profile}",
        ]
        self._process = subprocess.Popen(
            ["bash", "-c", redirected, "browser", *command],
            pass_fds=(theirs_in, theirs_out),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(theirs_in)
        os.close(theirs_out)
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        attached = self.ask("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")

    def close(self) -> None:
        self._process.terminate()
        self._process.wait(PATIENCE)
        os.close(self._in)
        os.close(self._out)

    # --- the protocol ---------------------------------------------------------------------------

    def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        """The answer to a command."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if self._session is not None:
            message["sessionId"] = self._session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._read()
            if answer.get("id") == self._number:
                assert "error" not in answer, answer["error"]
                result: dict[str, Any] = answer["result"]
                return result
            self._heard(answer)

    def _read(self) -> dict[str, Any]:
        deadline = time.monotonic() + PATIENCE
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._in], [], [], max(0, deadline - time.monotonic()))
            assert ready, "the browser does not answer"
            part = os.read(self._in, 1 << 16)
            assert part, "the browser has ended"
            self._buffer += part
        line, _, self._buffer = self._buffer.partition(b"\0")
        message: dict[str, Any] = json.loads(line)
        return message

    def _heard(self, event: dict[str, Any]) -> None:
        told = event.get("params", {})
        match event.get("method"):
            case "Page.loadEventFired":
                self._loaded = True
            case "Runtime.exceptionThrown":
                self.troubles.append(str(told["exceptionDetails"]))
            case "Runtime.consoleAPICalled":
                self.troubles.append(str(told["args"]))
            case "Log.entryAdded":
                self.troubles.append(str(told["entry"]["text"]))
            case "Network.requestWillBeSent":
                self.requests.append(told["request"]["url"])

    # --- what a reader does ---------------------------------------------------------------------

    def open(
        self,
        page: Path,
        width: int = 1280,
        height: int = 800,
        scheme: str = "light",
        row: str = "",
    ) -> None:
        self.ask(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.ask("Emulation.setEmulatedMedia", features=features)
        self._go("about:blank")  # so that the page is loaded anew
        self.troubles.clear()
        self.requests.clear()
        self._go(page.as_uri() + (f"#{row}" if row else ""))

    def _go(self, address: str) -> None:
        self._loaded = False
        self.ask("Page.navigate", url=address)
        while not self._loaded:
            self._heard(self._read())

    def value(self, expression: str) -> Any:
        """The value of a JavaScript expression."""
        answer = self.ask("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def click(self, selector: str) -> None:
        """A click in the middle of what is seen of an element."""
        found = self.value(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)});"
            " e.scrollIntoView({block: 'nearest'}); const b = e.getBoundingClientRect();"
            " return [b.left + Math.min(b.width, 200) / 2, b.top + b.height / 2]; })()"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self.ask(
                "Input.dispatchMouseEvent",
                type=kind,
                x=found[0],
                y=found[1],
                button="left",
                clickCount=1,
            )

    def key(self, name: str, text: str = "") -> None:
        codes = {"ArrowDown": 40, "ArrowUp": 38, "ArrowRight": 39, "Escape": 27, "Tab": 9}
        for kind in ("keyDown", "keyUp"):
            self.ask(
                "Input.dispatchKeyEvent",
                type=kind,
                key=name,
                windowsVirtualKeyCode=codes.get(name, ord(name[0].upper())),
                **({"text": text} if text and kind == "keyDown" else {}),
            )

    def type(self, text: str) -> None:
        self.ask("Input.insertText", text=text)

    def picture(self, path: Path) -> None:
        data = self.ask("Page.captureScreenshot", format="png")["data"]
        path.write_bytes(base64.b64decode(data))


def _pipe(near: int) -> tuple[int, int]:
    """A pipe whose far end is inherited; numbers above those that a shell redirects."""
    pair = os.pipe()
    ends = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in pair]
    for end in pair:
        os.close(end)
    os.set_inheritable(ends[1 - near], True)
    return ends[0], ends[1]

"""Controls a headless Chromium with its own protocol over a pipe, without a driver, a port or a library.

https://chromedevtools.github.io/devtools-protocol describes the commands and events.
"""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

SECONDS = 60


class BrowserError(Exception):
    """A command that the browser refused or did not complete in time."""


def find_browser():
    """Returns the path of Chromium, or RUBATO_BROWSER if it is set."""
    names = [os.environ.get("RUBATO_BROWSER"), "chromium", "chromium-browser", "google-chrome"]
    return next((shutil.which(name) for name in names if name and shutil.which(name)), None)


class Browser:
    """A browser with an empty profile. `close` ends it and removes the profile."""

    def __init__(self):
        path = find_browser()
        if not path:
            raise BrowserError("there is no chromium: apt-get install chromium, or set RUBATO_BROWSER")
        self.profile = tempfile.mkdtemp(prefix="rubato-browser-")
        self.log = open(os.path.join(self.profile, "log"), "w+b")
        self.process = self._start(path)
        self.number = 0
        self.received = b""
        self.events = []

    def _start(self, path):
        to_browser, self.output = os.pipe()
        self.input, from_browser = os.pipe()
        arguments = [
            path, "--headless=new", "--no-sandbox", "--remote-debugging-pipe", "--no-first-run",
            "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--disable-extensions",
            "--disable-background-networking", "--disable-component-update", "--disable-sync",
            "--font-render-hinting=none", "--force-color-profile=srgb",
            "--user-data-dir=" + self.profile, "about:blank",
        ]
        # The browser reads descriptor 3 and writes descriptor 4.
        kept = [os.dup(end) for end in (to_browser, from_browser)]
        script = f'exec 3<&{kept[0]} 4>&{kept[1]} {kept[0]}<&- {kept[1]}>&-; exec "$@"'
        if max(kept) > 9:
            script = 'eval "exec 3</dev/fd/$0 4>/dev/fd/$1"; shift; exec "$@"'
            arguments = [str(kept[1])] + arguments
        command = ["bash", "-c", script, str(kept[0])] + arguments
        process = subprocess.Popen(command, pass_fds=kept, stdout=self.log, stderr=self.log)
        for end in (to_browser, from_browser, *kept):
            os.close(end)
        return process

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.input)
        os.close(self.output)
        self.log.close()
        shutil.rmtree(self.profile, ignore_errors=True)

    def page(self, width, height, dark=False):
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        return Page(self, target, session, width, height, dark)

    def send(self, method, session=None, **parameters):
        """Sends a command and waits for its answer. Keeps the events that arrive before it."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        self._write(json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive(f"the answer to {method}")
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise BrowserError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def _write(self, data):
        while data:
            data = data[os.write(self.output, data):]

    def wait_for(self, method, session):
        """Returns the next event with this name, from the kept events or a later one."""
        while True:
            for index, event in enumerate(self.events):
                if event.get("method") == method and event.get("sessionId") == session:
                    return self.events.pop(index)["params"]
            self.events.append(self.receive(method))

    def receive(self, what):
        end = time.monotonic() + SECONDS
        while b"\0" not in self.received:
            ready, _, _ = select.select([self.input], [], [], max(0, end - time.monotonic()))
            data = os.read(self.input, 1 << 20) if ready else b""
            if not data:
                raise BrowserError(f"no {what} within {SECONDS} s; the browser said:\n{self._said()}")
            self.received += data
        message, _, self.received = self.received.partition(b"\0")
        return json.loads(message)

    def _said(self):
        self.log.seek(0)
        return self.log.read().decode(errors="replace")[-3000:]


class Page:
    """A tab with this size in points; `dark` requests dark colours."""

    def __init__(self, browser, target, session, width, height, dark):
        self.browser = browser
        self.target = target
        self.session = session
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.send(domain + ".enable")
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.set_dark(dark)

    def send(self, method, **parameters):
        return self.browser.send(method, self.session, **parameters)

    def close(self):
        self.browser.send("Target.closeTarget", targetId=self.target)

    def set_dark(self, dark):
        value = "dark" if dark else "light"
        self.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": value}])

    def open(self, path):
        self.send("Page.navigate", url="file://" + os.path.abspath(path))
        self.browser.wait_for("Page.loadEventFired", self.session)
        self.settle()

    def settle(self):
        """Waits until the page is painted, which takes at most two frames."""
        self.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def evaluate(self, expression):
        """Returns the value of a JavaScript expression, or of its promise."""
        answer = self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise BrowserError(details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")

    def seen(self, *methods):
        """Returns the kept events with these names."""
        return [
            event["params"] for event in self.browser.events
            if event.get("sessionId") == self.session and event.get("method") in methods]

    def forget(self, method):
        self.browser.events = [
            event for event in self.browser.events
            if event.get("sessionId") != self.session or event.get("method") != method]

    # Input

    def mouse(self, kind, x, y, **more):
        self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def click(self, x, y):
        self.mouse("mouseMoved", x, y)
        self.mouse("mousePressed", x, y, button="left", buttons=1, clickCount=1)
        self.mouse("mouseReleased", x, y, button="left", clickCount=1)
        self.settle()

    def drag(self, start, end, modifiers=0):
        self.mouse("mouseMoved", *start, modifiers=modifiers)
        self.mouse("mousePressed", *start, button="left", buttons=1, clickCount=1, modifiers=modifiers)
        middle = [(first + last) / 2 for first, last in zip(start, end)]
        for point in (middle, end):
            self.mouse("mouseMoved", *point, button="left", buttons=1, modifiers=modifiers)
        self.mouse("mouseReleased", *end, button="left", clickCount=1, modifiers=modifiers)
        self.settle()

    def wheel(self, x, y, delta_y, modifiers=0):
        self.mouse("mouseWheel", x, y, deltaX=0, deltaY=delta_y, modifiers=modifiers)
        self.settle()

    def press(self, key):
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
        codes = {"Enter": 13, "Escape": 27, "Tab": 9, "Home": 36, "End": 35,
                 "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}
        code = codes.get(key, ord(key) if len(key) == 1 else 0)
        self.send("Input.dispatchKeyEvent", type="keyDown", key=key, text=text, windowsVirtualKeyCode=code)
        self.send("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)
        self.settle()

    # Pictures

    def screenshot(self, path):
        data = self.send("Page.captureScreenshot", format="png", optimizeForSpeed=False)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def pdf(self, path):
        data = self.send("Page.printToPDF", preferCSSPageSize=True, printBackground=True)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

"""The browser of the tests: Debian's Chromium, or Playwright's own build if PATH is None (`.ci/browser`).

As a program, it starts the browser, prints its address, and ends it at the end of the standard input.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
from contextlib import contextmanager

from playwright.sync_api import expect, sync_playwright

PATH = "/usr/bin/chromium" if os.path.exists("/usr/bin/chromium") else None
# Root needs --no-sandbox. Software rendering, because the tests' machines have no graphics card; its watchdog takes a busy
# machine for a hang. The camera is for `walk.py`.
FLAGS = [
    "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist", "--disable-gpu-watchdog",
    "--use-fake-device-for-media-stream",
]
# Milliseconds of each wait; only what hangs takes so long.
LIMIT = 300_000


@contextmanager
def browser():
    """Opens the browser that runs at the address in FLEET_BROWSER; without an address, a new one."""
    expect.set_options(timeout=LIMIT)
    address = os.environ.get("FLEET_BROWSER")
    with sync_playwright() as playwright:
        chromium = playwright.chromium
        opened = chromium.connect(address) if address else chromium.launch(executable_path=PATH, args=FLAGS)
        yield opened
        opened.close()


def new_context(opened, service_workers="block", **options):
    """Returns a context without anything of others. With a service worker, a slow answer would be a kept copy (`kept.py`)."""
    context = opened.new_context(service_workers=service_workers, **options)
    context.set_default_timeout(LIMIT)
    return context


def serve():
    options = {"args": FLAGS, "host": "127.0.0.1"} | ({"executablePath": PATH} if PATH else {})
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(options, file)
        file.flush()
        command = [sys.executable, "-m", "playwright", "launch-server", "--browser", "chromium", "--config", file.name]
        # A group of its own, because the command runs another program.
        server = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, start_new_session=True)
        try:
            print(server.stdout.readline(), end="", flush=True)
            sys.stdin.read()
        finally:
            os.killpg(server.pid, signal.SIGTERM)


if __name__ == "__main__":
    serve()

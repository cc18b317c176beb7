"""Waits for what Playwright cannot wait for."""

import time

from chromium import LIMIT

# Two frames, after which a page shows what its scripts have changed before.
FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def until(page, condition, expectation):
    """Waits until a condition is true, and returns its value; fails with the expectation after the limit."""
    end = time.monotonic() + LIMIT / 1000
    while not (value := condition()):
        assert time.monotonic() < end, expectation
        page.wait_for_timeout(20)   # Events of the page are handled meanwhile.
    return value

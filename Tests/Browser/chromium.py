"""The browser of the tests: Debian's Chromium, or Playwright's own build if PATH is None (`.ci/browser`)."""

import os

PATH = "/usr/bin/chromium" if os.path.exists("/usr/bin/chromium") else None

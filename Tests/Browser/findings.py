"""What is wrong on pages in Debian's Chromium, collected up to the end of a script."""

import sys

from axe_playwright_python.sync_playwright import Axe

findings = []


def note(condition, finding):
    if not condition:
        findings.append(finding)


def check(page, name):
    """Notes what axe finds."""
    for violation in Axe().run(page).response["violations"]:
        findings.append(f"{name}: {violation['id']}: {violation['help']}: {violation['nodes'][0]['target'][0]}")


def watch(page):
    """Notes the errors of a page's console."""
    page.on("console", lambda m: m.type == "error" and findings.append(f"{page.url}: {m.text}"))


def finish():
    """Exits 1 with the findings, each once."""
    if findings:
        sys.exit("\n".join(dict.fromkeys(findings)))

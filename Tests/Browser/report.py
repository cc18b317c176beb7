"""Reads a report in Debian's Chromium, light and dark, from phones to wide screens.

usage: report.py URL PASSWORD DAY; people: anna, a member; the source `lab` has the history of `BrowserTests.replay` on the DAY, in
UTC. Exits 1 with what is wrong, one line each.
"""

import sys

from chromium import browser, new_context
from findings import check, finish, note, watch
from people import sign_in
from playwright.sync_api import expect

BASE, PASSWORD, DAY = sys.argv[1:]
REPORT = f"/report?source=lab&from={DAY}&to={DAY}&by=hour&by=type"
# Whether something is wider than the page.
OVERFLOWS = "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"


def read(page, name):
    page.goto(BASE + REPORT)
    expect(page.get_by_role("heading", level=1)).to_have_text("Report of lab")
    note(not page.evaluate(OVERFLOWS), f"{name}: the page is wider than the window")
    for summary in page.get_by_text("Values as a table").all():
        summary.click()
    note(not page.evaluate(OVERFLOWS), f"{name}: the page is wider than the window with its tables")
    check(page, name)


def choose(page):
    page.goto(f"{BASE}/?source=lab")
    page.get_by_label("More actions").click()
    page.get_by_role("link", name="Report", exact=True).click()
    page.get_by_label("First day").fill(DAY)
    page.get_by_label("Last day").fill(DAY)
    page.get_by_label("A value for each").select_option("hour")
    page.get_by_label("and each").select_option("type")
    page.get_by_role("button", name="Show").click()
    page.wait_for_url("**by=type**")
    expect(page.get_by_label("First day")).to_have_value(DAY)
    expect(page.get_by_label("and each")).to_have_value("type")
    expect(page.locator("figure.axes")).to_have_count(7)
    page.get_by_text("Values as a table").first.click()
    expect(page.get_by_role("region", name="Vehicles in the public space")).to_be_visible()
    page.get_by_role("link", name="Replay").click()
    page.locator("[data-replay]").wait_for()


with browser() as chromium:
    for scheme, width in [("light", 1280), ("dark", 1920), ("light", 360), ("dark", 768)]:
        context = new_context(chromium, viewport={"width": width, "height": 900}, color_scheme=scheme)
        page = context.new_page()
        watch(page)
        sign_in(page, BASE, "anna", PASSWORD)
        read(page, f"{scheme}, {width} px")
        if width == 1280:
            choose(page)
        context.close()
finish()

"""Presses stars with and without a connection in Debian's Chromium, and removes the person whose page is open.

usage: offline.py URL PASSWORD; people: root, an administrator, and anna. Exits 1 with the first expectation that fails.
"""

import sys

from chromium import browser
from people import signed_in
from playwright.sync_api import expect

BASE, PASSWORD = sys.argv[1:]


def sign_in(chromium, name):
    return signed_in(chromium, BASE, name, PASSWORD)


def strip_follows(page):
    """Returns a star that is on; the strip and the count have its vehicle."""
    row = page.locator("tr[data-id]").first
    vehicle, star = row.get_attribute("data-id"), row.locator("[data-favorite]")
    strip = page.locator(f'[data-strip] [data-id="{vehicle}"]')
    star.click()
    expect(strip).to_be_visible()
    expect(page.locator("[data-favorite-count]")).to_have_text("1")
    star.click()
    expect(strip).to_have_count(0)
    expect(page.locator("[data-favorite-count]")).to_have_text("0")


def star_waits(page):
    row = page.locator("tr[data-id]").first
    vehicle, star = row.get_attribute("data-id"), row.locator("[data-favorite]")
    page.context.set_offline(True)
    star.click()
    expect(star).to_have_attribute("aria-pressed", "true")
    expect(star).to_have_attribute("title", "Not sent yet: waiting for the connection")
    page.context.set_offline(False)
    expect(page.locator(f'[data-strip] [data-id="{vehicle}"]')).to_be_visible()
    expect(star).not_to_have_attribute("title", "Not sent yet: waiting for the connection")
    page.reload()
    expect(star).to_have_attribute("aria-pressed", "true")


def removed_person_learns(chromium, page):
    root = sign_in(chromium, "root")
    root.goto(BASE + "/admin/people")
    root.get_by_label("More for anna").click()
    root.get_by_role("link", name="Remove anna").click()
    expect(root.locator("main")).to_contain_text("1 favorite")
    root.get_by_role("button", name="Remove anna").click()
    expect(root.locator(".banner-good")).to_have_text("The person is removed.")
    expect(page.locator("[data-banner=connection]")).to_contain_text("Your account was removed.")


with browser() as chromium:
    anna = sign_in(chromium, "anna")
    strip_follows(anna)
    star_waits(anna)
    removed_person_learns(chromium, anna)

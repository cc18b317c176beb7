"""Reads the check of a feed in Debian's Chromium, light and dark, in two languages, from phones to wide screens, and silences a
finding.

usage: check.py URL PASSWORD DAY [FOLDER]; people: root, an administrator; the source `lab` has the findings of `BrowserTests.quality`
since the DAY, in UTC. Pictures go to the FOLDER. Exits 1 with what is wrong, one line each.
"""

import sys

from chromium import browser, new_context
from findings import check, finish, note, watch
from people import sign_in
from playwright.sync_api import expect

BASE, PASSWORD, DAY, *FOLDERS = sys.argv[1:]
# Whether something is wider than the page.
OVERFLOWS = "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"


def read(page, name):
    for place in ["/check?source=lab", f"/check?source=lab&day={DAY}", "/attention?source=lab"]:
        page.goto(BASE + place)
        for summary in page.locator("summary:visible").all():
            if summary.get_attribute("aria-describedby") or summary.locator("xpath=ancestor::main").count():
                summary.click()
        note(not page.evaluate(OVERFLOWS), f"{name}: {place} is wider than the window")
        note(page.locator("html").get_attribute("lang") == name[-2:], f"{name}: {place} is in another language")
        check(page, f"{name}: {place}")
        if FOLDERS:
            file = place.strip("/").replace("?", "-").replace("&", "-").replace("=", "-")
            page.screenshot(path=f"{FOLDERS[0]}/{name.replace(', ', '-')}-{file}.png", full_page=True)


def silence(page):
    """By keyboard: from the list to the check, to a day, and to the form of the first finding."""
    page.goto(f"{BASE}/?source=lab")
    page.get_by_label("More actions").focus()
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Feed quality").click()
    page.get_by_role("heading", name="Feed quality of lab").wait_for()
    expect(page.locator("[data-told], script[data-harm]")).to_have_count(0)
    page.locator(f"a[href*='day={DAY}']").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**day={DAY}#day")
    expect(page.locator("#day")).to_contain_text(DAY)
    finding = page.locator(".findings > li").first
    title = finding.locator("h3").inner_text()
    finding.locator("summary").focus()
    page.keyboard.press("Enter")
    finding.get_by_label("Reason").fill("known <b>to us</b>")
    page.keyboard.press("Enter")
    page.wait_for_url("**done=silenced**")
    folded = page.get_by_text("1 silenced")
    folded.click()
    silenced = page.locator(".folded .findings > li").first
    expect(silenced.locator("h3")).to_have_text(title)
    expect(silenced).to_contain_text("known <b>to us</b>")
    silenced.get_by_role("button", name="Report again").click()
    page.wait_for_url("**done=unsilenced**")
    expect(page.get_by_text("1 silenced")).to_have_count(0)
    page.get_by_role("link", name="Bounds").click()
    page.get_by_text("Bounds and zone").click()
    page.locator("input[name=stuck]").fill("3h")
    check(page, "bounds")
    page.locator("#check").get_by_role("button", name="Save").click()
    page.get_by_text("The bounds of the check of lab are set.").wait_for()


with browser() as chromium:
    context = new_context(chromium)
    sign_in(context.new_page(), BASE, "root", PASSWORD)
    signed_in = context.storage_state()
    context.close()
    for scheme, width, language in [
        ("light", 1280, "en"), ("dark", 1280, "de"), ("light", 390, "de"), ("dark", 390, "en"), ("light", 1920, "en"),
    ]:
        context = new_context(
            chromium, viewport={"width": width, "height": 900}, color_scheme=scheme, locale=language, storage_state=signed_in)
        page = context.new_page()
        watch(page)
        read(page, f"{scheme}, {width} px, {language}")
        if width == 1280 and language == "en":
            silence(page)
        context.close()
finish()

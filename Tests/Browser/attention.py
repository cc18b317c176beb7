"""Works off 50 entries of attention by keyboard in Debian's Chromium while another person looks, and prints the handover.

usage: attention.py URL PASSWORD FOLDER; people: anna and bob, members; at least 50 vehicles have low batteries. The PDF files
of the handover are left in the folder. Exits 1 with the first expectation that fails.
"""

import re
import sys
import time

from chromium import browser
from people import signed_in, wait_for_scripts
from playwright.sync_api import expect
from waiting import FRAMES, until

BASE, PASSWORD, FOLDER = sys.argv[1:]
ENTRY = "[data-section=battery] li[data-entry]"
OPEN = f"{ENTRY}:not([aria-busy])"


def opened(chromium, name):
    page = signed_in(chromium, BASE, name, PASSWORD)
    page.goto(BASE + "/attention")
    wait_for_scripts(page)
    page.wait_for_function("() => document.querySelector('.inbox-keys')?.checkVisibility()")
    page.evaluate("() => { window.isSamePage = true; }")
    return page


def count(page):
    """Returns the number of the group, which others change."""
    return int(page.locator("[data-section=battery] > header .num").inner_text().replace(",", ""))


def focused(page):
    return page.evaluate("() => document.activeElement.closest('[data-entry]')?.dataset.entry ?? null")


def settled(page):
    """Waits until nothing is being sent."""
    until(page, lambda: page.locator("[aria-busy]").count() == 0, "the actions are not sent")


def expect_marked(page, number):
    until(page, lambda: page.locator(f"{OPEN} input:checked").count() == number, f"{number} entries are not marked")


with browser() as chromium:
    anna, bob = opened(chromium, "anna"), opened(chromium, "bob")
    requests = []
    anna.on("request", lambda sent: sent.is_navigation_request() and requests.append(sent.url))
    before = count(anna)
    assert before >= 50, f"only {before} entries"

    # Keys move, and arrows do in the list.
    anna.keyboard.press("j")
    first = focused(anna)
    assert first, "no entry has the focus"
    anna.keyboard.press("j")
    second = focused(anna)
    assert second != first
    anna.keyboard.press("ArrowUp")
    assert focused(anna) == first
    while not focused(anna).startswith("battery/"):
        anna.keyboard.press("j")

    # One is taken: the focus goes on, and the other person sees it within two seconds.
    taken = focused(anna)
    start = time.monotonic()
    anna.keyboard.press("t")
    assert focused(anna) not in (None, taken)
    gone = bob.locator(f'li[data-entry="{taken}"]')
    until(bob, lambda: gone.count() == 0, "the other person does not see it")
    seen = time.monotonic() - start
    print(f"seen by the other person after {seen:.1f} s")
    expect(bob.locator("[data-section=battery] .handled")).to_contain_text("taken by anna")

    # 29 more one by one, as fast as one types, then 20 that are marked, in one page.
    for _ in range(29):
        anna.keyboard.press("t")
        anna.evaluate(FRAMES)
    settled(anna)
    until(anna, lambda: count(anna) == before - 30, "30 entries are not taken")
    assert focused(anna) and focused(anna).startswith("battery/"), "the focus is lost"
    for _ in range(10):
        anna.keyboard.press("x")
        anna.keyboard.press("j")
    expect_marked(anna, 10)
    anna.keyboard.press("s")
    anna.keyboard.type("just at jot")       # keys of the list, which are text here
    anna.keyboard.press("Enter")
    settled(anna)
    until(anna, lambda: count(anna) == before - 40, "10 entries are not snoozed")
    expect(anna.locator("[data-section=battery] .handled")).to_contain_text("just at jot")
    for _ in range(10):
        anna.keyboard.press("x")
        anna.keyboard.press("j")
    anna.keyboard.press("a")
    anna.keyboard.type("bob")
    anna.keyboard.press("Enter")
    settled(anna)
    until(anna, lambda: count(anna) == before - 50, "10 entries are not assigned")
    until(bob, lambda: count(bob) == before - 50, "the other person does not see them")
    for page in (anna, bob):
        assert page.evaluate("() => window.isSamePage"), "a page was loaded"
    assert not requests, f"pages were loaded: {requests}"
    total = re.sub(r"\D.*", "", anna.locator(".totals").inner_text().replace(",", ""))
    expect(anna.locator('.main-nav [aria-current="page"] .count')).to_contain_text(total)

    # The box of a group marks all of it, and an action that fails is undone.
    bob.locator("[data-section=battery] [data-mark-all]").check()
    number = bob.locator(f"{OPEN} input[name=entry]").count()
    if number:
        expect_marked(bob, number)
        bob.route("**/attention/take", lambda route: route.fulfill(status=500, body="<h1>no</h1>", content_type="text/html"))
        bob.keyboard.press("t")
        expect(bob.locator(".toast")).to_contain_text("Not saved")
        settled(bob)
        assert count(bob) == before - 50
        bob.unroute("**/attention/take")

    # A page without the list follows the number.
    bob.goto(BASE + "/")
    expect(bob.locator('.main-nav a[href^="/attention"] .count')).to_contain_text(total)

    # The sheet of the handover.
    anna.goto(BASE + "/attention?since=8h")
    for name, options in {
        "a4": {"format": "A4"}, "a4-landscape": {"format": "A4", "landscape": True}, "letter": {"format": "Letter"},
    }.items():
        anna.pdf(path=f"{FOLDER}/{name}.pdf", print_background=True, **options)

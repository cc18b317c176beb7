"""Compares the cells of live changes with those of a page that is loaded, in Debian's Chromium; then removes a source.

usage: live.py URL PASSWORD FILE; anna is a member, and the source `all` reads the vehicles of FILE, which has those of
all fixtures. Exits 1 with the first expectation that fails.
"""

import json
import os
import sys

from chromium import browser
from people import signed_in
from playwright.sync_api import expect
from waiting import FRAMES

BASE, PASSWORD, FILE = sys.argv[1:]
# The cells of all rows: the time that an element shows follows the clock of the browser.
CELLS = """() => Object.fromEntries([...document.querySelectorAll("[data-f]")].map((holder) => {
    const copy = holder.cloneNode(true);
    for (const time of copy.querySelectorAll("time")) { time.title = ""; time.textContent = ""; }
    const place = holder.closest("[data-strip]") ? "strip" : holder.localName;
    return [[holder.closest("[data-id]").dataset.id, holder.dataset.f, place].join(" "), copy.innerHTML];
}))"""
# Follows the revision that a page shows, and whether it has marked cells as changed; a mark goes by itself.
FOLLOW = """() => {
    Object.assign(window, { revision: 0, hasMarked: false });
    document.addEventListener("fleet:changes", ({ detail }) => { window.revision = detail.revision; });
    const isMark = ({ target }) => target.matches("[data-f].changed");
    new MutationObserver((changes) => { window.hasMarked ||= changes.some(isMark); })
        .observe(document.body, { subtree: true, attributeFilter: ["class"] });
}"""


def write(vehicles):
    with open(FILE + ".new", "w", encoding="utf-8") as file:
        json.dump({"vehicles": vehicles}, file)
    os.replace(FILE + ".new", FILE)     # The server may read the file at any time.


def load(pages, vehicles):
    """Lets the server read other vehicles, and waits until all pages have the changes."""
    write(vehicles)
    status, revision = pages[0].evaluate("""async () => {
        const answer = await fetch("/api/v1/sources/all/refresh", { method: "POST" });
        return [answer.status, (await answer.json()).revision];
    }""")
    assert status == 200, f"the refresh answers {status}"
    for page in pages:
        page.bring_to_front()
        page.wait_for_function("(revision) => window.revision >= revision", arg=revision)
        page.evaluate(FRAMES)


def differences(shown, expected):
    return [f"{name}: {shown[name]!r} is not {expected[name]!r}"
            for name in shown if name in expected and shown[name] != expected[name]]


def compare_loaded(pages, what):
    """Loads the pages again: what they show must not change."""
    for page in pages:
        shown = page.evaluate(CELLS)
        page.reload()
        page.evaluate(FOLLOW)
        loaded = page.evaluate(CELLS)
        assert set(shown) & set(loaded), f"{what}: {page.url} has other rows"
        if found := differences(shown, loaded):
            sys.exit(f"{what}: {page.url}\n" + "\n".join(found))


def open_all(context):
    """Opens all pages of the list with distances, and the pages of the first vehicle and of one with neighbors."""
    pages, path = [], "/?source=all&near=48.85,2.35&sort=id"
    while path:
        page = context.new_page()
        page.goto(BASE + path)
        pages.append(page)
        following = page.locator("a[rel=next]")
        path = following.get_attribute("href") if following.count() else None
    links = pages[0].locator("tr[data-id] a.id")
    for link in (links.first, pages[0].locator("tr[data-lat] a.id").first):
        page = context.new_page()
        page.goto(BASE + link.get_attribute("href"))
        pages.append(page)
    assert pages[-1].locator(".neighbors li").count(), "no vehicle is near"
    for page in pages:
        page.evaluate(FOLLOW)
    return pages


with open(FILE, encoding="utf-8") as file:
    vehicles = json.load(file)["vehicles"]
with browser() as chromium:
    first = signed_in(chromium, BASE, "anna", PASSWORD)
    first.goto(BASE + "/?source=all")
    first.locator("tr[data-id] [data-favorite]").first.click()
    expect(first.locator("[data-strip] li")).to_have_count(1)
    pages = open_all(first.context)
    before = [page.evaluate(CELLS) for page in pages]
    assert sum(map(len, before)) > 5 * len(vehicles), "some vehicles are on no page"

    # All vehicles change, but nothing of them that a page shows.
    vehicles = [{**vehicle, "rental_uris": {"web": "https://example.com/other"}} for vehicle in vehicles]
    load(pages, vehicles)
    for page, cells in zip(pages, before):
        if found := differences(page.evaluate(CELLS), cells):
            sys.exit(f"unchanged: {page.url}\n" + "\n".join(found))
        assert not page.evaluate("window.hasMarked"), f"unchanged cells are marked: {page.url}"

    # Each vehicle gets the values of the next one, and all move.
    following = vehicles[1:] + vehicles[:1]
    vehicles = [{**other, "vehicle_id": vehicle["vehicle_id"]} for vehicle, other in zip(vehicles, following)]
    for number, vehicle in enumerate(vehicles):
        if "lat" in vehicle:
            vehicle["lat"] = round(max(-89, min(89, vehicle["lat"] + number / 7919)), 7)
    load(pages, vehicles)
    assert all(page.evaluate("window.hasMarked") for page in pages), "changed cells are not marked"
    compare_loaded(pages, "changed")

    # A vehicle leaves the feed, and the page of it says so.
    load(pages, vehicles[1:])
    compare_loaded(pages, "gone")
    expect(pages[-2].locator("[data-detail]")).to_contain_text("not in the feed")

    # A source is removed, and the browser finds that out when it connects again: only its tabs say so.
    root = signed_in(chromium, BASE, "root", PASSWORD)
    for name in ["sim", "more"]:
        data = {"name": name, "location": "sim://demo?vehicles=50"}
        added = root.request.post(BASE + "/api/v1/sources", headers={"Origin": BASE}, data=data)
        assert added.ok, added.text()
    others = first.context.new_page()
    others.goto(BASE + "/?source=sim&source=all&sort=id")
    others.evaluate(FOLLOW)
    first.context.route("**/api/v1/sources", lambda route: route.abort())
    removed = root.request.delete(BASE + "/api/v1/sources/all", headers={"Origin": BASE})
    assert removed.ok, removed.text()
    page = first.context.new_page()
    page.goto(BASE + "/?source=more")
    page.evaluate(FOLLOW)
    expect(page.locator("[data-banner=connection]")).to_be_visible()
    first.context.unroute("**/api/v1/sources")
    page.wait_for_function("() => window.revision > 0")
    for tab in pages + [others]:
        tab.bring_to_front()
        expect(tab.locator("[data-banner=gone-all]")).to_contain_text("The source all was removed")
        expect(tab.locator("[data-banner=connection]")).to_have_count(0)
    others.evaluate("() => { window.revision = 0; }")
    others.wait_for_function("() => window.revision > 0")

    # The tabs of a source also hear of it while they are connected.
    removed = root.request.delete(BASE + "/api/v1/sources/more", headers={"Origin": BASE})
    assert removed.ok, removed.text()
    expect(page.locator("[data-banner=gone-more]")).to_be_visible()
    expect(page.locator("[data-banner=connection]")).to_have_count(0)
    others.evaluate("() => { window.revision = 0; }")
    others.wait_for_function("() => window.revision > 0")

"""Replays a history by mouse and keyboard in Debian's Chromium, with and without a map, and plays a day of a large fleet.

usage: replay.py URL PASSWORD DAY; people: anna, a member; the source `lab` has the history of `BrowserTests.replay` on the DAY, in
UTC. Exits 1 with what is wrong, one line each.
"""

import json
import random
import re
import struct
import sys
from array import array
from datetime import datetime

from chromium import browser, new_context
from findings import check, findings, finish, watch
from people import sign_in
from playwright.sync_api import expect

BASE, PASSWORD, DAY = sys.argv[1:]
START = f"/replay?source=lab&from={DAY}T12:00Z"
# IDs of the vehicles that the map shows.
DRAWN = """() => {
    const { points } = document.querySelector("[data-map]").fleetMap;
    return Array.from({ length: points.count }, (_, i) => i).filter((i) => !points.hidden[i]).map((i) => points.id(i)).sort();
}"""


def part(page, name):
    return page.locator(f"[data-replay-part={name}]")


def open_replay(page, path=START):
    page.goto(BASE + path)
    page.locator("[data-replay].ready").wait_for()
    expect(part(page, "status")).to_have_text("")


def see(page, *ids):
    """The list and the map show exactly these vehicles."""
    expect(page.locator("[data-replay-part=rows] a.id")).to_have_text(list(ids))
    if page.locator("[data-map]").is_visible():
        page.wait_for_function(f"async () => JSON.stringify(({DRAWN})()) === {json.dumps(json.dumps(ids, separators=(',', ':')))}")


def step(page):
    open_replay(page)
    see(page, "A", "B")
    expect(part(page, "total")).to_have_text("2 vehicles")
    check(page, "replay")
    page.get_by_role("button", name="1 minute forward").click()
    see(page, "A", "B")
    expect(part(page, "status")).to_contain_text("State of")
    page.get_by_role("button", name="1 minute forward").click()
    see(page, "A", "C")
    page.get_by_role("button", name="5 minutes back").click()
    see(page)
    expect(part(page, "gap")).to_contain_text("not read from")
    page.get_by_role("button", name="5 minutes forward").click()
    see(page, "A", "C")
    # By keyboard: the slider moves by minutes, and the clock by comma and period elsewhere.
    part(page, "slider").focus()
    page.keyboard.press("ArrowLeft")
    see(page, "A", "B")
    page.locator("h1").click()
    page.keyboard.press(".")
    see(page, "A", "C")


def share(page):
    """The address has the moment, the followed vehicle and the filter; the links lead to the same moment."""
    page.locator("[data-follow=A]").click()
    expect(part(page, "followedLink")).to_have_text("A")
    expect(page.locator("[data-replay-part=stays] li").first).to_contain_text("min")
    page.wait_for_function("() => document.querySelector('[data-map]').fleetMap.pathData.features.some(({ geometry }) => geometry.type === 'LineString')")
    page.get_by_label("Search ID").fill("a")
    see(page, "A")
    page.wait_for_url(re.compile(rf"from={DAY}T12%3A02.*vehicle=A.*search=a"))
    check(page, "followed vehicle")
    address = page.url.removeprefix(BASE)
    open_replay(page, address)
    see(page, "A")
    expect(part(page, "followedLink")).to_have_text("A")
    page.get_by_label("Search ID").fill("")
    see(page, "A", "C")
    page.locator("[data-replay-part=stays] button").first.click()
    page.wait_for_url(re.compile(rf"from={DAY}T12%3A01"))
    part(page, "list").click()
    expect(page.locator(".banner-moment")).to_contain_text(f"State of {DAY} 12:01")
    expect(page.locator("[data-rows] a.id")).to_have_text(["A", "B"])
    check(page, "list of a moment")
    page.locator("[data-rows] a.id").first.click()
    expect(page.locator(".banner-moment")).to_contain_text(f"State of {DAY} 12:01")
    page.locator("main").get_by_role("link", name="Replay").click()
    page.locator("[data-replay].ready").wait_for()


def play(page):
    """The clock of the page stands still but for two seconds, in which 40 minutes of the day go by."""
    page.clock.install()
    open_replay(page)
    part(page, "speed").select_option("20")
    page.locator("h1").click()
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 60)
    page.keyboard.press("Space")
    expect(part(page, "play")).to_have_attribute("aria-pressed", "true")
    page.clock.run_for(2000)
    part(page, "play").click()
    expect(part(page, "play")).to_have_attribute("aria-pressed", "false")
    expect(part(page, "time")).to_have_text(re.compile(r"12:(39|40)"))
    page.clock.resume()
    see(page, "A", "C")


def read_without_map(page):
    page.add_init_script("HTMLCanvasElement.prototype.getContext = () => null")
    open_replay(page)
    expect(page.locator("[data-map]")).to_be_hidden()
    see(page, "A", "B")
    page.get_by_role("button", name="10 minutes forward").click()
    see(page, "A", "C")


def large(start, vehicles=100_000, commits=1440, changes=400):
    """A replay document of a day of a large fleet, in which each vehicle changes about six times."""
    numbers = random.Random(1)
    ids = b"".join(b"V%06d" % i for i in range(vehicles))

    def column(kind, values):
        data = array(kind, values).tobytes()
        return data + bytes(-len(data) % 4)

    def rows(indices):
        count = len(indices)
        return (
            column("I", indices) + column("i", (59_900_000 + numbers.randrange(90_000) for _ in range(count)))
            + column("i", (10_700_000 + numbers.randrange(150_000) for _ in range(count)))
            + column("B", (numbers.randrange(3) for _ in range(count))) + column("B", (numbers.randrange(100) for _ in range(count)))
            + column("H", bytes(2 * count))
        )

    table = json.dumps({"colors": ["red"], "gaps": [], "states": STATES, "types": ["bicycle"], "versions": [[0, 0]]}).encode()
    header = struct.pack("<4sHH6Iqqq", b"FLRP", 1, 56, vehicles, vehicles, commits, commits * changes, len(ids), len(table), start, start + 86_400_000, 0)
    return (
        header + column("I", range(vehicles)) + column("I", range(0, 7 * vehicles + 1, 7)) + ids + bytes(-len(ids) % 4) + rows(range(vehicles))
        + column("I", range(60_000, 60_000 * (commits + 1), 60_000)) + column("I", range(0, commits * changes, changes))
        + rows([numbers.randrange(vehicles) for _ in range(commits * changes)]) + table + bytes(-len(table) % 4)
    )


STATES = ["available", "reserved", "disabled", "unknown", "on_trip", "stopped", "non_operational", "non_contactable", "missing", "elsewhere", "removed"]


def play_large(page):
    """A day of 100,000 vehicles plays at full speed."""
    start = round(datetime.fromisoformat(f"{DAY}T00:00:00+00:00").timestamp() * 1000)
    body = large(start)
    page.route("**/api/v1/sources/lab/replay?*", lambda route: route.fulfill(body=body, content_type="application/vnd.fleet.replay"))
    open_replay(page)
    expect(part(page, "total")).to_have_text("100,000 vehicles")
    page.wait_for_function("() => document.querySelector('[data-map]').fleetMap.layer.level.total > 0")
    part(page, "speed").select_option("20")
    time = part(page, "time").inner_text()
    part(page, "play").click()
    page.wait_for_function("() => document.querySelector('[data-replay]').replay.stats.frames >= 100")
    part(page, "play").click()
    expect(part(page, "time")).not_to_have_text(time)


with browser() as chromium:
    context = new_context(chromium, viewport={"width": 1280, "height": 900})
    context.on("weberror", lambda error: findings.append(str(error.error)))
    page = context.new_page()
    watch(page)
    sign_in(page, BASE, "anna", PASSWORD)
    step(page)
    share(page)
    page.close()
    play_large(context.new_page())
    read_without_map(context.new_page())
    # The clock is that of a context.
    play(new_context(chromium, storage_state=context.storage_state()).new_page())
finish()

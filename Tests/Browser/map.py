"""Uses maps with a file of tiles by mouse and keyboard in Debian's Chromium.

usage: map.py URL PASSWORD; people: anna, a member; the source `lab` has the vehicles of `BrowserTests.map`, and the tiles are those
of `TileFile`. Exits 1 with what is wrong, one line each.
"""

import re
import sys

from chromium import browser, new_context
from findings import check, findings, finish, note
from people import sign_in
from playwright.sync_api import expect
from waiting import FRAMES

BASE, PASSWORD = sys.argv[1:]
# What the map draws: the markers that are drawn singly, and the counts of the squares.
DRAWN = """() => {
    const { points, layer: { level } } = document.querySelector("[data-map]").fleetMap;
    const loose = level.loose ? [...level.loose] : Array.from({ length: points.count }, (_, i) => i);
    return [loose.map((i) => points.id(i)).sort(), Array.from({ length: level.total }, (_, i) => level.cells[3 * i + 2])];
}"""
# Place of a marker on the screen.
PLACE = """(id) => {
    const section = document.querySelector("[data-map]"), { points, map } = section.fleetMap, box = section.querySelector("canvas").getBoundingClientRect();
    const [x, y] = points.at(points.indexOf(id));
    const at = map.project([x * 360 - 180, Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180 / Math.PI]);
    return [box.x + at.x, box.y + at.y];
}"""
# A point of the screen where the map shows a zone and nothing else, if its zones are there.
FREE = """() => {
    const section = document.querySelector("[data-map]"), { picker, zones, map } = section.fleetMap, box = section.querySelector("canvas").getBoundingClientRect();
    for (let y = 60; y < box.height - 160; y += 20) for (let x = 60; x < box.width - 80; x += 20) {
        const at = map.unproject([x, y]);
        if (!picker.at(at) && zones.at(at)[0]?.name === "Center") return [box.x + x, box.y + y];
    }
}"""
# Whether the map rests, fills its place, and draws what belongs to its zoom.
SETTLED = """() => {
    const { fleetMap } = document.querySelector("[data-map]"), canvas = fleetMap.map.getCanvas();
    return !fleetMap.map.isMoving() && fleetMap.zoomToBuild() === undefined
        && canvas.clientWidth === fleetMap.host.clientWidth && canvas.clientHeight === fleetMap.host.clientHeight;
}"""
# Centers the map on the first vehicle; returns its ID.
SHOWN = """() => {
    const { points, map } = document.querySelector("[data-map]").fleetMap, [x, y] = points.at(0);
    map.jumpTo({ center: [x * 360 - 180, Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180 / Math.PI], zoom: 20 });
    return points.id(0);
}"""
# Names of the zones with a heavy line.
CHOSEN = "() => document.querySelector('[data-map]').fleetMap.map.getSource('zone-chosen').serialize().data.features.map(({ properties }) => properties.name)"


def open_map(page, path):
    # A pointer over the map would show tooltips.
    page.mouse.move(0, 0)
    page.goto(BASE + path)
    page.locator("[data-map]").scroll_into_view_if_needed()
    page.locator("[data-map].ready canvas").first.wait_for()
    page.wait_for_function(SETTLED)


def place(page, id):
    """Returns the place of a marker on the screen, once the map has come to rest."""
    page.wait_for_function(SETTLED)
    return page.evaluate(PLACE, id)


def covers(page, selector, id):
    """Whether a box is over a marker, once the map has come to rest and the box beside it."""
    page.wait_for_function(SETTLED)
    page.evaluate(FRAMES)
    box, (x, y) = page.locator(selector).bounding_box(), place(page, id)
    return box["x"] - 5 < x < box["x"] + box["width"] + 5 and box["y"] - 5 < y < box["y"] + box["height"] + 5


def use_mouse(page):
    open_map(page, "/map?source=lab")
    singles, counts = page.evaluate(DRAWN)
    note(singles == ["ALONE", "FALLEN"] and counts == [5], f"the map draws {singles} and {counts}")
    expect(page.locator("[data-map-legend]")).to_have_text("In a square:5availablealarm")
    page.mouse.move(*place(page, "FALLEN"))
    expect(page.locator(".map-tip")).to_have_text("FALLENalarm · available · blue-red")
    note(not covers(page, ".map-tip", "FALLEN"), "the tooltip covers its marker")
    page.mouse.click(*place(page, "FALLEN"))
    expect(page.locator(".map-card a.btn")).to_have_attribute("href", "/v/lab/FALLEN")
    expect(page.locator(".map-card")).to_contain_text("alarm")
    # The cells of the vehicle's page are the last that the card shows.
    expect(page.locator(".map-card [data-f=state]")).to_be_visible()
    note(not covers(page, ".map-card", "FALLEN"), "the card covers its marker")
    check(page, "card")
    # Five vehicles in one place are listed.
    page.get_by_role("button", name="Close").click()
    page.mouse.click(*place(page, "DOCK-1"))
    expect(page.locator(".map-card li a")).to_have_text([f"DOCK-{number}" for number in range(1, 6)])
    check(page, "list of a place")


def step(page, key, number):
    """Steps through what the map shows, up to something with this number; returns the title of its tooltip."""
    page.keyboard.press(key)
    expect(page.locator("[data-map] [role=status]")).to_have_text(re.compile(rf", {number} of 3$"))
    return page.locator(".map-tip strong").inner_text()


def use_keyboard(page):
    open_map(page, "/map?source=lab")
    page.locator(".maplibregl-canvas").focus()
    found = [step(page, "j", number) for number in (1, 2, 3)]
    note(sorted(found) == ["5 vehicles", "ALONE", "FALLEN"], f"j reaches {found}")
    for number in range(2, found.index("ALONE"), -1):
        note(step(page, "k", number) == found[number - 1], f"k does not go back to {found[number - 1]}")
    expect(page.locator("[data-map] [role=status]")).to_contain_text("ALONE, available · yellow, ")
    check(page, "tooltip by keyboard")
    page.keyboard.press("Enter")
    expect(page.locator(".map-card a.btn")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".map-card")).to_have_count(0)
    expect(page.locator(".maplibregl-canvas")).to_be_focused()
    page.keyboard.press("k")
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.wait_for_url("**/v/lab/*")


def see_tiles(page):
    with page.expect_response(lambda answer: "/tiles/" in answer.url and answer.status == 200):
        open_map(page, "/v/lab/ALONE")
    expect(page.locator(".maplibregl-ctrl-attrib a")).to_have_attribute("href", "https://maps.example/")
    expect(page.locator(".maplibregl-ctrl-attrib")).to_contain_text("© Maps")
    singles, _ = page.evaluate(DRAWN)
    note("ALONE" in singles, f"the map of the vehicle draws {singles}")


def see_zones(page):
    """Zones of the simulated fleet, whose center is a rectangle with rules."""
    with page.expect_response(lambda answer: "/sources/demo/zones?" in answer.url and answer.status == 200):
        open_map(page, "/map?source=demo")
    expect(page.locator("[data-map-legend]")).to_contain_text("no parking")
    expect(page.locator("[data-map-legend]")).to_contain_text("no restrictions")
    # A place in the middle without anything else on the map.
    page.evaluate("() => document.querySelector('[data-map]').fleetMap.map.jumpTo({ center: [2.3522, 48.8566], zoom: 18 })")
    page.wait_for_function(SETTLED)
    page.wait_for_function(FREE)
    page.mouse.click(*page.evaluate(FREE))
    expect(page.locator(".map-card .id")).to_have_text("Center")
    expect(page.locator(".map-card")).to_contain_text("no parking, at most 10 km/h")
    check(page, "card of a zone")
    page.get_by_role("button", name="Close").click()
    list_zones(page)
    # Vehicles are above zones.
    first = page.evaluate(SHOWN)
    page.mouse.click(*place(page, first))
    expect(page.locator(".map-card")).to_contain_text(first)
    page.get_by_role("button", name="Close").click()
    # The choice to hide them is that of all maps.
    button = page.get_by_role("button", name="Zones")
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
    expect(page.locator("[data-map-legend]")).not_to_contain_text("no parking")
    open_map(page, "/v/demo/ABP-PHY")
    expect(page.get_by_role("button", name="Zones")).to_have_attribute("aria-pressed", "false")
    page.get_by_role("button", name="Zones").click()
    expect(page.locator("[data-map-legend]")).to_contain_text("no restrictions")


def list_zones(page):
    """The zones in view are reached without a pointer: by a list below the map."""
    shown = page.locator(".map-zones li button")
    summary = page.locator(".map-zones summary")
    expect(summary).to_have_text("2 zones in view")
    expect(shown).to_have_count(0)
    summary.focus()
    page.keyboard.press("Enter")
    expect(shown).to_have_text(["Center no parking, at most 10 km/h", "Right Bank no restrictions"])
    page.keyboard.press("Tab")
    expect(shown.first).to_be_focused()
    check(page, "list of zones")
    note(page.evaluate(CHOSEN) == ["Center"], "the zone with the focus is not highlighted")
    # Enter shows all of it; its entry keeps the focus when the zones come again for this zoom.
    with page.expect_response(lambda answer: "/sources/demo/zones?" in answer.url):
        page.keyboard.press("Enter")
    page.wait_for_function("() => { const { map } = document.querySelector('[data-map]').fleetMap; return !map.isMoving() && map.getZoom() < 17; }")
    expect(summary).to_have_text("3 zones in view")
    expect(shown.first).to_be_focused()
    note(page.evaluate(CHOSEN) == ["Center"], "the zone with the focus is no longer highlighted")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(shown).to_have_count(0)
    note(page.evaluate(CHOSEN) == [], "a zone without the focus is highlighted")
    page.evaluate("() => document.querySelector('[data-map]').fleetMap.map.jumpTo({ center: [2.3522, 48.8566], zoom: 18 })")


with browser() as chromium:
    for scheme, size in (("light", (1440, 900)), ("dark", (390, 844))):
        context = new_context(chromium, color_scheme=scheme, viewport={"width": size[0], "height": size[1]})
        page = context.new_page()
        page.on("console", lambda m: m.type in ("error", "warning") and "blocked by Playwright" not in m.text
                and findings.append(f"{page.url}: {m.text}"))
        page.on("pageerror", lambda error: findings.append(f"{page.url}: {error}"))
        page.on("request", lambda r: r.url.startswith(("http:", "https:")) and not r.url.startswith(BASE + "/")
                and findings.append(f"a request to {r.url}"))
        sign_in(page, BASE, "anna", PASSWORD)
        use_mouse(page)
        use_keyboard(page)
        see_tiles(page)
        see_zones(page)
        context.close()
finish()

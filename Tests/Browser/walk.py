"""Walks through the pages of a new `fleet serve` in Debian's Chromium, as a team does on its first day.

usage: walk.py SETUP_LINK FOLDER
FOLDER keeps the pictures. Exits 1 with what is wrong, one line each.
"""

import io
import re
import sys
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import zxingcpp
from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from chromium import browser, new_context
from people import sign_in, wait_for_scripts
from playwright.sync_api import expect
from waiting import FRAMES

LINK, FOLDER = sys.argv[1], Path(sys.argv[2])
BASE = "{0.scheme}://{0.netloc}".format(urlsplit(LINK))
PASSWORD = "correct horse battery"
PHONE, TABLET, DESKTOP = ({"width": w, "height": h} for w, h in ((360, 740), (768, 1024), (1440, 900)))
# Links within a text are exempt (WCAG 2.5.8), and what is within a label of that height.
SMALL_TARGETS = """() =>
  [...document.querySelectorAll("a, button, input:not([type=hidden]), select, summary")]
    .filter((element) => {
      const { width, height } = (element.closest("label") ?? element).getBoundingClientRect();
      return width > 1 && height > 1 && height < 43.5 && !element.matches(".skip")
        && getComputedStyle(element).display !== "inline";
    }).map((element) => element.outerHTML.slice(0, 80))"""
# Whether UUIDs as IDs, and dates, fit in the list.
LONG_IDS_FIT = """() => {
    const rows = [...document.querySelectorAll("tr[data-id]")], table = document.querySelector("table.vehicles");
    for (const row of rows) {
        row.querySelector("a.id").textContent = "2f4ee9e7-5b92-5f71-85d3-03846992fbd8";
        row.querySelector(".c-reported").textContent = "Nov 20, 2025";
        row.querySelector(".c-battery").textContent = "–";
    }
    const boxes = (row, cell) => {
        const range = document.createRange();
        range.selectNodeContents(row.querySelector(cell));
        return [...range.getClientRects()];
    };
    const overlap = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    return table.offsetWidth <= table.parentElement.clientWidth && !rows.some((row) =>
        boxes(row, ".c-id").some((id) => boxes(row, ".c-reported").some((time) => overlap(id, time))));
}"""
# What is wrong with the place of the first rows of the list: near the top, or three of them above the navigation.
ROOM_FOR_ROWS = """() => {
    const rows = [...document.querySelectorAll("[data-rows] tr")].map((row) => row.getBoundingClientRect());
    const navigation = document.querySelector(".main-nav"), isBelow = getComputedStyle(navigation).position === "fixed";
    const end = innerHeight - (isBelow ? navigation.offsetHeight : 0);
    if (rows[2].bottom > end) return `the third row ends at ${rows[2].bottom}`;
    return innerWidth >= 1280 && rows[0].top > 200 ? `the first row is at ${rows[0].top}` : "";
}"""
# The labels of the map's grid that are not at their lines.
MISPLACED_LABELS = """() => {
    const { map } = document.querySelector("[data-map]").fleetMap, center = map.getCenter();
    const labels = [...document.querySelectorAll(".map-degrees span:not([hidden])")];
    if (!labels.length) return ["none"];
    return labels.map((label) => {
        const [, number, side] = label.textContent.match(/([\\d.]+)°\\s*([NSEW])/), degrees = Number(number) * ("SW".includes(side) ? -1 : 1);
        const [x, y] = label.style.transform.match(/-?\\d+/g).map(Number);
        const off = "EW".includes(side) ? map.project([degrees, center.lat]).x + 3 - x : map.project([center.lng, degrees]).y - 13 - y;
        return Math.abs(off) > 1.5 ? `${label.textContent} by ${off.toFixed(1)} px` : "";
    }).filter(Boolean);
}"""
# Whether the map draws the same after changes as after a load: positions, colors, states, and the ring of the selection.
MAP_FOLLOWS = """async () => {
    const map = document.querySelector("[data-map]").fleetMap, frame = () => new Promise(requestAnimationFrame);
    const assets = new URL(".", document.querySelector("script[src*='/assets/']").src);
    const { decodePoints } = await import(assets + "map-points.js");
    const toEnd = (steps) => { for (;;) { const { done, value } = steps.next(); if (done) return value; } };
    const rows = (points, columns) => Array.from({ length: points.count }, (_, i) => i).filter((i) => !points.hidden[i])
        .map((i) => [points.id(i), ...columns.flatMap((column) => [column[2 * i], column[2 * i + 1]])].join());
    const drawn = async () => {
        map.layer.redraw();
        await new Promise((done) => map.map.once("render", done));
        const { gl, parts } = map.layer;
        return rows(map.points, [Float32Array, Uint32Array].map((Column, i) => {
            const column = new Column(2 * map.points.count);
            gl.bindBuffer(gl.ARRAY_BUFFER, parts.points.buffers[i].handle);
            gl.getBufferSubData(gl.ARRAY_BUFFER, 0, column);
            return column;
        }));
    };
    const settled = async () => { while (map.isUpdating || !map.changes.isEmpty) await frame(); };
    const load = async () => {
        const answer = await fetch(map.section.dataset.points, { cache: "no-cache" });
        const points = toEnd(decodePoints(await answer.arrayBuffer(), map.points.origin));
        toEnd(map.layer.paintSteps(points));
        return points;
    };
    let revision;
    document.addEventListener("fleet:changes", ({ detail }) => { revision = detail.revision; });
    await settled();
    const before = (await drawn()).join(" ");
    map.selected = map.points.id(0);
    for (;;) {
        await new Promise((done) => document.addEventListener("fleet:changes", done, { once: true }));
        await frame();
        await settled();
        const shown = await drawn(), points = await load();
        // Newer changes, or vehicles that the map has yet to load, are waited for.
        if (Number(points.revision) !== revision || map.points.isStale || shown.join(" ") === before) continue;
        const loaded = rows(points, [points.positions, points.styles]);
        const difference = [...shown.filter((row) => !loaded.includes(row)), ...loaded.filter((row) => !shown.includes(row))].join(" ");
        const ring = map.layer.focus?.join(), place = map.points.at(map.points.indexOf(map.selected)).join();
        return !difference && ring !== place ? `the ring is at ${ring}, not at ${place}` : difference;
    }
}"""
findings = []


@contextmanager
def opened(chromium, size, **options):
    """Opens a page in a browser of its own, and notes errors and violations of the CSP."""
    context = new_context(chromium, viewport=size, **options)
    page = context.new_page()
    page.on("console", lambda m: m.type in ("error", "warning") and "blocked by Playwright" not in m.text and findings.append(f"{page.url}: {m.text}"))
    page.on("pageerror", lambda error: findings.append(f"{page.url}: {error}"))
    yield page
    context.close()


def kept(page):
    """What a browser keeps when it is closed: all but cookies without an end."""
    state = page.context.storage_state()
    return state | {"cookies": [cookie for cookie in state["cookies"] if cookie["expires"] > 0]}


def check(page, name):
    """Takes a picture, and looks for what hinders people who use other aids than eyes and mice."""
    page.screenshot(path=str(FOLDER / f"{name}.png"))
    for violation in Axe().run(page).response["violations"]:
        targets = ", ".join(str(node["target"][0]) for node in violation["nodes"][:3])
        findings.append(f"{name}: {violation['id']}: {violation['help']}: {targets}")
    if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
        findings.append(f"{name}: wider than the screen")
    if page.viewport_size == PHONE:
        for target in page.evaluate(SMALL_TARGETS):
            findings.append(f"{name}: too small to tap: {target}")


def set_up(page):
    page.goto(BASE)
    expect(page.locator("main")).to_contain_text("set-up link")
    findings.clear()  # The browser reports the status 503 of this page.
    page.goto(LINK)
    check(page, "setup")
    page.get_by_label("Sign-in name").fill("amira")
    page.get_by_label("Your name").fill("Amira Khan")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Create administrator").click()
    page.wait_for_url(BASE + "/admin/start")
    check(page, "first-steps")
    page.get_by_role("button", name="Skip and do not ask again").click()
    page.wait_for_url(BASE + "/")
    expect(page.locator("tr[data-id]").first).to_be_visible()
    expect(page.locator(".banners")).to_contain_text("Simulated vehicles")


def filter_list(page):
    total = page.locator("[data-total]").inner_text()
    page.goto(BASE + "/?color=blue")
    expect(page.locator(".saved")).to_contain_text("applies to this page only")
    page.goto(BASE + "/")
    expect(page.locator("[data-total]")).to_have_text(total)
    toggle_color(page, "red")
    expect(page.locator(".saved")).to_contain_text("red is saved")
    for label in page.locator("tr[data-id] .c-color").all_inner_texts():
        if "red" not in label:
            findings.append(f"the list of red vehicles has {label}")
    page.goto(BASE + "/")
    expect(page.locator(".saved")).to_contain_text("red")
    page.get_by_role("button", name="Clear it").click()
    expect(page.locator("[data-total]")).to_have_text(total)
    # The form is that of the address, also if the browser remembers other boxes.
    page.go_back()
    expect(page.locator("[data-total]")).to_have_text(total)
    expect(page.locator(".pill input:checked")).to_have_count(0)
    page.go_back()
    expect(page.locator(".saved")).to_contain_text("applies to this page only")
    page.goto(BASE + "/")
    expect(page.locator("[data-total]")).to_have_text(total)


def toggle_color(page, name):
    wait_for_scripts(page)
    page.locator(".filters .pill", has_text=name).first.click()


def save_view(page):
    """Saves a filter as a view, changes a color beside it, and saves that, too."""
    # Unlike the batteries, the types stay.
    page.goto(BASE + "/?type=e-scooter&sort=battery")
    matching = page.locator("[data-total]").inner_text()
    page.get_by_label("More actions").click()
    page.locator(".save-view summary").click()
    page.get_by_label("Name of the view").fill("Scooters")
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url("**/?source=demo&view=*")
    link = page.locator(".view-links a[aria-current]")
    expect(link).to_have_text("Scooters")
    expect(page.locator("[data-total]")).to_have_text(matching)
    toggle_color(page, "red")
    expect(page.locator(".view-change")).to_contain_text("Scooters, changed")
    toggle_color(page, "red")
    expect(page.locator("[data-total]")).to_have_text(matching)
    expect(page.locator(".view-change")).to_have_count(0)
    toggle_color(page, "blue")
    page.get_by_role("button", name="Save changes").click()
    expect(page.locator(".view-change")).to_have_count(0)
    page.goto(BASE + "/")
    expect(page.locator(".saved")).to_have_count(0)


def see_keys(page):
    """The keys of the page are in a dialog that "?" and the menu of the navigation open."""
    page.goto(BASE + "/")
    wait_for_scripts(page)
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(keys).to_contain_text("next, previous")
    check(page, "keys")
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    page.locator(".menu-nav > summary").click()
    check(page, "more")
    page.get_by_role("button", name="Keyboard shortcuts").click()
    expect(keys).to_be_visible()


def open_vehicle(page):
    """Returns the ID of the vehicle, whose QR code was read from the screen."""
    page.goto(BASE + "/")
    page.locator("tr[data-id] a.id").first.click()
    vehicle = page.locator("h1.id").inner_text()
    page.locator(".qr img").wait_for()
    page.wait_for_load_state()
    picture = Image.open(io.BytesIO(page.locator(".qr").screenshot()))
    codes = [code.text for code in zxingcpp.read_barcodes(picture)]
    if codes != [vehicle]:
        findings.append(f"the QR code of {vehicle} reads {codes}")
    page.locator("button[data-favorite]").click()
    expect(page.locator("button[data-favorite]")).to_have_attribute("aria-pressed", "true")
    return vehicle


def write_note(page, photo):
    page.locator("form[data-note-form] textarea").fill("The brake is loose <script>alert(1)</script>")
    page.locator("form[data-note-form] input[type=file]").set_input_files(photo)
    with page.expect_navigation():
        page.get_by_role("button", name="Save note").click()
    expect(page.locator("article.note").first).to_contain_text("The brake is loose <script>")
    expect(page.locator("article.note .photos img").first).to_be_visible()


# A browser that reads QR codes: Chromium on Linux has no BarcodeDetector.
DETECTOR = """
window.found = [];
window.BarcodeDetector = class {
  static async getSupportedFormats() { return ["qr_code"]; }
  async detect() { return window.found.map((rawValue) => ({ rawValue })); }
};"""


def scan_label(chromium, page, vehicle):
    """Scans a photo on the server, codes with a camera in the page, and types an address instead."""
    page.goto(f"{BASE}/v/demo/{vehicle}")
    label = page.locator(".qr").screenshot()
    page.goto(BASE + "/account")
    page.locator("[data-scan]").click()
    page.wait_for_url("**/scan*")
    wait_for_scripts(page)
    page.locator("input[name=picture]").set_input_files(
        {"name": "label.png", "mimeType": "image/png", "buffer": label})
    expect(page.locator("h1.id")).to_have_text(vehicle)
    page.goto(BASE + "/")
    page.locator("form[data-filters] input[type=search]").fill(f"{BASE}/v/demo/{vehicle}")
    page.keyboard.press("Enter")
    expect(page.locator("h1.id")).to_have_text(vehicle)
    page = new_context(chromium, permissions=["camera"], storage_state=page.context.storage_state()).new_page()
    page.add_init_script(DETECTOR)
    for code, expected in (("https://example.com/v/demo/X", None), (f"{BASE}/admin", None),
                           (f"{BASE}/v/demo/{vehicle}", vehicle), (vehicle, vehicle)):
        page.goto(BASE + "/account")
        page.locator("[data-scan=camera]").click()
        page.locator("dialog video").wait_for()
        page.evaluate("(code) => { window.found = [code]; }", code)
        if expected:
            expect(page.locator("h1.id")).to_have_text(expected)
        else:
            expect(page.locator("dialog [role=status]")).to_contain_text("not of a vehicle")
            page.evaluate("() => { window.found = []; }")
            page.get_by_role("button", name="Close", exact=True).click()
            expect(page.locator("dialog")).to_have_count(0)
    page.context.close()


def place_labels(page):
    """The labels of the map's grid are at their lines, after a load and after a change of its size."""
    before = page.viewport_size
    for width, height in [(0, 0), (-60, -80), (0, 0)]:
        page.set_viewport_size({"width": before["width"] + width, "height": before["height"] + height})
        page.wait_for_function("""() => {
            const { map, host } = document.querySelector("[data-map]").fleetMap, canvas = map.getCanvas();
            return !map.isMoving() && canvas.clientWidth === host.clientWidth && canvas.clientHeight === host.clientHeight;
        }""")
        page.evaluate(FRAMES)
        if misplaced := page.evaluate(MISPLACED_LABELS):
            findings.append(f"labels of the grid are off their lines: {misplaced}")


def visit_all(page, vehicle, size):
    pages = {
        "list": "/", "map": "/map", "vehicle": f"/v/demo/{vehicle}", "favorites": "/favorites",
        "notes": "/notes", "sites": "/sites", "events": "/events", "labels": "/labels", "scan": "/scan", "check": "/check",
        "search": "/search?q=b", "tasks": "/tasks?who=all", "attention": "/attention", "handover": "/attention?since=8h",
        "account": "/account", "views": "/views", "list-of-view": "/?max-battery=30&sort=battery",
        "people": "/admin/people", "sources": "/admin/sources",
        "audit": "/admin/audit", "settings": "/admin/settings",
    }
    page.goto(BASE + "/admin/sources")
    pages["source"] = page.get_by_role("link", name="Change demo").get_attribute("href")
    pages["source-removal"] = pages["source"] + "/remove"
    for name, path in pages.items():
        answer = page.goto(BASE + path)
        if answer.status != 200:
            findings.append(f"{path} answers {answer.status}")
            continue
        if name == "map":
            page.locator("[data-map].ready canvas").first.wait_for()
            place_labels(page)
            if difference := page.evaluate(MAP_FOLLOWS) if size == "desktop" else "":
                findings.append(f"the map differs from its points after changes: {difference}")
        check(page, f"{name}-{size}")
        if name == "list" and (room := page.evaluate(ROOM_FOR_ROWS)):
            findings.append(f"the controls take the room of the rows: {size}: {room}")
        if name == "list" and not page.evaluate(LONG_IDS_FIT):
            findings.append(f"the list has no room for long IDs: {size}")


def read_german(page):
    """Texts of scripts are in the language of the browser, too: ages, messages, and what the search says."""
    page.clock.install()
    page.goto(BASE + "/")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("tr[data-id] time").first).to_have_text(re.compile(r"^vor \d+\s(s|min|h)$"))
    wait_for_scripts(page)
    # A message goes by itself, so the clock of the page stands still.
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 60)
    page.locator("tr[data-id] [data-favorite][aria-pressed=false]").first.click()
    expect(page.locator(".toast")).to_contain_text("ist ein Favorit")
    page.clock.fast_forward(8000)
    expect(page.locator(".toast")).to_have_count(0)
    page.clock.resume()
    page.keyboard.press("/")
    field = page.locator("[role=combobox]")
    expect(field).to_have_attribute("placeholder", "ID, Standort, Notiz, Person …")
    field.fill("no such vehicle")
    expect(page.locator(".search-status")).to_have_text("Nichts passt zu „no such vehicle“.")
    check(page, "german")


def main():
    photo = FOLDER / "photo.jpg"
    Image.effect_mandelbrot((640, 480), (-2, -1.2, 1, 1.2), 60).convert("RGB").save(photo)
    with browser() as chromium:
        with opened(chromium, DESKTOP) as page:
            set_up(page)
            filter_list(page)
            save_view(page)
            see_keys(page)
            vehicle = open_vehicle(page)
            write_note(page, str(photo))
            scan_label(chromium, page, vehicle)
            visit_all(page, vehicle, "desktop")
            state = kept(page)
        # The browser was closed and comes back signed in.
        with opened(chromium, DESKTOP, color_scheme="dark", storage_state=state) as page:
            page.goto(BASE + "/favorites")
            expect(page.locator(f'[data-id="{vehicle}"]').first).to_be_visible()
            check(page, "favorites-dark")
            page.get_by_label("Account of Amira Khan").click()
            page.get_by_role("button", name="Sign out").click()
            page.wait_for_url(BASE + "/signin")
            page.goto(BASE + "/account")
            page.wait_for_url("**/signin?next=*")
        with opened(chromium, PHONE, has_touch=True) as page:
            sign_in(page, BASE, "Amira", PASSWORD)
            visit_all(page, vehicle, "phone")
        with opened(chromium, TABLET, color_scheme="dark") as page:
            sign_in(page, BASE, "Amira", PASSWORD)
            visit_all(page, vehicle, "tablet")
            state = kept(page)
        with opened(chromium, TABLET, locale="de-DE", storage_state=state) as page:
            read_german(page)
        with opened(chromium, DESKTOP, java_script_enabled=False) as page:
            sign_in(page, BASE, "Amira", PASSWORD)
            page.locator("tr[data-id] a.id").first.click()
            expect(page.locator(".qr img")).to_be_visible()
            page.locator("form[action$='/favorite'] button").click()
            expect(page.locator("h1.id")).to_be_visible()
    if findings:
        sys.exit("\n".join(dict.fromkeys(findings)))


main()

"""Searches by keyboard in Debian's Chromium, and without scripts.

usage: search.py URL PASSWORD FOLDER; people: anna and bob, members. FOLDER keeps the pictures. Exits 1 with the first
expectation that fails.
"""

import sys
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from chromium import browser, new_context
from people import sign_in, signed_in, wait_for_scripts
from playwright.sync_api import expect
from waiting import FRAMES, until

BASE, PASSWORD, FOLDER = sys.argv[1], sys.argv[2], Path(sys.argv[3])


def note(page, text, visibility="private"):
    page.evaluate("""async ([text, visibility]) => {
        const headers = { "Content-Type": "application/json" };
        const body = JSON.stringify({ text, visibility });
        const answer = await fetch("/api/v1/notes", { method: "POST", headers, body });
        if (!answer.ok) throw new Error(String(answer.status));
    }""", [text, visibility])


# Whether one option is selected, the one that the field names as active.
ONE_IS_CHOSEN = """() => {
    const options = document.querySelectorAll("[role=option][aria-selected=true]");
    return options.length === 1 && options[0].id === document.querySelector("[role=combobox]").getAttribute("aria-activedescendant");
}"""


def chosen(page):
    """The option that the field names as active, which alone is selected."""
    page.wait_for_function(ONE_IS_CHOSEN)
    return page.locator("[role=option][aria-selected=true]")


def check(page, name):
    page.screenshot(path=str(FOLDER / f"{name}.png"))
    violations = [(v["id"], v["nodes"][0]["target"]) for v in Axe().run(page).response["violations"]]
    assert not violations, violations
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth"), "wider than the screen"


def use_keys(page):
    """Opens, moves, closes and opens results, all by keyboard."""
    dialog, field = page.locator("dialog.search-dialog"), page.locator("[role=combobox]")
    page.goto(BASE + "/")
    page.keyboard.press("/")
    expect(dialog).to_be_visible()
    expect(field).to_be_focused()
    # Without a text there are the pages and actions.
    expect(page.get_by_role("option", name="Map", exact=True)).to_be_visible()
    field.press_sequentially("map")
    expect(page.locator(".search-group").first).to_have_text("Pages")
    expect(chosen(page)).to_have_text("Map")
    page.keyboard.press("ArrowUp")
    expect(chosen(page)).to_have_attribute("id", page.locator("[role=option]").last.get_attribute("id"))
    page.keyboard.press("ArrowDown")
    expect(chosen(page)).to_have_text("Map")
    page.keyboard.press("Enter")
    page.wait_for_url(BASE + "/map")

    # Escape closes and gives the focus back; "/" in a field is only a character.
    page.goto(BASE + "/")
    filter_field = page.locator("form[data-filters] input[type=search]")
    filter_field.focus()
    page.keyboard.press("/")
    expect(filter_field).to_have_value("/")
    filter_field.fill("")            # what is typed narrows the list
    expect(dialog).to_have_count(0)
    page.keyboard.press("Control+k")
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(filter_field).to_be_focused()
    page.keyboard.press("Control+k")
    page.keyboard.press("Control+k")
    expect(dialog).to_be_hidden()

    # An ID and Enter at once open the vehicle, whatever the results were before.
    vehicle = page.locator("tr[data-id] a.id").nth(2).inner_text()
    filter_field.blur()
    page.keyboard.press("/")
    page.keyboard.type(vehicle.lower())
    page.keyboard.press("Enter")
    expect(page.locator("h1.id")).to_have_text(vehicle)
    page.goto(BASE + "/sites")
    page.keyboard.press("/")
    page.keyboard.type(f"{BASE}/v/demo/{vehicle}")
    page.keyboard.press("Enter")
    expect(page.locator("h1.id")).to_have_text(vehicle)

    # An action sends a form, and comes back.
    wait_for_scripts(page)
    page.keyboard.press("/")
    page.keyboard.type("refresh")
    with page.expect_navigation(), page.expect_request(lambda r: r.method == "POST" and "/refresh" in r.url) as sent:
        page.keyboard.press("Enter")
    assert sent.value.url == f"{BASE}/refresh?source=demo"
    expect(page.locator("h1.id")).to_have_text(vehicle)


def keep_newest(page):
    """The answer to an older text never replaces that to a newer one, and a text asks once."""
    held, asked = [], []
    def answer(route):
        asked.append(route.request.url)
        if "q=no&" in route.request.url:
            held.append(route)
        else:
            route.continue_()
    page.route("**/api/v1/search*", answer)
    page.goto(BASE + "/")
    page.keyboard.press("/")
    field = page.locator("[role=combobox]")
    with page.expect_request(lambda request: "q=no&" in request.url):
        field.press_sequentially("no", delay=10)
    ended = []
    page.on("requestfinished", lambda request: ended.append(request.url))
    page.on("requestfailed", lambda request: ended.append(request.url))
    with page.expect_request(lambda request: "q=notes&" in request.url):
        field.press_sequentially("tes", delay=10)
    expect(chosen(page)).to_have_text("Notes")
    for route in held:
        route.fulfill(json={"groups": [], "complete": True})
    until(page, lambda: any("q=no&" in url for url in ended), "the held answer does not come")
    page.evaluate(FRAMES)
    expect(chosen(page)).to_have_text("Notes")
    texts = [url.split("q=")[1].split("&")[0] for url in asked if "q=" in url]
    # A browser that is slow may ask for the texts between, but for none twice.
    assert texts[-1] == "notes" and len(set(texts)) == len(texts), texts
    page.unroute("**/api/v1/search*")
    page.keyboard.press("Escape")


def find_notes(anna, bob):
    """One's own private note is found, another person's is not."""
    note(anna, "walrus, for me alone")
    note(bob, "walrus, for the team", "team")
    for page, texts in ((anna, ["walrus, for the team", "walrus, for me alone"]), (bob, ["walrus, for the team"])):
        page.goto(BASE + "/notes")
        page.keyboard.press("/")
        page.keyboard.type("WALRUS")
        expect(page.locator("[role=option] .result-title")).to_have_text(texts)
    bob.keyboard.press("Enter")
    expect(bob.locator("textarea[name=text]")).to_have_value("walrus, for the team")


def look(page, name):
    """The dialog with many kinds of results, and without any."""
    page.goto(BASE + "/")
    page.locator("[data-open-search]").click()
    expect(page.get_by_role("option", name="Map", exact=True)).to_be_visible()
    check(page, f"search-empty-{name}")
    page.locator("[role=combobox]").fill("b")
    expect(page.locator(".search-group")).to_contain_text(["Vehicles"])
    check(page, f"search-{name}")
    page.locator("[role=combobox]").fill("nothing like this")
    expect(page.locator("dialog [role=status]")).to_contain_text("Nothing matches")
    check(page, f"search-none-{name}")
    page.get_by_role("button", name="Close", exact=True).click()
    expect(page.locator("dialog")).to_be_hidden()


with browser() as chromium:
    anna, bob = signed_in(chromium, BASE, "anna", PASSWORD), signed_in(chromium, BASE, "bob", PASSWORD)
    use_keys(anna)
    keep_newest(anna)
    find_notes(anna, bob)
    for name, size in (("desktop", (1440, 900)), ("phone", (390, 844))):
        for scheme in ("light", "dark"):
            anna.emulate_media(color_scheme=scheme)
            anna.set_viewport_size({"width": size[0], "height": size[1]})
            look(anna, f"{name}-{scheme}")

    plain = new_context(chromium, java_script_enabled=False).new_page()
    sign_in(plain, BASE, "anna", PASSWORD)
    plain.locator("[data-open-search]").click()
    plain.wait_for_url(BASE + "/search")
    plain.locator("main input[name=q]").fill("walrus")
    plain.get_by_role("button", name="Search").click()
    expect(plain.locator(".result-title")).to_have_count(2)
    plain.get_by_role("link", name="for the team").click()
    expect(plain.locator("textarea[name=text]")).to_have_value("walrus, for the team")
    plain.go_back()
    plain.locator("main input[name=q]").fill("refresh")
    plain.get_by_role("button", name="Search").click()
    plain.get_by_role("button", name="Refresh demo").click()
    expect(plain.locator("main")).to_contain_text("Search")

"""Opens notes, their list, their map and a vehicle in Debian's Chromium while another person changes them.

usage: notes.py URL PASSWORD; people: anna and bob, members. Exits 1 with the first expectation that fails.
"""

import sys

from chromium import browser
from people import signed_in
from playwright.sync_api import expect
from waiting import until

BASE, PASSWORD = sys.argv[1:]


def sign_in(chromium, name):
    return signed_in(chromium, BASE, name, PASSWORD)


def send(page, method, path, body=None, version=None):
    """Sends a request of the API from a page, and returns its document."""
    return page.evaluate("""async ([method, path, body, version]) => {
        const headers = { "Content-Type": "application/json", ...(version ? { "If-Match": `"${version}"` } : {}) };
        const answer = await fetch("/api/v1/notes" + path, { method, headers, body: body && JSON.stringify(body) });
        if (!answer.ok) throw new Error(String(answer.status));
        return answer.status === 204 ? null : answer.json();
    }""", [method, path, body, version])


with browser() as chromium:
    anna, listing, note = sign_in(chromium, "anna"), sign_in(chromium, "bob"), sign_in(chromium, "bob")
    listing.goto(BASE + "/notes")
    expect(listing.locator("main")).to_contain_text("No notes yet")
    first = send(anna, "POST", "", {"text": "one", "visibility": "team"})
    expect(listing.locator("article.note")).to_contain_text("one")
    expect(listing.locator("main")).not_to_contain_text("No notes yet")

    path = "/" + first["id"]
    note.goto(BASE + "/notes" + path)
    area = note.locator("[data-note-form] textarea")
    second = send(anna, "PATCH", path, {"text": "two"}, first["version"])
    expect(area).to_have_value("two")
    expect(note.locator("main")).to_contain_text("edited")
    expect(listing.locator("article.note")).to_contain_text("two")

    # The version that was taken over can be saved, and no text that is being typed is replaced.
    area.fill("three")
    with note.expect_navigation():
        note.get_by_role("button", name="Save").click()
    expect(listing.locator("article.note")).to_contain_text("three")
    expect(note.locator("main")).to_contain_text("by bob")
    area.fill("mine")
    third = send(anna, "GET", path)
    send(anna, "PATCH", path, {"text": "four"}, third["version"])
    expect(note.locator("[data-draft-state]")).to_contain_text("Someone else saved a newer version.")
    expect(area).to_have_value("mine")

    send(anna, "DELETE", path)
    expect(note.locator(".banners")).to_contain_text("This note was deleted or made private.")
    expect(listing.locator("article.note")).to_have_count(0)

    # Notes on a vehicle's page, while one is being typed there.
    listing.goto(BASE + "/")
    vehicle = listing.locator("tr[data-id]").first.get_attribute("data-id")
    listing.goto(f"{BASE}/v/demo/{vehicle}")
    listing.locator("#notes textarea").fill("typed")
    about = {"text": "flat tire", "visibility": "team", "source": "demo", "vehicle_id": vehicle}
    first = send(anna, "POST", "", about)
    expect(listing.locator("#notes article.note")).to_contain_text("flat tire")
    expect(listing.locator("#notes h2")).to_have_text("Notes 1")
    expect(listing.locator("#notes textarea")).to_have_value("typed")
    send(anna, "DELETE", "/" + first["id"])
    expect(listing.locator("#notes h2")).to_have_text("Notes 0")
    expect(listing.locator("#notes article.note")).to_have_count(0)

    # The marks on the map are those of the list.
    marks = """() => { const map = document.querySelector("[data-map]")?.fleetMap; return map
        ? Array.from({ length: map.points.count }, (_, i) => [map.points.id(i), ...map.points.at(i)].join()) : []; }"""
    placed = lambda text, lat: send(anna, "POST", "", {"text": text, "visibility": "team", "lat": lat, "lon": 2.3})
    listing.goto(BASE + "/notes?view=map")
    first = placed("here", 48.8)
    listing.wait_for_function(f"() => ({marks})().length === 1")
    listing.evaluate("() => { window.isSamePage = true; }")
    second = placed("there", 48.9)
    listing.wait_for_function(f"() => ({marks})().length === 2")
    assert len(set(mark.split(",")[2] for mark in listing.evaluate(marks))) == 2
    expect(listing.locator("[data-map-text]")).to_have_text("2 notes on the map")
    send(anna, "DELETE", "/" + second["id"])
    listing.wait_for_function(f"() => ({marks})().length === 1")
    assert listing.evaluate("() => window.isSamePage"), "the page was loaded again"

    # A note that is saved before the script of its form is there waits for it.
    scripts = []
    note.route("**/drafts.js", lambda route: scripts.append(route))
    note.goto(BASE + "/notes/new")
    note.locator("[data-note-form] textarea").fill("early")
    note.get_by_role("button", name="Save", exact=True).click()
    until(note, lambda: scripts, "the script of the form is not loaded")
    with note.expect_request(lambda sent: sent.method == "POST") as sent:
        scripts[0].continue_()
    assert sent.value.url == BASE + "/api/v1/notes", f"the form went to {sent.value.url}"
    note.wait_for_url("**/notes/*-*")

    # The open page of what needs attention follows the tasks of others.
    listing.goto(BASE + "/attention")
    expect(listing.locator("main")).not_to_contain_text("sweep the depot")
    task = {"text": "sweep the depot", "visibility": "team", "task": True, "due": "2020-01-01T00:00:00Z"}
    task = send(anna, "POST", "", task)
    entry = listing.locator(".attention li", has_text="sweep the depot")
    expect(entry).to_be_visible()
    listing.locator(".attention li", has_text="sweep the depot").get_by_role("link").focus()
    send(anna, "POST", "", {"text": "again", "visibility": "team", "task": True, "due": "2020-01-01T00:00:00Z"})
    expect(listing.locator(".attention li", has_text="again")).to_be_visible()
    expect(entry.get_by_role("link")).to_be_focused()
    send(anna, "PATCH", "/" + task["id"], {"done": True}, task["version"])
    expect(entry).to_have_count(0)

    # A task switches sharing on and locks it, and without the task the switch is as it was.
    note.unroute("**/drafts.js")
    note.goto(BASE + "/notes/new")
    task, shared = note.locator("[name=task]"), note.locator("[name=visibility]")
    expect(shared).to_be_enabled()
    expect(shared).not_to_be_checked()
    task.check()
    expect(shared).to_be_checked()
    expect(shared).to_be_disabled()
    expect(note.locator(".lock-text")).to_be_visible()
    task.uncheck()
    expect(shared).not_to_be_checked()
    expect(shared).to_be_enabled()
    task.check()
    note.locator("[data-note-form] textarea").fill("locked")
    note.get_by_role("button", name="Save", exact=True).click()
    note.wait_for_url("**/notes/*-*")
    expect(note.locator("[name=visibility]")).to_be_disabled()
    assert send(note, "GET", "/" + note.url.split("/")[-1].split("?")[0])["visibility"] == "team"

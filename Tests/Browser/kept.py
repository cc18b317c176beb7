"""Two people use the pages of one browser without a connection: what is kept, sent later, shown to nobody else, and deleted.

usage: kept.py URL PORT PASSWORD; people: root, an administrator, anna and bob, members. URL is that of a proxy that this
script starts, PORT that of the server. Exits 1 with the first expectation that fails.
"""

import io
import json
import re
import sys

from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from chromium import browser
from people import sign_in, signed_in, wait_for_scripts
from playwright.sync_api import Error, expect
from proxy import Proxy, patient
from waiting import until

BASE, PORT, PASSWORD = sys.argv[1], int(sys.argv[2]), sys.argv[3]
LISTS = ["/", "/attention", "/events", "/favorites", "/map", "/notes", "/notes/new", "/scan", "/sites", "/tasks"]
# The names of all that the browser stores for the server. Opening a cache could create one that is being deleted.
STORED = """async () => ({
    caches: await caches.keys(),
    databases: (await indexedDB.databases()).map((database) => database.name),
    local: Object.keys(localStorage),
})"""
# Whether there are copies of all these paths.
ARE_KEPT = "async (paths) => (await Promise.all(paths.map((path) => caches.match(path)))).every(Boolean)"
# The paths of all copies in a cache.
PATHS = """async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url.slice(location.origin.length))"""
# Looks for another worker, and waits until it runs or has failed.
LOOK = """async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    const worker = registration.installing ?? registration.waiting;
    const hasEnded = () => ["activated", "redundant"].includes(worker.state);
    if (worker) await new Promise((done) => worker.addEventListener("statechange", () => hasEnded() && done()));
}"""
# Makes the browser's database refuse photos, or all rows, as on a full disk.
FULL = """(isAll) => {
    const put = IDBObjectStore.prototype.put;
    const isRefused = (row) => isAll || row.blob;
    IDBObjectStore.prototype.put = function (row) {
        if (isRefused(row)) throw new DOMException("full", "QuotaExceededError");
        return put.call(this, row);
    };
}"""
# Makes all copies so many days old.
TOUCH = """async (days) => {
    for (const name of (await caches.keys()).filter((name) => name.startsWith("fleet-pages-"))) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
            const response = await cache.match(request), headers = new Headers(response.headers);
            headers.set("Fleet-Kept", new Date(Date.now() - days * 86400000).toISOString());
            await cache.put(request, new Response(await response.blob(), { headers }));
        }
    }
}"""


# Whether a copy of a page is kept that is shown without a connection.
IS_FRESH = """async (path) => {
    const kept = (await caches.match(path))?.headers.get("Fleet-Kept");
    return Date.now() - Date.parse(kept) < 3600000;
}"""


def until_kept(page, condition, expectation):
    """Waits until a condition of what the browser keeps holds; pages look for what is due every two minutes."""
    def holds():
        try:
            return condition()
        except Error:
            return False    # The page is being replaced by another one.

    until(page, holds, expectation)


def until_stored(page, condition, expectation):
    """Waits until a condition of the names of all that the browser stores holds."""
    try:
        until_kept(page, lambda: condition(page.evaluate(STORED)), expectation)
    except AssertionError:
        raise AssertionError(f"{expectation}: {page.evaluate(STORED)}") from None


def pages(stored):
    """The caches with copies of pages, one for each person."""
    return [name for name in stored["caches"] if name.startswith("fleet-pages-")]


def apps(stored):
    """The caches with copies of assets, one for each version."""
    return [name for name in stored["caches"] if name.startswith("fleet-app-")]


def until_updated(page, condition, expectation):
    """Waits for another worker. The browser looks for one with each page, but a look may join one that has begun before."""
    until_stored(page, lambda s: condition(apps(s)) or page.evaluate(LOOK), expectation)


def lists_are_kept(page):
    key = page.locator("body").get_attribute("data-viewer")
    until_kept(page, lambda: page.evaluate(ARE_KEPT, [*LISTS, "/api/v1/sources/demo/points"]), "the lists are not kept")
    stored = page.evaluate(STORED)
    names = " ".join([*stored["caches"], *stored["databases"]])
    assert "anna" not in names and "bob" not in names, names
    assert pages(stored) == ["fleet-pages-" + key], pages(stored)
    paths = page.evaluate(PATHS, "fleet-pages-" + key)
    assert not any(re.match("/(account|admin|signin|offline|api/v1/notes)", path) for path in paths), paths
    return key


def accessible(page):
    """Expects that axe finds nothing."""
    violations = [f"{v['id']}: {v['nodes'][0]['target']}" for v in Axe().run(page).response["violations"]]
    assert not violations, violations


def notes(page, **fields):
    """The notes of the person of a page."""
    answer = page.request.get(BASE + "/api/v1/notes?format=json", **fields)
    return answer.json()["notes"]


def starts_offline(page):
    """The lists are shown with their time, other pages say that there is no copy, and the map is drawn."""
    page.context.set_offline(True)
    page.goto(BASE + "/")
    expect(page.locator("[data-banner=kept]")).to_contain_text("Offline, as of")
    expect(page.locator("tr[data-id]").first).to_be_visible()
    page.locator(".menu-nav > summary").click()
    page.locator(".main-nav").get_by_role("link", name="Notes").click()
    expect(page.locator("h1")).to_have_text("Notes")
    expect(page.locator("[data-banner=kept]")).to_contain_text("Offline, as of")
    page.goto(BASE + "/?color=red")
    expect(page.locator("[data-offline-text]")).to_contain_text("there is no copy of this page")
    page.goto(BASE + "/account")
    expect(page.locator("[data-offline-text]")).to_contain_text("there is no copy of this page")
    expect(page.locator("[data-offline-pages]")).to_contain_text("Vehicles of demo")


def vehicle_opens(page):
    """Returns the ID of a vehicle whose last known state was found by an address, a typed and a scanned ID."""
    page.goto(BASE + "/")
    row = page.locator("tr[data-id]").nth(5)
    vehicle, state = row.get_attribute("data-id"), row.locator(".c-state").inner_text()
    page.goto(f"{BASE}/v/demo/{vehicle}")
    expect(page.locator("[data-offline-text]")).to_contain_text("Last known state")
    expect(page.locator("[data-offline-vehicle]")).to_contain_text(state)
    for code in (vehicle.lower(), f"{BASE}/v/demo/{vehicle}"):
        page.goto(BASE + "/scan")
        page.locator("input[name=code]").fill(code)
        page.get_by_role("button", name="Open the vehicle").click()
        expect(page.locator("h1")).to_have_text(vehicle)
        expect(page.locator("[data-offline-vehicle]")).to_contain_text(state)
    page.goto(BASE + "/")
    page.locator("[data-filters] input[name=search]").fill(vehicle)
    page.keyboard.press("Enter")
    expect(page.locator("[data-offline-vehicle]")).to_contain_text(state)
    # The last vehicle is on none of the lists, but on the map.
    last = "".join(page.evaluate("""async () => {
        const { decodePoints } = await import(document.querySelector("script[type=module]").src.replace("app.js", "map-points.js"));
        const cache = await caches.open((await caches.keys()).find((name) => name.startsWith("fleet-pages-")));
        const steps = decodePoints(await (await cache.match("/api/v1/sources/demo/points")).arrayBuffer());
        for (;;) { const { done, value } = steps.next(); if (done) return value.id(value.count - 1); }
    }"""))
    page.goto(f"{BASE}/v/demo/{last}")
    expect(page.locator("[data-offline-vehicle]")).to_contain_text("Battery")
    accessible(page)
    return vehicle


def changes_wait(page, vehicle):
    """A note with a photo and a star wait, are counted, and are sent in order once the connection returns."""
    page.goto(f"{BASE}/v/demo/{vehicle}")
    page.locator("textarea").fill("Brake is loose")
    picture = io.BytesIO()
    Image.new("RGB", (40, 30), "orange").save(picture, "JPEG")
    page.locator("input[type=file]").set_input_files({"name": "brake.jpg", "mimeType": "image/jpeg", "buffer": picture.getvalue()})
    page.get_by_role("button", name="Save note").click()
    expect(page.locator("[data-draft-state]")).to_contain_text("The note waits in this browser")
    expect(page.locator("[data-outbox-count]")).to_have_text("2")
    page.goto(BASE + "/")
    star = page.locator("tr[data-id]").first.locator("[data-favorite]")
    star.click()
    expect(page.locator("[data-outbox-count]")).to_have_text("3")
    page.locator("[data-outbox] summary").click()
    expect(page.locator(".outbox li strong").nth(0)).to_have_text(f"Note about {vehicle}")
    expect(page.locator(".outbox li strong").nth(1)).to_contain_text("Photo")
    expect(page.locator(".outbox li strong").nth(2)).to_contain_text("is a favorite")
    accessible(page)
    page.locator("[data-outbox] summary").click()
    page.locator(".menu-more > summary").click()
    page.locator("form[action^='/refresh'] button").click()
    expect(page.locator("[data-banner=not-sent]")).to_contain_text("was not sent")
    requests = []
    page.on("request", lambda r: r.method != "GET" and requests.append(f"{r.method} {r.url.removeprefix(BASE)}"))
    page.context.set_offline(False)
    expect(page.locator("[data-banner=kept]")).to_have_count(0)
    expect(page.locator("[data-outbox]")).to_be_hidden()
    expect(star).to_have_attribute("aria-pressed", "true")
    note = notes(page)[0]
    assert note["text"] == "Brake is loose" and note["vehicle_id"] == vehicle and len(note["photos"]) == 1, note
    kinds = [re.sub(r"[0-9a-f-]{36}", "UUID", request) for request in requests if "signout" not in request]
    assert kinds[0].startswith("POST /api/v1/notes") and "photos" in kinds[1] and "favorites" in kinds[2], kinds


def marked_form_waits(page):
    """Any form with data-queue waits: here one that marks a note as done."""
    note = notes(page)[0]
    page.goto(BASE + "/notes")
    page.evaluate("""({ id, version }) => {
        const form = document.createElement("form");
        Object.assign(form.dataset, { queue: "check", title: "Note is done", api: "/api/v1/notes/" + id, method: "PATCH", version: 1, body: '{"done":true}' });
        form.innerHTML = "<button>Mark as done</button>";
        document.querySelector("main").prepend(form);
    }""", note)
    page.context.set_offline(True)
    page.get_by_role("button", name="Mark as done").click()
    expect(page.locator("[data-queue-state]")).to_have_text("Not sent yet: waiting for the connection.")
    expect(page.locator("[data-outbox-count]")).to_have_text("1")
    page.context.set_offline(False)
    expect(page.locator("[data-outbox]")).to_be_hidden()
    # The photo has made version 1 old, which is no conflict.
    assert notes(page)[0]["done"]


def both_versions_are_shown(page, bob):
    """bob changes a note of anna while she does without a connection."""
    created = page.request.post(BASE + "/api/v1/notes", data={"text": "first", "visibility": "team"}, headers={"Origin": BASE})
    path = "/notes/" + created.json()["id"]
    page.goto(BASE + path)
    page.context.set_offline(True)
    page.locator("textarea").fill("text of anna")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("[data-draft-state]")).to_contain_text("The note waits")
    bob.goto(BASE + path)
    bob.locator("textarea").fill("text of bob")
    with bob.expect_navigation():
        bob.get_by_role("button", name="Save", exact=True).click()
    expect(bob.locator("p[data-notes]")).to_contain_text("edited")
    page.context.set_offline(False)
    expect(page.locator("[data-outbox].needs-attention")).to_be_visible()
    page.locator("[data-outbox] summary").click()
    expect(page.locator(".outbox-reason")).to_have_text("bob saved a newer version.")
    expect(page.locator("[data-draft-state]")).to_have_text(
        re.compile(r"^(bob|Someone else) saved a newer version\."))
    page.get_by_role("button", name="Compare both").click()
    expect(page.locator(".versions")).to_contain_text("text of bob")
    expect(page.locator(".versions textarea")).to_have_value("text of anna")
    wait_for_scripts(page)
    page.get_by_role("button", name="Save your version").click()
    page.wait_for_url(BASE + path)
    expect(page.locator("textarea")).to_have_value("text of anna")
    expect(page.locator("[data-outbox]")).to_be_hidden()


def private_note_leaves_no_copy(page, bob):
    """bob has opened a note of the team, which anna then makes private."""
    path = page.url.removeprefix(BASE)
    until_kept(bob, lambda: bob.evaluate(ARE_KEPT, [path]), "the note is not kept")
    page.get_by_text("Share with the team").click()
    with page.expect_navigation():
        page.get_by_role("button", name="Save", exact=True).click()
    assert notes(page)[0]["visibility"] == "private", notes(page)[0]
    assert bob.goto(BASE + path).status == 404
    until_kept(bob, lambda: not bob.evaluate(ARE_KEPT, [path]), "the private note is still kept")


def sign_out(page):
    page.locator(".menu-user summary").click()
    page.get_by_role("button", name="Sign out", exact=True).click()


def sign_in_and_send(page):
    """anna signs in; a note of hers that waits is then sent."""
    with page.expect_response(lambda answer: answer.request.method == "POST" and answer.url == BASE + "/api/v1/notes") as sent:
        sign_in(page, BASE, "anna", PASSWORD)
    assert sent.value.ok, sent.value.status
    expect(page.locator("[data-outbox]")).to_be_hidden()


def expired_session_keeps_changes(chromium, page, key):
    """The copies are gone, the changes are not, and bob, who signs in and out, neither sees nor sends nor deletes them."""
    page.goto(BASE + "/notes/new")
    page.context.set_offline(True)
    page.locator("textarea").fill("written without a connection")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("[data-outbox-count]")).to_have_text("1")
    elsewhere = signed_in(chromium, BASE, "anna", PASSWORD, "allow")
    elsewhere.request.post(BASE + "/account/sign-out-everywhere", headers={"Origin": BASE})
    elsewhere.context.close()
    page.context.set_offline(False)
    expect(page.locator("[data-banner=connection]")).to_contain_text("Sign in")
    until_stored(page, lambda s: not pages(s) and "fleet-outbox-" + key in s["databases"], "the copies of an expired session are kept")
    sign_in(page, BASE, "bob", PASSWORD)
    bobs = lists_are_kept(page)
    assert bobs != key
    expect(page.locator("[data-outbox]")).to_be_hidden()
    assert "written without a connection" not in [note["text"] for note in notes(page)]
    sign_out(page)
    page.wait_for_url(BASE + "/signin")
    until_stored(page, lambda s: not pages(s) and s["databases"] == ["fleet-outbox-" + key], "changes of another person are not kept")
    sign_in_and_send(page)
    assert notes(page)[0]["text"] == "written without a connection", notes(page)[0]
    lists_are_kept(page)


def open_tab_sends_nothing_as_another(page):
    """A tab of anna is open while bob signs in in another one: the server refuses to write in his name."""
    page.goto(BASE + "/notes/new")
    other = page.context.new_page()
    page.context.set_offline(True)
    page.locator("textarea").fill("of anna alone")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("[data-outbox-count]")).to_have_text("1")
    answer = page.context.request.post(BASE + "/signin", form={"name": "bob", "password": PASSWORD}, headers={"Origin": BASE})
    assert answer.ok
    page.context.set_offline(False)
    expect(page.locator("[data-banner=connection]")).to_contain_text("Sign in")
    other.goto(BASE + "/notes")
    assert "of anna alone" not in [note["text"] for note in notes(other)]
    expect(page.locator("[data-banner=viewer]")).to_contain_text("Another person signed in")
    other.close()
    page.goto(BASE + "/")
    sign_out(page)
    page.wait_for_url(BASE + "/signin")
    sign_in_and_send(page)
    assert notes(page)[0]["text"] == "of anna alone", notes(page)[0]
    lists_are_kept(page)


def old_copies_are_gone(page):
    page.evaluate(TOUCH, 6.9)
    page.context.set_offline(True)
    page.goto(BASE + "/sites")
    expect(page.locator("[data-banner=kept]")).to_contain_text("Offline, as of")
    page.evaluate(TOUCH, 7.1)
    page.goto(BASE + "/sites")
    expect(page.locator("[data-offline-text]")).to_contain_text("there is no copy of this page")
    page.context.set_offline(False)
    expect(page.locator("[data-offline-text]")).to_have_count(0)
    page.goto(BASE + "/")


def full_storage_loses_no_text(page):
    """Without room for a photo the text is kept, and without any, the form keeps it; all is sent when it can be."""
    page.goto(BASE + "/v/demo/" + page.locator("tr[data-id]").first.get_attribute("data-id"))
    page.context.set_offline(True)
    picture = io.BytesIO()
    Image.new("RGB", (40, 30), "orange").save(picture, "PNG")
    page.evaluate(FULL, False)
    page.locator("textarea").fill("no room for its photo")
    page.locator("input[type=file]").set_input_files({"name": "photo.png", "mimeType": "image/png", "buffer": picture.getvalue()})
    page.get_by_role("button", name="Save note").click()
    expect(page.locator("[data-draft-state]")).to_contain_text("There is no room for its photos")
    expect(page.locator("[data-outbox-count]")).to_have_text("1")
    page.evaluate(FULL, True)
    page.locator("textarea").fill("no room for this")
    page.get_by_role("button", name="Save note").click()
    expect(page.locator("[data-draft-state]")).to_contain_text("cannot keep the note. Copy the text.")
    expect(page.locator("textarea")).to_have_value("no room for this")
    page.context.set_offline(False)
    expect(page.locator("[data-outbox]")).to_be_hidden()
    page.get_by_role("button", name="Save note").click()
    expect(page.locator("article.note").first).to_contain_text("no room for this")
    expect(page.locator("article.note").nth(1)).to_contain_text("no room for its photo")


def named(worker, version):
    """The worker of another version."""
    return re.sub(rb'const version = "[^"]*"', b'const version = "%s"' % version.encode(), worker)


def slow_server_is_not_waited_for(page, proxy):
    proxy.changes = {"/worker.js": lambda content: named(content, "impatient")}
    page.goto(BASE + "/notes")
    until_updated(page, lambda names: names == ["fleet-app-impatient"], "the worker is not replaced")
    until_kept(page, lambda: page.evaluate(IS_FRESH, "/notes"), "the notes are not kept")
    proxy.answers.clear()
    page.goto(BASE + "/notes")
    expect(page.locator("[data-banner=kept]")).to_contain_text("Offline, as of")
    proxy.answers.set()
    expect(page.locator("[data-banner=kept]")).to_have_count(0)


def new_version_replaces_assets(page, proxy):
    """An update of the server: other styles, and so another worker."""
    proxy.changes = {
        "/fleet.css": lambda content: content + b"h1 { letter-spacing: 3px; }",
        "/worker.js": lambda content: patient(named(content, "updated")),
    }
    # The styles of a real update have another address: neither the worker nor the page may use those that it has loaded.
    devtools = page.context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.send("Network.clearBrowserCache")
    devtools.send("Network.setCacheDisabled", {"cacheDisabled": True})
    page.goto(BASE + "/notes")
    until_updated(page, lambda names: names == ["fleet-app-updated"], "the old assets are kept")
    page.context.set_offline(True)
    page.goto(BASE + "/notes")
    expect(page.locator("h1")).to_have_css("letter-spacing", "3px")
    devtools.detach()
    proxy.changes = {"/worker.js": patient}
    page.context.set_offline(False)
    expect(page.locator("[data-banner=kept]")).to_have_count(0)
    page.goto(BASE + "/")
    until_updated(page, lambda names: len(names) == 1 and names != ["fleet-app-updated"], "the updated assets are kept")


def signing_out_asks(page):
    """Without a connection too: nothing of anna remains, and the server ends the session before it shows a page."""
    lists_are_kept(page)
    page.goto(BASE + "/notes/new")
    page.context.set_offline(True)
    page.locator("textarea").fill("discard me")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("[data-outbox-count]")).to_have_text("1")
    page.locator("textarea").fill("only a draft")
    sign_out(page)
    dialog = page.locator("dialog.signout")
    expect(dialog).to_contain_text("1 change is not sent yet")
    expect(dialog).to_contain_text("discard me")
    expect(dialog).to_contain_text("Text that you typed and have not saved is discarded.")
    accessible(page)
    dialog.get_by_role("button", name="Send and sign out").click()
    expect(dialog).to_contain_text("The server cannot be reached.")
    dialog.get_by_role("button", name="Discard and sign out").click()
    expect(page.locator("h1")).to_have_text("Signed out")
    expect(page.locator("[data-offline-text]")).to_contain_text("Nothing of yours is kept on this device.")
    until_stored(page, lambda s: not pages(s) and not s["local"] and not s["databases"], "something of anna is kept")
    page.goto(BASE + "/notes")
    expect(page.locator("h1")).to_have_text("Signed out")
    expect(page.locator("main")).not_to_contain_text("Brake")
    page.context.set_offline(False)
    # The page for no connection loads itself again.
    page.wait_for_url("**/signin?next=*")
    until_stored(page, lambda s: "fleet-state" not in s["caches"], "the session is not ended")


def signing_out_sends(page):
    sign_in(page, BASE, "anna", PASSWORD)
    lists_are_kept(page)
    page.goto(BASE + "/notes/new")
    page.context.set_offline(True)
    page.locator("textarea").fill("sent at last")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("[data-outbox-count]")).to_have_text("1")
    sign_out(page)
    expect(page.locator("dialog.signout")).to_be_visible()
    page.context.route("**/api/v1/notes", lambda route: route.abort())
    with page.expect_event("requestfailed", lambda request: request.method == "POST" and request.url == BASE + "/api/v1/notes"):
        page.context.set_offline(False)
    page.context.unroute("**/api/v1/notes")
    page.get_by_role("button", name="Send and sign out").click()
    page.wait_for_url(BASE + "/signin")
    until_stored(page, lambda s: not s["caches"] and not s["databases"], "something is kept after signing out")
    assert not page.evaluate(STORED)["local"]
    sign_in(page, BASE, "anna", PASSWORD)
    assert notes(page)[0]["text"] == "sent at last"


def is_installable(page):
    """Chromium's own check of the manifest and the icons."""
    page.goto(BASE + "/")
    devtools = page.context.new_cdp_session(page)
    expect(page.locator("link[rel=manifest]")).to_have_count(1)
    def loaded():
        manifest = devtools.send("Page.getAppManifest")
        return manifest["url"] and manifest

    manifest = until(page, loaded, "the manifest is not loaded")
    assert not manifest["errors"] and manifest["url"] == BASE + "/manifest.webmanifest", manifest
    errors = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {error["errorId"] for error in errors} <= {"in-incognito"}, errors
    for icon in json.loads(manifest["data"])["icons"]:
        answer = page.request.get(BASE + icon["src"])
        assert answer.ok and answer.headers["content-type"] == icon["type"], icon
        if icon["type"] == "image/png":
            size = Image.open(io.BytesIO(answer.body())).size
            assert "{}x{}".format(*size) == icon["sizes"], icon


def main():
    proxy = Proxy(BASE, PORT)
    with browser() as chromium:
        page = signed_in(chromium, BASE, "anna", PASSWORD, "allow")
        bob = signed_in(chromium, BASE, "bob", PASSWORD, "allow")
        is_installable(page)
        key = lists_are_kept(page)
        starts_offline(page)
        vehicle = vehicle_opens(page)
        changes_wait(page, vehicle)
        marked_form_waits(page)
        both_versions_are_shown(page, bob)
        private_note_leaves_no_copy(page, bob)
        bob.context.close()
        expired_session_keeps_changes(chromium, page, key)
        open_tab_sends_nothing_as_another(page)
        old_copies_are_gone(page)
        full_storage_loses_no_text(page)
        slow_server_is_not_waited_for(page, proxy)
        new_version_replaces_assets(page, proxy)
        signing_out_asks(page)
        signing_out_sends(page)


main()

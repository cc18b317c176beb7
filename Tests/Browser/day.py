"""Three people do 50 tasks with phones that lose the connection: nothing is lost or doubled, and a conflict is shown.

usage: day.py URL PORT PASSWORD; people: root, an administrator, anna and bob, members. URL is that of a proxy that this
script starts, PORT that of the server. Exits 1 with the first expectation that fails.
"""

import sys

from chromium import browser, new_context
from people import sign_in, wait_for_scripts
from playwright.sync_api import expect
from proxy import Proxy

BASE, PORT, PASSWORD = sys.argv[1], int(sys.argv[2]), sys.argv[3]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def phone(chromium, name):
    """Returns the page of a person who signed in on a phone of their own."""
    page = new_context(chromium, "allow", **PHONE).new_page()
    sign_in(page, BASE, name, PASSWORD)
    return page


def api(page, method, path, body=None, version=None):
    headers = {"Origin": BASE} | ({"If-Match": f'"{version}"'} if version else {})
    answer = page.request.fetch(BASE + "/api/v1" + path, method=method, data=body, headers=headers)
    assert answer.ok, f"{method} {path}: {answer.status} {answer.text()}"
    return answer.json()


def tasks(page):
    """All tasks by their text."""
    found = api(page, "GET", "/notes?task=1&limit=200")["notes"]
    assert len({note["text"] for note in found}) == len(found), "a task is doubled"
    return {note["text"]: note for note in found}


def make_tasks(page):
    """Makes 15 tasks for each of three people, and 5 for nobody, about 50 vehicles."""
    vehicles = [v["vehicle_id"] for v in api(page, "GET", "/sources/demo/vehicles?limit=50")["vehicles"]]
    assert len(vehicles) == 50
    for index, vehicle in enumerate(vehicles):
        person = ["root", "anna", "bob"][index // 15] if index < 45 else None
        body = {"source": "demo", "vehicle_id": vehicle, "visibility": "team", "due": "2027-01-31T12:00:00Z"}
        body |= {"text": f"{person} {index}", "assignee": person} if person else {"text": f"shared {index}"}
        api(page, "POST", "/notes", body)


def keep(page, path):
    """Opens a page, and waits until the browser keeps a copy of it."""
    page.goto(BASE + path)
    page.wait_for_function("async (path) => Boolean(await caches.match(path))", arg=path)


def reconnect(page):
    """Returns the connection to a page. A kept copy then loads the page again, which would cut off what a test opens."""
    page.context.set_offline(False)
    expect(page.locator('[data-banner="kept"]')).to_have_count(0)


def do(page, texts, is_online=True):
    """Marks the tasks of a page with these texts as done; online, the page is loaded again without each."""
    for text in texts:
        note = page.locator("article.note").filter(has=page.get_by_text(text, exact=True))
        button = note.get_by_role("button", name="Done")
        if is_online:
            with page.expect_navigation():
                button.click()
            expect(button).to_have_count(0)
        else:
            button.click()


def own(name, notes):
    return sorted(text for text in notes if text.startswith(name + " "))


Proxy(BASE, PORT)
with browser() as chromium:
    people = {name: phone(chromium, name) for name in ["root", "anna", "bob"]}
    root, anna, bob = people.values()
    make_tasks(root)
    before = tasks(root)
    shared = own("shared", before)
    for page in people.values():
        keep(page, "/tasks?who=nobody")
        keep(page, "/tasks")
        expect(page.locator("article.note")).to_have_count(15)

    # anna and bob are in a basement: their tasks and the shared ones wait in their browsers, also while they go from
    # page to page and start again.
    for name, page in [("anna", anna), ("bob", bob)]:
        page.context.set_offline(True)
        page.goto(BASE + "/tasks")
        expect(page.locator("article.note")).to_have_count(15)
        do(page, own(name, before)[:10], is_online=False)
        # The number says that they are stored.
        expect(page.locator("[data-outbox-count]")).to_have_text("10")
        page.goto(BASE + "/tasks?who=nobody")
        do(page, shared, is_online=False)
        expect(page.locator("[data-outbox-count]")).to_have_text("15")
        page.reload()
        expect(page.locator("[data-outbox-count]")).to_have_text("15")

    # Meanwhile root does two of the shared tasks, and rewrites one that anna rewrites, too.
    root.goto(BASE + "/tasks?who=nobody")
    do(root, shared[:2])
    disputed = own("bob", before)[14]
    path = "/notes/" + before[disputed]["id"]
    keep(bob, "/tasks")
    reconnect(anna)
    expect(anna.locator("[data-outbox]")).to_be_hidden()
    anna.goto(BASE + path)
    anna.context.set_offline(True)
    anna.locator("textarea").fill("bob 44, as anna sees it")
    anna.get_by_role("button", name="Save", exact=True).click()
    expect(anna.locator("[data-outbox-count]")).to_have_text("1")
    api(root, "PATCH", path, {"text": "bob 44, as root sees it"}, before[disputed]["version"])

    # The connection returns: all is sent, and the only conflict asks.
    reconnect(bob)
    reconnect(anna)
    expect(bob.locator("[data-outbox]")).to_be_hidden()
    expect(anna.locator("[data-outbox].needs-attention")).to_be_visible()
    expect(anna.locator("[data-outbox-count]")).to_have_text("1")
    anna.locator("[data-outbox] summary").click()
    expect(anna.locator(".outbox-reason")).to_have_text("root saved a newer version.")
    anna.get_by_role("button", name="Compare both").click()
    expect(anna.locator(".versions")).to_contain_text("bob 44, as root sees it")
    wait_for_scripts(anna)
    anna.get_by_role("button", name="Save your version").click()
    anna.wait_for_url(BASE + path)

    # The rest is done with a connection.
    for name, page in people.items():
        page.goto(BASE + "/tasks")
        do(page, [text for text in own(name, tasks(root)) if not tasks(root)[text]["done"]])

    after = tasks(root)
    assert len(after) == 50, len(after)
    assert {note["id"] for note in after.values()} == {note["id"] for note in before.values()}
    assert all(note["done"] for note in after.values()), [text for text, note in after.items() if not note["done"]]
    assert "bob 44, as anna sees it" in after
    for text, note in after.items():
        if not text.startswith("shared"):
            assert note["done_by"] == text.split()[0], note
    assert [after[text]["done_by"] for text in shared[:2]] == ["root", "root"], "the first who did it is named"
    root.goto(BASE + "/tasks")
    expect(root.locator("main")).to_contain_text("0 open")

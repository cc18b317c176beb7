"""A team's table in Debian's Chromium: upload, edits of one row by two people, a sighting without a connection, a printed label,
a filtered sheet, and a finder's report.

usage: table.py URL PASSWORD; people: root, an administrator, and anna and bob, members. Exits 1 with the first expectation that
fails.
"""

import sys

from chromium import browser, new_context
from people import sign_in, wait_for_scripts
from playwright.sync_api import expect

BASE, PASSWORD = sys.argv[1:]
TABLE = """Number,Name,Type,State,Latitude,Longitude,Shelf,PIN
CB-001,Alma,cargo bike,available,48.137,11.575,A3,1234
CB-002,Bo,cargo bike,available,48.138,11.577,A4,5678
,Cleo,cargo bike,available,48.139,11.578,B1,
"""


def signed_in(chromium, name, **options):
    page = new_context(chromium, **options).new_page()
    sign_in(page, BASE, name, PASSWORD)
    return page


def upload(page, text):
    page.locator("input[type=file]").set_input_files({"name": "bikes.csv", "mimeType": "text/csv", "buffer": text.encode()})
    page.locator("form:has(input[type=file])").get_by_role("button", name="Preview").click()


def add_source(root):
    root.goto(BASE + "/admin/sources#add")
    form = root.locator("form:has(input[type=file])")
    form.locator("input[name=name]").fill("bikes")
    upload(root, TABLE)
    expect(root.locator("main")).to_contain_text("3 rows")
    root.get_by_label("Who sees Shelf").select_option("members")
    expect(root.get_by_label("Who sees PIN")).to_have_value("administrators")
    root.get_by_role("button", name="Add source").click()
    expect(root.locator(".banner-good")).to_contain_text("bikes")
    root.goto(BASE + "/admin/sources")
    root.get_by_role("row", name="bikes").locator('a[href^="/admin/sources/"]').first.click()
    root.wait_for_url("**/admin/sources/*")
    return root.url


def two_edit_one_row(anna, bob):
    for page in (anna, bob):
        page.goto(BASE + "/v/bikes/CB-001/edit")
        expect(page.locator("main")).not_to_contain_text("1234")
    bob.get_by_label("Name").fill("Berta")
    bob.get_by_role("button", name="Save").click()
    bob.wait_for_url("**/v/bikes/CB-001")
    anna.get_by_label("Name").fill("Anton")
    anna.get_by_label("Shelf").fill("C7")
    anna.get_by_role("button", name="Save").click()
    expect(anna.locator("main")).to_contain_text("now: Berta")
    expect(anna.get_by_label("Shelf")).to_have_value("C7")
    anna.get_by_role("button", name="Save").click()
    anna.wait_for_url("**/v/bikes/CB-001")
    expect(anna.locator("main")).to_contain_text("C7")


def sighting_waits(anna):
    anna.goto(BASE + "/v/bikes/CB-002")
    wait_for_scripts(anna)
    anna.context.set_offline(True)
    anna.get_by_role("button", name="It is here").click()
    expect(anna.locator("[data-sighting-state]")).to_contain_text("connection")
    anna.context.set_offline(False)
    expect(anna.locator("[data-sighting]")).to_contain_text("by anna")
    expect(anna.locator("main")).to_contain_text("48.20000, 11.60000")


def printed_label(bob):
    bob.goto(BASE + "/v/bikes/CB-017")
    row = bob.locator("li", has_text="Cleo")
    row.get_by_role("button", name="Assign").click()
    bob.wait_for_url("**/v/bikes/CB-017")
    expect(bob.locator("h1")).to_contain_text("CB-017")


def filtered_sheet(root, source):
    root.goto(source)
    upload(root.locator("#rows"), "Number,Shelf\nCB-001,D1\n")
    expect(root.locator("main")).to_contain_text("0 added, 1 changed, 2 not in the file")
    root.get_by_role("button", name="Replace rows").click()
    root.wait_for_url("**done=rows**")
    for vehicle in ("CB-002", "CB-017"):
        root.goto(f"{BASE}/v/bikes/{vehicle}")
        expect(root.locator("h1")).to_contain_text(vehicle)
    root.goto(source)
    root.get_by_text("Earlier rows").click()
    root.get_by_role("link", name="Compare and restore …").first.click()
    expect(root.locator("main")).to_contain_text("D1 → C7")
    root.get_by_role("button", name="Restore these rows").click()
    root.wait_for_url("**done=rows**")


def finder(chromium, root, anna, source):
    root.goto(source)
    for value in ("page", "reports"):
        root.locator(f"input[name=publish][value={value}]").check()
    root.locator("form:has(input[name=publish])").get_by_role("button", name="Save").click()
    root.wait_for_url("**done=published**")
    stranger = new_context(chromium, viewport={"width": 360, "height": 740}).new_page()
    stranger.goto(BASE + "/v/bikes/CB-001")
    expect(stranger.locator("main")).not_to_contain_text("Anton")
    stranger.get_by_text("Report a problem").click()
    stranger.get_by_label("What is wrong?").fill("The bell is gone")
    stranger.get_by_role("button", name="Send report").click()
    expect(stranger.locator("main")).to_contain_text("Thank you for your report")
    anna.goto(BASE + "/attention?source=bikes")
    expect(anna.locator("main section").first).to_contain_text("The bell is gone")


with browser() as chromium:
    place = {"latitude": 48.2, "longitude": 11.6, "accuracy": 8}
    root, bob = signed_in(chromium, "root"), signed_in(chromium, "bob")
    anna = signed_in(chromium, "anna", geolocation=place, permissions=["geolocation"])
    source = add_source(root)
    two_edit_one_row(anna, bob)
    sighting_waits(anna)
    printed_label(bob)
    filtered_sheet(root, source)
    finder(chromium, root, anna, source)

"""Takes the pictures of the README in Debian's Chromium: the list, a vehicle and the map of the simulated fleet.

usage: pictures.py ADDRESS NAME PASSWORD FOLDER
"""

import io
import sys
from pathlib import Path

from PIL import Image
from chromium import PATH
from people import sign_in
from playwright.sync_api import sync_playwright

BASE, NAME, PASSWORD, FOLDER = sys.argv[1], sys.argv[2], sys.argv[3], Path(sys.argv[4])
# Software rendering: the machine may have no graphics card. Root needs --no-sandbox.
FLAGS = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"]
MAX_BYTES = 200_000


def save(page, name):
    """Saves the page with as few colors as a small file needs."""
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    for colors in (256, 128, 64, 32):
        file = io.BytesIO()
        picture.quantize(colors, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
        if len(file.getvalue()) <= MAX_BYTES:
            break
    else:
        sys.exit(f"{name} is larger than {MAX_BYTES} bytes")
    (FOLDER / name).write_bytes(file.getvalue())
    print(f"wrote {FOLDER / name}: {len(file.getvalue())} bytes")


def settle(page):
    """Waits until the page's maps are drawn."""
    page.wait_for_load_state("networkidle")
    page.evaluate("""async () => {
        for (const box of document.querySelectorAll("[data-map]")) {
            for (let i = 0; i < 100 && !box.fleetMap; i++) await new Promise((done) => setTimeout(done, 100));
        }
        await new Promise((done) => setTimeout(done, 1500));
    }""")


def pictures(browser):
    desktop = {"width": 1440, "height": 900}
    page = browser.new_context(viewport=desktop, service_workers="block", locale="en").new_page()
    sign_in(page, BASE, NAME, PASSWORD)
    for vehicle in ("ABP-PHY", "AKC-ERC", "KEI-XVC"):
        answer = page.request.put(f"{BASE}/api/v1/sources/demo/favorites/{vehicle}", data={},
                                  headers={"Origin": BASE})
        assert answer.ok, answer.text()
    page.goto(BASE + "/?color=red")
    settle(page)
    save(page, "list.png")
    page.goto(BASE + "/map?color=all")
    settle(page)
    save(page, "map.png")
    phone = browser.new_context(
        viewport={"width": 390, "height": 844}, device_scale_factor=2, color_scheme="dark", locale="en",
        service_workers="block", storage_state=page.context.storage_state()).new_page()
    answer = phone.goto(BASE + "/v/demo/ABP-PHY")
    assert answer.ok, answer.status
    settle(phone)
    save(phone, "vehicle.png")


with sync_playwright() as playwright:
    chromium = playwright.chromium.launch(executable_path=PATH, args=FLAGS)
    pictures(chromium)
    chromium.close()

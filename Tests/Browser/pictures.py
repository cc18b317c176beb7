"""Takes the pictures of the README in Debian's Chromium: the list, a vehicle and the map of the simulated fleet.

usage: pictures.py ADDRESS NAME PASSWORD FOLDER
"""

import io
import sys
from pathlib import Path

from PIL import Image
from chromium import browser, new_context
from people import sign_in
from waiting import FRAMES

BASE, NAME, PASSWORD, FOLDER = sys.argv[1], sys.argv[2], sys.argv[3], Path(sys.argv[4])
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


# Whether all maps of a page rest and draw what belongs to their zoom.
DRAWN = """() => [...document.querySelectorAll("[data-map]")].every((section) => {
    const { fleetMap } = section;
    return section.matches(".ready") && fleetMap.map.loaded() && !fleetMap.map.isMoving() && fleetMap.zoomToBuild() === undefined;
})"""


def settle(page):
    """Waits until the page's maps are drawn."""
    page.wait_for_function(DRAWN)
    page.evaluate(FRAMES)


def pictures(chromium):
    desktop = {"width": 1440, "height": 900}
    page = new_context(chromium, viewport=desktop, locale="en").new_page()
    sign_in(page, BASE, NAME, PASSWORD)
    for vehicle in ("ABP-PHY", "AKC-ERC", "KEI-XVC"):
        answer = page.request.put(f"{BASE}/api/v1/sources/demo/favorites/{vehicle}", data={},
                                  headers={"Origin": BASE})
        assert answer.ok, answer.text()
    page.goto(BASE + "/")
    page.locator(".filters .pill", has_text="red").first.click()
    page.wait_for_url("**color=red**")
    settle(page)
    save(page, "list.png")
    page.goto(BASE + "/map?color=all")
    settle(page)
    save(page, "map.png")
    phone = new_context(
        chromium, viewport={"width": 390, "height": 844}, device_scale_factor=2, color_scheme="dark", locale="en",
        storage_state=page.context.storage_state()).new_page()
    answer = phone.goto(BASE + "/v/demo/ABP-PHY")
    assert answer.ok, answer.status
    settle(phone)
    save(phone, "vehicle.png")


with browser() as chromium:
    pictures(chromium)

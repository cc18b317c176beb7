"""Draws every SVG of a folder, `name.svg` as `name.png` with one bit per pixel.

usage: rasterize.py FOLDER

Supports only rectangles in a path (M, m, h, H, v, z) with edges between pixels, and fails on
anything else. Prints a line for each file: its name, and its width, viewBox and colors in
hexadecimal.
"""

import pathlib
import re
import sys
import xml.etree.ElementTree as xml

from PIL import Image, ImageDraw

SVG = "{http://www.w3.org/2000/svg}"
RECTANGLE = re.compile(r"h(\d+)v(\d+)[hH](-?\d+)z")


def rectangles(path):
    """Yields left, top, width and height of each, in units of the viewBox."""
    x = y = 0
    for part in re.split(r"(?=[Mm])", path)[1:]:
        move = re.match(r"([Mm])(-?\d+) (-?\d+)", part)
        dx, dy = int(move[2]), int(move[3])
        x, y = (dx, dy) if move[1] == "M" else (x + dx, y + dy)
        if move.end() == len(part):
            continue
        shape = RECTANGLE.fullmatch(part, move.end())
        assert int(shape[3]) in (-int(shape[1]), 0), part
        yield x, y, int(shape[1]), int(shape[2])


def draw(path):
    root = xml.parse(path).getroot()
    assert root.tag == SVG + "svg" and root.get("width") == root.get("height"), root.attrib
    background, symbol = root
    view = [int(number) for number in root.get("viewBox").split()]
    width = root.get("width")
    scale = int(width) // view[2] if width.isdigit() else 4
    image = Image.new("1", (view[2] * scale, view[3] * scale), 1)
    pen = ImageDraw.Draw(image)
    assert list(rectangles(background.get("d"))) == [(0, 0, view[2], view[3])]
    for x, y, w, h in rectangles(symbol.get("d")):
        box = (x * scale, y * scale, (x + w) * scale - 1, (y + h) * scale - 1)
        pen.rectangle(box, fill=0)
    image.save(path.with_suffix(".png"))
    return f"{width} {root.get('viewBox')} {symbol.get('fill')} {background.get('fill')}"


for file in sorted(pathlib.Path(sys.argv[1]).glob("*.svg")):
    print(file.stem, draw(file).encode().hex())

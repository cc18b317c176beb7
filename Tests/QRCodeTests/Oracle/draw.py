"""Draws every text file of a folder as a terminal would, with gaps between the lines.

usage: draw.py dark|light|both GAPS FOLDER

For `name.txt` it writes `name-dark-0.png` and so on: the background of the theme, and the height of
the gap in pixels, from 0 to GAPS - 1. As in terminals with line spacing, the background color of a
character fills the gap below it; the foreground color does not.
"""

import pathlib
import re
import sys

from PIL import Image, ImageDraw

CELL_WIDTH, CELL_HEIGHT = 4, 8
# Foreground and background of the theme, as greys.
THEMES = {"dark": (210, 30), "light": (20, 250)}
PALETTE = {16: 0, 231: 255}
# Vertical range of a cell that a character fills, in halves of its height.
FILLED = {" ": (0, 0), "▀": (0, 1), "▄": (1, 2), "█": (0, 2), "#": (0, 2)}
TOKEN = re.compile(r"\x1b\[([0-9;]+)m|([^\x1b])")


def select(codes, colors, theme):
    """Foreground and background after a color sequence; fails on an unknown one."""
    foreground, background = colors
    numbers = [int(code) for code in codes.split(";")]
    while numbers:
        kind = numbers.pop(0)
        if kind == 0:
            foreground, background = theme
            continue
        assert kind in (38, 48) and numbers.pop(0) == 5, codes
        color = PALETTE[numbers.pop(0)]
        if kind == 38:
            foreground = color
        else:
            background = color
    return foreground, background


def draw(text, theme, gap):
    lines = text.split("\n")
    assert lines.pop() == "", "the last line has no line feed"
    width = max(len(TOKEN.sub(lambda token: token[2] or "", line)) for line in lines)
    pitch = CELL_HEIGHT + gap
    image = Image.new("L", ((width + 4) * CELL_WIDTH, (len(lines) + 4) * pitch), theme[1])
    pen = ImageDraw.Draw(image)
    colors = theme
    for row, line in enumerate(lines):
        x, y = 2 * CELL_WIDTH, (row + 2) * pitch
        for token in TOKEN.finditer(line):
            if token[1]:
                colors = select(token[1], colors, theme)
                continue
            right = x + CELL_WIDTH - 1
            pen.rectangle((x, y, right, y + pitch - 1), fill=colors[1])
            top, bottom = (half * CELL_HEIGHT // 2 for half in FILLED[token[2]])
            if top < bottom:
                pen.rectangle((x, y + top, right, y + bottom - 1), fill=colors[0])
            x += CELL_WIDTH
        assert colors == theme, "a line ends without a reset"
    return image


def main(background, gaps, folder):
    for path in pathlib.Path(folder).glob("*.txt"):
        text = path.read_text(encoding="utf-8")
        for name in THEMES if background == "both" else [background]:
            for gap in range(int(gaps)):
                image = draw(text, THEMES[name], gap)
                image.save(path.with_name(f"{path.stem}-{name}-{gap}.png"), compress_level=1)


main(*sys.argv[1:])

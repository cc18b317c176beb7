"""Records a session of commands in a terminal as an SVG file: their text with its colors.

usage: session.py PROGRAM FILE
"""

import os
import re
import subprocess
import sys
import tempfile
from html import escape

PROGRAM, FILE = sys.argv[1:]
COMMANDS = [
    "fleet list --color red --limit 5",
    "fleet map --color red --size 96x12",
    "fleet detail ABP-PHY --art half | tail -n 15",
]
COLUMNS, CELL_WIDTH, CELL_HEIGHT, MARGIN = 110, 8.4, 18, 16
BACKGROUND, FOREGROUND = "#10161d", "#d5dbe1"
# The sixteen colors of a terminal, then a cube of 6 x 6 x 6, then grays (xterm).
BASE = ["#1c2128", "#e5534b", "#57ab5a", "#c69026", "#539bf5", "#b083f0", "#39c5cf", "#adbac7",
        "#768390", "#ff938a", "#6bc46d", "#daaa3f", "#6cb6ff", "#dcbdfb", "#56d4dd", "#ffffff"]


def color(number):
    """Returns one of 256 colors."""
    if number == 16:
        return "#000000"
    if number < 16:
        return BASE[number]
    if number >= 232:
        return "#" + 3 * f"{8 + 10 * (number - 232):02x}"
    levels = [0, 95, 135, 175, 215, 255]
    number -= 16
    return "#" + "".join(f"{levels[number // step % 6]:02x}" for step in (36, 6, 1))


def styled(style, codes):
    """Returns a style after a sequence of SGR codes: (foreground, background, is bold, is faint)."""
    foreground, background, bold, faint = style
    codes = [int(code or 0) for code in codes.split(";")]
    while codes:
        code = codes.pop(0)
        if code == 0:
            foreground, background, bold, faint = None, None, False, False
        elif code in (1, 2):
            bold, faint = bold or code == 1, faint or code == 2
        elif code == 22:
            bold = faint = False
        elif code in (38, 48) and codes[:1] == [5]:
            value, codes = color(codes[1]), codes[2:]
            foreground, background = (value, background) if code == 38 else (foreground, value)
        elif code in (38, 48) and codes[:1] == [2]:
            value, codes = "#%02x%02x%02x" % tuple(codes[1:4]), codes[4:]
            foreground, background = (value, background) if code == 38 else (foreground, value)
        elif code in (39, 49):
            foreground, background = (None, background) if code == 39 else (foreground, None)
        elif 30 <= code <= 37 or 90 <= code <= 97:
            foreground = BASE[code - 30 if code < 90 else code - 82]
        elif 40 <= code <= 47 or 100 <= code <= 107:
            background = BASE[code - 40 if code < 100 else code - 92]
    return foreground, background, bold, faint


def runs(line):
    """Yields (column, text, style) for the parts of a line with one style each."""
    style, column = (None, None, False, False), 0
    for part in re.split(r"(\x1b\[[0-9;]*m)", line):
        if part.startswith("\x1b["):
            style = styled(style, part[2:-1])
        elif part:
            yield column, part, style
            column += len(part)


def spans(fills):
    """Yields (color, first cell, number of cells) for the cells of one color beside each other."""
    start = 0
    for index in range(1, len(fills) + 1):
        if index == len(fills) or fills[index] != fills[start]:
            if fills[start]:
                yield fills[start], start, index - start
            start = index


def drawn(row, line):
    """Yields the elements of a line."""
    y = MARGIN + row * CELL_HEIGHT
    for column, text, (foreground, background, bold, faint) in runs(line):
        x, width = MARGIN + column * CELL_WIDTH, len(text) * CELL_WIDTH
        if "\u2580" in text and not text.strip("\u2580 "):
            # The upper half of each cell; fonts leave gaps between lines.
            for top, half in ((y, "\u2580"), (y + CELL_HEIGHT / 2, "")):
                fills = [foreground if half == character else background for character in text]
                for fill, left, count in spans(fills):
                    yield (f'<rect x="{x + left * CELL_WIDTH:.1f}" y="{top:.1f}" width="{count * CELL_WIDTH:.1f}" '
                           f'height="{CELL_HEIGHT / 2:.1f}" fill="{fill}" shape-rendering="crispEdges"/>')
            continue
        if background:
            yield f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="{CELL_HEIGHT}" fill="{background}"/>'
        if text.strip():
            weight = ' font-weight="bold"' if bold else ""
            opacity = ' opacity="0.7"' if faint else ""
            yield (f'<text x="{x:.1f}" y="{y + 13.5:.1f}" fill="{foreground or FOREGROUND}"{weight}{opacity} '
                   f'textLength="{width:.1f}" xml:space="preserve">{escape(text)}</text>')


def session():
    """Returns the lines of the session."""
    lines = []
    with tempfile.TemporaryDirectory() as home:
        environment = {
            "FLEET_HOME": home, "HOME": home, "FLEET_NOW": "2026-01-31T12:00:00Z", "TZ": "UTC",
            "COLUMNS": str(COLUMNS), "TERM": "xterm-256color", "PAGER": "cat", "PATH": os.environ["PATH"],
        }
        for command in COMMANDS:
            # In a pipe, colors need an option.
            first, *filters = command.split(" | ")
            shell = " | ".join([first.replace("fleet", '"$0"', 1) + " --ansi always 2>&1", *filters])
            output = subprocess.run(["sh", "-c", shell, PROGRAM], env=environment, check=True, capture_output=True,
                                    text=True)
            lines += [f"\x1b[32m$\x1b[0m \x1b[1m{command}\x1b[0m", *output.stdout.splitlines(), ""]
    return lines[:-1]


lines = session()
width, height = COLUMNS * CELL_WIDTH + 2 * MARGIN, len(lines) * CELL_HEIGHT + 2 * MARGIN
elements = [element for row, line in enumerate(lines) for element in drawn(row, line)]
with open(FILE, "w", encoding="utf-8") as file:
    file.write(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" width="{width:.0f}" '
        f'height="{height}" font-family="ui-monospace, Menlo, Consolas, \'DejaVu Sans Mono\', monospace" '
        f'font-size="13.6">\n<title>A session of fleet in a terminal</title>\n'
        f'<rect width="100%" height="100%" rx="8" fill="{BACKGROUND}"/>\n' + "\n".join(elements) + "\n</svg>\n")

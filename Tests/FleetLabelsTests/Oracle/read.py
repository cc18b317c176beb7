"""Reads a PDF file of labels with programs that others wrote.

usage: read.py symbols|zbar|colors DPI FILE | read.py words FILE

Pages are drawn by poppler. `symbols` prints a line for each QR code that zxing finds: the page,
from 1, the left, upper, right and lower end of its modules in millimetres, and its bytes in
hexadecimal. `zbar` prints what zbar reads in each of them, alone: of many on a page it misses
some, whoever has drawn them. `colors` prints the colors of the first page, in hexadecimal, and
how many pixels have them. `words` prints for each word the page, its ends in millimetres, and
its text.
"""

import html
import pathlib
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

ZBAR = ["zbarimg", "-q", "--raw", "-Sdisable", "-Sqrcode.enable"]


def pages(dpi, file, folder):
    draw = ["pdftoppm", "-gray", "-r", dpi, file, folder + "/page"]
    subprocess.run(draw, check=True)
    return sorted(pathlib.Path(folder).glob("*.pgm"))


def symbols(path):
    import zxingcpp
    from PIL import Image

    image = Image.open(path).convert("L")
    found = zxingcpp.read_barcodes(image, formats=zxingcpp.BarcodeFormat.QRCode)
    for code in found:
        place = code.position
        corners = [place.top_left, place.top_right, place.bottom_right, place.bottom_left]
        across, down = [c.x for c in corners], [c.y for c in corners]
        yield (min(across), min(down), max(across), max(down)), code.bytes


def zbar(path):
    from PIL import Image

    image = Image.open(path)
    for number, (ends, _) in enumerate(symbols(path)):
        margin = (ends[2] - ends[0]) / 8
        box = [ends[0] - margin, ends[1] - margin, ends[2] + margin, ends[3] + margin]
        label = f"{path}-{number}.pgm"
        image.crop([round(end) for end in box]).save(label)
        quiet = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        yield subprocess.run(ZBAR + [label], check=False, **quiet).stdout.decode()


def print_pages(dpi, file, read, show):
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(4) as pool:
        paths = pages(dpi, file, folder)
        for number, found in enumerate(pool.map(read, paths), 1):
            show(number, found)


def print_symbols(dpi, file):
    def show(page, found):
        for ends, payload in found:
            ends = [f"{end * 25.4 / float(dpi):.3f}" for end in ends]
            print(page, *ends, payload.hex())

    print_pages(dpi, file, lambda path: list(symbols(path)), show)


def print_zbar(dpi, file):
    print_pages(dpi, file, lambda path: "".join(zbar(path)), lambda _, read: print(read, end=""))


def print_words(file):
    text = subprocess.run(
        ["pdftotext", "-bbox", file, "-"], stdout=subprocess.PIPE, check=True
    ).stdout.decode()
    page = 0
    number = r'="([-0-9.]+)"'
    word = re.compile(f"<word xMin{number} yMin{number} xMax{number} yMax{number}>(.*)</word>")
    for line in text.splitlines():
        page += "<page " in line
        if found := word.search(line):
            ends = [f"{float(end) * 25.4 / 72:.3f}" for end in found.groups()[:4]]
            print(page, *ends, html.unescape(found[5]))


def print_colors(dpi, file):
    from PIL import Image

    with tempfile.TemporaryDirectory() as folder:
        draw = ["pdftoppm", "-singlefile", "-r", dpi, file, folder + "/page"]
        subprocess.run(draw, check=True)
        image = Image.open(folder + "/page.ppm")
        for count, color in image.getcolors(image.width * image.height):
            print(bytes(color).hex(), count)


commands = {
    "symbols": print_symbols,
    "zbar": print_zbar,
    "colors": print_colors,
    "words": print_words,
}
commands[sys.argv[1]](*sys.argv[2:])

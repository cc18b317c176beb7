"""Reads a PDF file of labels with external programs.

usage: read.py symbols|zbar|pdfium|colors DPI FILE | read.py words FILE

Pages are rendered by poppler, but those of `pdfium` by PDFium, whose payloads that zxing reads it
prints. `symbols` prints a line for each QR code that zxing finds: the page,
from 1; the left, upper, right and lower edge of its modules in millimetres; and its bytes in
hexadecimal. `zbar` prints the payload that zbar reads in each of them, cropped to one symbol, since
it misses some on a page of many. `colors` prints the colors of the pages in hexadecimal, with their
pixel counts. `words` prints for each word the page, its edges in millimetres and its text.
"""

import html
import pathlib
import re
import subprocess
import sys
import tempfile
from collections import Counter
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
        position = code.position
        corners = [
            position.top_left,
            position.top_right,
            position.bottom_right,
            position.bottom_left,
        ]
        across, down = [c.x for c in corners], [c.y for c in corners]
        yield (min(across), min(down), max(across), max(down)), code.bytes


def zbar(path):
    from PIL import Image

    image = Image.open(path)
    for number, (edges, _) in enumerate(symbols(path)):
        margin = (edges[2] - edges[0]) / 8
        box = [edges[0] - margin, edges[1] - margin, edges[2] + margin, edges[3] + margin]
        label = f"{path}-{number}.pgm"
        image.crop([round(edge) for edge in box]).save(label)
        quiet = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        yield subprocess.run(ZBAR + [label], check=False, **quiet).stdout.decode()


def print_pages(dpi, file, read, show):
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(4) as pool:
        paths = pages(dpi, file, folder)
        for number, found in enumerate(pool.map(read, paths), 1):
            show(number, found)


def print_symbols(dpi, file):
    def show(page, found):
        for edges, payload in found:
            edges = [f"{edge * 25.4 / float(dpi):.3f}" for edge in edges]
            print(page, *edges, payload.hex())

    print_pages(dpi, file, lambda path: list(symbols(path)), show)


def print_zbar(dpi, file):
    print_pages(dpi, file, lambda path: "".join(zbar(path)), lambda _, read: print(read, end=""))


def print_pdfium(dpi, file):
    import pypdfium2
    import zxingcpp

    for page in pypdfium2.PdfDocument(file):
        image = page.render(scale=float(dpi) / 72).to_pil().convert("L")
        for code in zxingcpp.read_barcodes(image, formats=zxingcpp.BarcodeFormat.QRCode):
            print(code.bytes.decode())


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
            edges = [f"{float(edge) * 25.4 / 72:.3f}" for edge in found.groups()[:4]]
            print(page, *edges, html.unescape(found[5]))


def print_colors(dpi, file):
    from PIL import Image

    pixels = Counter()
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["pdftoppm", "-r", dpi, file, folder + "/page"], check=True)
        for page in pathlib.Path(folder).glob("*.ppm"):
            image = Image.open(page)
            for count, color in image.getcolors(image.width * image.height):
                pixels[bytes(color).hex()] += count
    for color, count in pixels.items():
        print(color, count)


commands = {
    "symbols": print_symbols,
    "zbar": print_zbar,
    "pdfium": print_pdfium,
    "colors": print_colors,
    "words": print_words,
}
commands[sys.argv[1]](*sys.argv[2:])

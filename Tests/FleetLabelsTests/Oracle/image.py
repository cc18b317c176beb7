"""Reads images of labels with external programs.

usage: image.py zpl FILE | image.py difference FILE.pdf DPI FILE.png

`zpl` prints a line for each label of a file for Zebra printers, whose graphic fields zebrafy turns
back into an image: the width and height (^PW, ^LL), the copies (^PQ), the number of dots that are
black, and the payloads that zxing and zbar read. `difference` prints by how much a picture and the
first page, rendered by poppler, differ on average, of 255; and the number of pixels, of either, that
the other has nowhere within a pixel.
"""

import re
import subprocess
import sys
import tempfile

from PIL import Image, ImageChops, ImageFilter, ImageStat

LABEL = re.compile(
    r"\^XA\n\^PW(\d+)\^LL(\d+)\^LH0,0\n((?:\^FO0,\d+\^GFA,[^^]*\^FS\n)+)\^PQ(\d+)\n\^XZ\n"
)
FIELD = re.compile(r"\^FO0,(\d+)(\^GFA,(\d+),(\d+),(\d+),[^^]*\^FS)")
ZBAR = ["zbarimg", "-q", "--raw", "-Sdisable", "-Sqrcode.enable"]


def image_of(width, height, fields):
    from zebrafy import ZebrafyZPL

    image = Image.new("L", (width, height), 255)
    bottom = 0
    for top, field, sent, count, row in FIELD.findall(fields):
        assert int(top) == bottom and sent == count and int(count) <= 99999
        assert int(row) == (width + 7) // 8
        part = ZebrafyZPL("^XA" + field + "^XZ").to_images()[0]
        image.paste(part.convert("L"), (0, bottom))
        bottom += part.height
    assert bottom == height
    return image


def print_zpl(file):
    import zxingcpp

    text = open(file, encoding="ascii").read()
    assert LABEL.sub("", text) == ""
    for width, height, fields, copies in LABEL.findall(text):
        image = image_of(int(width), int(height), fields)
        codes = zxingcpp.read_barcodes(image, formats=zxingcpp.BarcodeFormat.QRCode)
        with tempfile.NamedTemporaryFile(suffix=".png") as picture:
            image.save(picture.name)
            quiet = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
            zbar = subprocess.run(ZBAR + [picture.name], check=False, **quiet).stdout.decode()
        black = image.histogram()[0]
        print(width, height, copies, black, *[code.text for code in codes], *zbar.split())


def print_difference(file, dpi, picture):
    with tempfile.TemporaryDirectory() as folder:
        draw = ["pdftoppm", "-gray", "-r", dpi, "-singlefile", file, folder + "/page"]
        subprocess.run(draw, check=True)
        page = Image.open(folder + "/page.pgm")
        page.load()
    image = Image.open(picture).convert("L")
    # poppler rounds the sides of a page up.
    assert all(0 <= ours - own <= 1 for ours, own in zip(page.size, image.size))
    page = page.crop((0, 0) + image.size)
    mean = ImageStat.Stat(ImageChops.difference(page, image)).mean[0]
    print(f"{mean:.3f} {strange(image, page) + strange(page, image)}")


def strange(image, other):
    """Returns the number of pixels much darker or lighter than all pixels of another around it."""
    darker = ImageChops.subtract(other.filter(ImageFilter.MinFilter(3)), image)
    lighter = ImageChops.subtract(image, other.filter(ImageFilter.MaxFilter(3)))
    return sum(sum(each.histogram()[64:]) for each in (darker, lighter))


commands = {"zpl": print_zpl, "difference": print_difference}
commands[sys.argv[1]](*sys.argv[2:])

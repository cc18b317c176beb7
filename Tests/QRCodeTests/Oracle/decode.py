"""Reads the QR code in every PNG of a folder with decoders that others wrote.

usage: decode.py zxing|zbar|pixels FOLDER

Prints a line for each file: its name, and in hexadecimal the bytes that were read, or nothing if
no code was found. `pixels` reads no code: it prints the pixels, row by row, a bit each, as
Pillow unpacks them from an image of one bit a pixel.
"""

import pathlib
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

ZBAR = ["zbarimg", "-q", "--raw", "--oneshot", "-Sdisable", "-Sqrcode.enable", "-Sbinary"]


def zxing(path):
    import zxingcpp
    from PIL import Image

    image = Image.open(path).convert("L")
    found = zxingcpp.read_barcode(image, formats=zxingcpp.BarcodeFormat.QRCode)
    return found.bytes if found else b""


def zbar(path):
    quiet = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    return subprocess.run(ZBAR + [path], check=False, **quiet).stdout


def pixels(path):
    from PIL import Image

    image = Image.open(path)
    assert image.mode == "1", image.mode
    return image.tobytes()


def main(reader, folder):
    paths = sorted(pathlib.Path(folder).glob("*.png"))
    with ThreadPoolExecutor(4) as pool:
        for path, read in zip(paths, pool.map(reader, paths)):
            print(path.stem, read.hex())


main({"zxing": zxing, "zbar": zbar, "pixels": pixels}[sys.argv[1]], sys.argv[2])

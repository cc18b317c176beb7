"""Reads the QR code in every PNG of a folder with independent decoders.

usage: decode.py zxing|zbar|symbol|pixels|header FOLDER

Prints a line for each file: its name and the decoded bytes in hexadecimal, or nothing if no symbol
was found. `symbol` prints the properties reported by zxing-cpp: version, level, mask and the ECI,
if any. `pixels` and `header` print what Pillow reads from the image: the pixels row by row, one bit
each, and the mode, resolution and palette.
"""

import pathlib
import re
import struct
import subprocess
import sys
import zlib
from concurrent.futures import ThreadPoolExecutor

ZBAR = ["zbarimg", "-q", "--raw", "--oneshot", "-Sdisable", "-Sqrcode.enable", "-Sbinary"]


def zxing(path):
    import zxingcpp
    from PIL import Image

    image = Image.open(path).convert("L")
    found = zxingcpp.read_barcode(image, formats=zxingcpp.BarcodeFormat.QRCode)
    return found.bytes if found else b""


def symbol(path):
    import zxingcpp
    from PIL import Image

    mode = zxingcpp.TextMode.HexECI
    found = zxingcpp.read_barcode(Image.open(path).convert("L"), text_mode=mode)
    eci = re.match(rb"\]Q2\\0000(\d\d)", bytes.fromhex(found.text))
    properties = [found.extra["Version"], found.ec_level, str(found.extra["DataMask"])]
    return " ".join(properties).encode() + (b" " + eci[1] if eci else b"")


def zbar(path):
    quiet = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    return subprocess.run(ZBAR + [path], check=False, **quiet).stdout


def check_sums(path):
    """Fails on a wrong checksum of a chunk or of the pixels, which Pillow might ignore."""
    data = path.read_bytes()[8:]
    packed = b""
    while data:
        size, kind = struct.unpack(">I4s", data[:8])
        content, sum = data[8 : 8 + size], data[8 + size : 12 + size]
        assert zlib.crc32(kind + content) == int.from_bytes(sum, "big"), kind
        packed += content if kind == b"IDAT" else b""
        data = data[12 + size :]
    zlib.decompress(packed)


def pixels(path):
    from PIL import Image

    check_sums(path)
    image = Image.open(path)
    assert image.mode == "1", image.mode
    return image.tobytes()


def header(path):
    from PIL import Image

    image = Image.open(path)
    resolution = round(image.info.get("dpi", (0,))[0], 4)
    palette = (image.getpalette() or [])[:6]
    return f"{image.mode} {resolution} {bytes(palette).hex()}".encode()


def main(reader, folder):
    paths = sorted(pathlib.Path(folder).glob("*.png"))
    with ThreadPoolExecutor(4) as pool:
        for path, read in zip(paths, pool.map(reader, paths)):
            print(path.stem, read.hex())


READERS = (zxing, zbar, symbol, pixels, header)
main({reader.__name__: reader for reader in READERS}[sys.argv[1]], sys.argv[2])

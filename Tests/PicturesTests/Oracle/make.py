"""Writes pictures of every kind into a folder, with Pillow.

Prints a line for each: its name, format, width and height, as Pillow reads them.
"""

import struct
import sys
import zlib
from pathlib import Path

from PIL import Image, PngImagePlugin

folder = Path(sys.argv[1])


def scene(width, height, mode="RGB"):
    """Soft gradients, a sharp square, and (with alpha) a hole."""
    across = Image.frombytes("L", (width, 1), bytes(255 * x // width for x in range(width)))
    down = Image.frombytes("L", (1, height), bytes(255 * y // height for y in range(height)))
    size = (width, height)
    red, green = (gradient.resize(size, Image.Resampling.NEAREST) for gradient in (across, down))
    image = Image.merge("RGB", (red, green, Image.new("L", size, 90)))
    image.paste((220, 30, 40), (width // 4, height // 4, width // 2, height // 2))
    opacity = Image.new("L", size, 255)
    if mode in ("RGBA", "LA"):
        opacity.paste(0, (3 * width // 4, 0, width, height))
    image.putalpha(opacity)
    return image.convert(mode)


def oriented(number):
    exif = Image.Exif()
    exif[0x0112] = number
    return exif


def interlaced(image):
    """An interlaced PNG (PNG specification, section 8.2), which Pillow can read but not write."""
    width, height = image.size
    rows = b""
    for x0, y0, dx, dy in [
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
    ]:
        for y in range(y0, height, dy):
            row = b"".join(bytes(image.getpixel((x, y))) for x in range(x0, width, dx))
            rows += b"\0" + row if row else b""

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 1)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    )


colors = scene(90, 60)
colors.save(folder / "baseline.jpg", quality=95, subsampling=0)
colors.save(folder / "subsampled.jpg", quality=90, subsampling=2)
colors.save(folder / "progressive.jpg", quality=95, progressive=True)
colors.save(folder / "restarts.jpg", quality=90, restart_marker_blocks=2)
scene(90, 60, "L").save(folder / "grey.jpg", quality=95)
scene(90, 60, "CMYK").save(folder / "inks.jpg", quality=95, subsampling=0)
scene(1201, 799).save(folder / "photo.jpg", quality=92)
for number in range(1, 9):
    colors.save(folder / f"turned{number}.jpg", quality=95, subsampling=0, exif=oriented(number))
# Without a remainder of the blocks of 8 × 8 pixels, which can be turned without loss.
for number in range(1, 9):
    scene(96, 64).save(folder / f"blocks{number}.jpg", quality=95, subsampling=0, exif=oriented(number))

private = oriented(1)
private[0x010E] = "SECRET place"
colors.save(
    folder / "private.jpg", quality=95, subsampling=0, exif=private, comment=b"SECRET", icc_profile=b"SECRET")
colors.save(folder / "private.webp", lossless=True, exif=private, xmp=b"SECRET", icc_profile=b"SECRET")
texts = PngImagePlugin.PngInfo()
texts.add_text("Comment", "SECRET")
colors.save(folder / "private.png", exif=private, pnginfo=texts, icc_profile=b"SECRET")
scene(96, 64).save(folder / "turned.png", exif=oriented(6))
scene(96, 64, "RGBA").save(folder / "turned.webp", lossless=True, exif=oriented(6))

colors.save(folder / "colors.png")
scene(90, 60, "RGBA").save(folder / "alpha.png")
scene(90, 60, "L").save(folder / "grey.png")
scene(90, 60, "LA").save(folder / "grey-alpha.png")
scene(90, 60, "1").save(folder / "bits.png")
colors.quantize(200).save(folder / "palette.png")
colors.quantize(12).save(folder / "palette4.png", bits=4)
colors.quantize(30).save(folder / "palette-hole.png", transparency=3)
scene(90, 60, "L").convert("I;16").point(lambda value: value * 257).save(folder / "deep.png")
scene(1201, 799).save(folder / "large.png", compress_level=1)
for width, height in [(90, 60), (3, 5), (1, 1)]:
    picture = interlaced(scene(width, height, "RGBA"))
    (folder / f"interlaced{width}.png").write_bytes(picture)
Image.new("RGB", (1, 1), (1, 2, 3)).save(folder / "dot.png")

colors.save(folder / "lossy.webp", quality=95)
colors.save(folder / "lossless.webp", lossless=True)
scene(90, 60, "RGBA").save(folder / "lossy-alpha.webp", quality=95)
scene(90, 60, "RGBA").save(folder / "lossless-alpha.webp", lossless=True)
colors.save(folder / "exif.webp", quality=95, exif=oriented(1))
scene(1201, 799).save(folder / "large.webp", quality=90)

for path in sorted(folder.iterdir()):
    with Image.open(path) as image:
        print(path.name, image.format.lower(), *image.size)

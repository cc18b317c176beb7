"""Compares each picture of a folder with its decoded version: NAME with NAME.decoded.png.

Prints a line for each: its name, and the largest and mean difference (0 to 255) from the result of
Pillow, which decodes it, turns it upright and scales it down by area averaging.
"""

import sys
from pathlib import Path

from PIL import Image, ImageChops, ImageOps, ImageStat


def upright(path):
    with Image.open(path) as image:
        if image.mode.startswith("I"):
            image = image.point(lambda value: value / 257).convert("L")
        # Only JPEGs are turned by their Exif orientation.
        image = ImageOps.exif_transpose(image) if image.format == "JPEG" else image
        return image.convert("RGBA")


def seen(image):
    """The picture on black, and its opacity: the color of transparent pixels does not count."""
    background = Image.new("RGBA", image.size, (0, 0, 0, 255))
    return Image.alpha_composite(background, image).convert("RGB"), image.getchannel("A").convert("RGB")


for decoded in sorted(Path(sys.argv[1]).glob("*.decoded.png")):
    got = Image.open(decoded)
    want = upright(decoded.with_name(decoded.name.removesuffix(".decoded.png")))
    # The factor is an integer, so every area consists of whole pixels.
    factor = want.width // got.width
    assert (got.width * factor, got.height * factor) == want.size, decoded.name
    largest, mean = 0, 0
    for a, b in zip(seen(got.convert("RGBA")), seen(want.reduce(factor))):
        statistics = ImageStat.Stat(ImageChops.difference(a, b))
        largest = max(largest, *(extreme[1] for extreme in statistics.extrema))
        mean = max(mean, *statistics.mean)
    print(decoded.name.removesuffix(".decoded.png"), largest, round(mean, 3))

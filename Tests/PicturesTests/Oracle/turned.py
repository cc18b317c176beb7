"""Writes pictures of many kinds, sizes and orientations into a folder, or checks cleaned ones.

With `make`, prints the name of each. With `check`, compares each NAME with NAME.clean, and prints a
line: the name, whether both are upright of the same size, whether the cleaned one has metadata, its
format, mode, sampling (0 for full color resolution) and whether its quality is 95, and the largest and
mean difference (0 to 255) from the picture that Pillow decodes and turns upright.
"""

import io
import sys
from pathlib import Path

from PIL import Image, ImageChops, ImageOps, ImageStat, JpegImagePlugin

SIZES = [(60, 30), (1, 1), (17, 31), (64, 31), (31, 64), (96, 64)]
KINDS = {
    "full.jpg": ("RGB", {"quality": 90, "subsampling": 0}),
    "half.jpg": ("RGB", {"quality": 90, "subsampling": 2}),
    "wide.jpg": ("RGB", {"quality": 90, "subsampling": 1}),
    "progressive.jpg": ("RGB", {"quality": 90, "subsampling": 2, "progressive": True}),
    "grey.jpg": ("L", {"quality": 90}),
    "cmyk.jpg": ("CMYK", {"quality": 90, "subsampling": 0}),
    "ycck.jpg": ("CMYK", {"quality": 90, "subsampling": 0}),
    "colors.png": ("RGB", {}),
    "alpha.png": ("RGBA", {}),
    "grey.png": ("L", {}),
    "palette.png": ("P", {}),
    "lossy.webp": ("RGB", {"quality": 95}),
    "lossy-alpha.webp": ("RGBA", {"quality": 95, "exact": True}),
    "lossless.webp": ("RGB", {"lossless": True}),
}


def scene(width, height, mode):
    """Different corners and edges, so that every wrong turn and every lost row is seen."""
    image = Image.new("RGB", (width, height))
    image.putdata([
        (230 * x // max(1, width - 1), 230 * y // max(1, height - 1), 60 + 90 * (x + y) // (width + height))
        for y in range(height) for x in range(width)
    ])
    if mode == "RGBA":
        image.putalpha(Image.new("L", (width, height), 128))
    return image.convert(mode)


def make(folder):
    for kind, (mode, options) in KINDS.items():
        for width, height in SIZES:
            for number in range(1, 9):
                exif = Image.Exif()
                exif[0x0112] = number
                exif[0x010E] = "SECRET"
                buffer = io.BytesIO()
                format = {"jpg": "JPEG", "png": "PNG", "webp": "WEBP"}[kind.split(".")[1]]
                scene(width, height, mode).save(buffer, format, exif=exif, **options)
                data = bytearray(buffer.getvalue())
                if kind == "ycck.jpg":
                    # The transform of the Adobe marker: the same samples, read as YCCK.
                    data[data.index(b"Adobe") + 11] = 2
                name = f"{width}x{height}-{number}-{kind}"
                (folder / name).write_bytes(data)
                print(name)


def check(folder):
    tables = {}
    for mode in ("L", "RGB"):
        buffer = io.BytesIO()
        Image.new(mode, (8, 8)).save(buffer, "JPEG", quality=95)
        tables[mode] = Image.open(buffer).quantization
    for path in sorted(folder.glob("*.clean")):
        name = path.name.removesuffix(".clean")
        want, got = Image.open(folder / name), Image.open(path)
        has_metadata = bool(got.getexif()) or b"SECRET" in path.read_bytes()
        want = ImageOps.exif_transpose(want)
        is_jpeg = got.format == "JPEG"
        sampling = JpegImagePlugin.get_sampling(got) if is_jpeg else 0
        is_95 = is_jpeg and got.quantization == tables.get(got.mode)
        largest, mean = 255, 255
        if got.size == want.size:
            mode = "RGBA" if "A" in want.mode else "RGB"
            statistics = ImageStat.Stat(ImageChops.difference(got.convert(mode), want.convert(mode)))
            largest = max(extreme[1] for extreme in statistics.extrema)
            mean = max(statistics.mean)
        print(
            name, int(got.size == want.size), int(has_metadata), got.format.lower(), got.mode, sampling,
            int(is_95), largest, round(mean, 3))


{"make": make, "check": check}[sys.argv[1]](Path(sys.argv[2]))

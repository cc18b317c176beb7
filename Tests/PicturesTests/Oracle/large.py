"""Writes pictures of 4201 × 2103 pixels, to be turned by a quarter, into a folder, with Pillow."""

import sys
from pathlib import Path

from PIL import Image

folder = Path(sys.argv[1])
exif = Image.Exif()
exif[0x0112] = 6
image = Image.new("RGB", (4201, 2103), (200, 90, 40))
image.save(folder / "large.jpg", exif=exif)
image.save(folder / "large.png", exif=exif, compress_level=1)
image.save(folder / "large.webp", exif=exif, method=0)

"""Writes pictures with few bytes and very many pixels into a folder, with Pillow."""

import sys
from pathlib import Path

from PIL import Image

folder = Path(sys.argv[1])
Image.new("RGB", (20000, 2500)).save(folder / "zeros.png")
Image.new("RGB", (16383, 3000)).save(folder / "zeros.webp", lossless=True, method=0)
Image.new("RGB", (20000, 2500)).save(folder / "zeros.jpg", progressive=True, subsampling=0)

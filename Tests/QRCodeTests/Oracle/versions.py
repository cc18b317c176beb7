"""Encodes every file of a folder with the program qrencode; `-L` in `name-L` is the level.

usage: versions.py FOLDER

Prints a line for each file: its name, and the version of the symbol in hexadecimal bytes of its
decimal digits, or of `none` if the program rejects the file.
"""

import pathlib
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor


def version(path):
    level = path.name.rpartition("-")[2]
    program = ["qrencode", "-r", path, "-l", level, "-m", "0", "-t", "ASCII", "-o", "-"]
    result = subprocess.run(program, check=False, capture_output=True)
    if result.returncode != 0:
        assert b"too large" in result.stderr, result.stderr
        return "none"
    return str((result.stdout.count(b"\n") - 17) // 4)


paths = sorted(pathlib.Path(sys.argv[1]).iterdir())
with ThreadPoolExecutor(4) as pool:
    for path, number in zip(paths, pool.map(version, paths)):
        print(path.name, number.encode().hex())

"""Parses encoder output with Python's json and csv modules, and prints it in a canonical form.

usage: read.py json|csv|calendar|width < INPUT

json: prints a line for each input line, which is a JSON value: strings as s:HEX of their UTF-8,
numbers as n:HEX of the IEEE 754 double, members sorted by name.
csv: prints a line for each row: the cells as HEX of their UTF-8, separated by spaces.
calendar: reads milliseconds since 1970, one per line; prints RFC 3339 with milliseconds.
width: prints a line for each run of code points of equal width: first, last, columns. Marks have
width 0, wide and full-width characters (Unicode TR11) width 2; unassigned code points are omitted.
"""

import csv
import datetime
import io
import itertools
import json
import struct
import sys
import unicodedata


def canonical(value):
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "b:" + str(value).lower()
    if isinstance(value, (int, float)):
        return "n:" + struct.pack(">d", value).hex()
    if isinstance(value, str):
        return "s:" + value.encode("utf-8").hex()
    if isinstance(value, list):
        return "[" + ",".join(canonical(item) for item in value) + "]"
    members = (name + "=" + canonical(value[name]) for name in sorted(value))
    return "{" + ",".join(members) + "}"


def refuse(constant):
    raise ValueError("not JSON: " + constant)


def read_json(text):
    for line in text.split("\n"):
        if line:
            yield canonical(json.loads(line, parse_constant=refuse))


def read_csv(text):
    csv.field_size_limit(1 << 30)
    for row in csv.reader(io.StringIO(text, newline=""), strict=True):
        yield " ".join(cell.encode("utf-8").hex() for cell in row)


def read_calendar(text):
    epoch = datetime.datetime(1970, 1, 1)
    for line in text.split():
        time = epoch + datetime.timedelta(milliseconds=int(line))
        written = time.isoformat(timespec="milliseconds")
        yield written.removesuffix(".000") + "Z"


def columns(code):
    character = chr(code)
    category = unicodedata.category(character)
    if category in ("Mn", "Me", "Cf"):
        return 0
    if category in ("Cn", "Cc", "Co", "Cs", "Zl", "Zp"):
        return None
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def read_width(_):
    for width, codes in itertools.groupby(range(0x110000), columns):
        if width is not None:
            codes = list(codes)
            yield f"{codes[0]} {codes[-1]} {width}"


readers = {"json": read_json, "csv": read_csv, "calendar": read_calendar, "width": read_width}
source = sys.stdin.buffer.read().decode("utf-8")
sys.stdout.write("".join(line + "\n" for line in readers[sys.argv[1]](source)))

"""Writes CSV files with Python's csv module into a folder, and prints their cells.

usage: texts.py FOLDER
A line of the output is NAME, then the cells of a row, separated by tabs, as JSON strings.
"""

import csv
import io
import json
import random
import sys

folder = sys.argv[1]
random.seed(4180)
alphabet = ["a", "B", "7", "é", "ß", "€", " ", ",", ";", "|", "'", '"', '""', "\n", "\r\n"]
codings = ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"]

for index in range(120):
    separator = ",;\t|"[index % 4]
    coding = codings[index // 4 % len(codings)]
    end = ["\n", "\r\n", "\r"][index // 24 % 3]
    columns = random.randint(2, 8)
    rows = [[f"heading {column}" for column in range(columns)]]
    for _ in range(random.randint(3, 40)):
        rows.append(["".join(random.choices(alphabet, k=random.randrange(8)))
                     for _ in range(columns - 1)] + ["end"])
    text = io.StringIO(newline="")
    # The module does not quote LF in a cell if lines end with CR.
    quoting = csv.QUOTE_ALL if end == "\r" else csv.QUOTE_MINIMAL
    csv.writer(text, delimiter=separator, lineterminator=end, quoting=quoting).writerows(rows)
    with open(f"{folder}/{index}", "wb") as file:
        file.write(text.getvalue().encode(coding))
    for row in rows:
        print("\t".join([str(index), *map(json.dumps, row)]))

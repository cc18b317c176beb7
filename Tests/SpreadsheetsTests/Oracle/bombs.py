"""Writes workbooks that are small and unpack to much into a folder.

usage: bombs.py FOLDER
"""

import random
import sys
import zipfile

folder = sys.argv[1]
random.seed(1)
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
BOOK = f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets><sheet name="a" r:id="a"/></sheets></workbook>'
RELATIONSHIPS = (f'<Relationships><Relationship Id="a" Type="{OFFICE}/worksheet" Target="s.xml"/>'
                 f'<Relationship Id="b" Type="{OFFICE}/sharedStrings" Target="t.xml"/></Relationships>')


def write(name, sheet=(), strings=()):
    with zipfile.ZipFile(f"{folder}/{name}.xlsx", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", BOOK)
        archive.writestr("xl/_rels/workbook.xml.rels", RELATIONSHIPS)
        for part, pieces in [("xl/s.xml", sheet), ("xl/t.xml", strings)]:
            with archive.open(part, "w", force_zip64=True) as file:
                for piece in pieces or [b"<sst/>"]:
                    file.write(piece)


spaces = b" " * (1 << 20)
# A sheet of white space.
write("ratio", [b"<worksheet>", *[spaces] * 100, b"</worksheet>"])
# Every cell of many rows has the longest shared text.
row = b"<row>" + b'<c t="s"><v>0</v></c>' * 15 + b"</row>"
write("references", [b"<worksheet><sheetData>", *[row] * 100, b"</sheetData></worksheet>"],
      [b"<sst><si><t>", b"x" * (1 << 20), b"</t></si></sst>"])
# A text that repeats within the window of deflate, which packs it to about a hundredth.
text = random.randbytes(10_000).hex().encode()
write("strings", [], [b"<sst>", *[b"<si><t>", text, b"</t></si>"] * 4000, b"</sst>"])

"""Prints the cells of a workbook as openpyxl reads them: one line a row, JSON."""

import datetime
import io
import json
import sys

import openpyxl
from openpyxl.utils.escape import unescape


def value(cell):
    if isinstance(cell.value, datetime.datetime):
        return cell.value.isoformat()
    # openpyxl leaves the escapes of characters in texts, which Excel and LibreOffice read.
    return unescape(cell.value) if cell.data_type == "s" else cell.value


book = openpyxl.load_workbook(io.BytesIO(sys.stdin.buffer.read()))
sheet = book.active
print(json.dumps([book.sheetnames, sheet.freeze_panes, sheet.dimensions]))
for row in sheet.iter_rows():
    print(json.dumps([
        None if cell.value is None else [
            cell.data_type, cell.number_format, bool(cell.font.b), value(cell)]
        for cell in row], ensure_ascii=False))

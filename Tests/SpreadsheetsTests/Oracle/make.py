"""Writes workbooks with openpyxl into a folder, and prints the rows that a reader should find.

usage: make.py FOLDER
A line of the output is NAME, then the cells of a row, separated by tabs, as JSON strings.
"""

import datetime
import decimal
import json
import random
import sys

import openpyxl
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.utils.datetime import CALENDAR_MAC_1904

folder = sys.argv[1]
random.seed(20260131)


def expect(name, *cells):
    print("\t".join([name, *map(json.dumps, cells)]))


def shown(number):
    """A number with 15 digits of the 16 that openpyxl writes."""
    with decimal.localcontext() as context:
        context.prec = 15
        context.rounding = decimal.ROUND_HALF_UP
        value = +decimal.Decimal(f"{number:.16g}")
    if value == 0:
        return "0"
    value = value.normalize()
    power = value.adjusted()
    if -10 <= power <= 20:
        return format(value, "f")
    digits = "".join(map(str, value.as_tuple().digits))
    mantissa = digits[0] + ("." + digits[1:] if len(digits) > 1 else "")
    sign = "-" if value < 0 else ""
    return f"{sign}{mantissa}E{'-' if power < 0 else '+'}{abs(power):02}"


def values():
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Bikes"
    rich = CellRichText("Bike ", TextBlock(InlineFont(b=True), "one"), " <&>")
    sheet.append(["id", "name", "on", "battery", "seen"])
    sheet.append(["00123", rich, True, 0.85, datetime.datetime(2026, 1, 31, 14, 5)])
    sheet.append(["=1+1", "a\nb", False, 1.0, datetime.date(2026, 1, 31)])
    sheet["A3"].data_type = "s"
    sheet["D2"].number_format = "0%"
    sheet.append(["#N/A", "  spaces  ", None, 7, datetime.time(14, 5, 30)])
    sheet["D4"].number_format = "00000"
    sheet["B6"] = "merged"
    sheet["D6"] = 7
    sheet["D6"].number_format = '"CB-"000'
    sheet.merge_cells("B6:C7")
    sheet.row_dimensions[6].hidden = True
    book.create_sheet("Old").sheet_state = "hidden"
    book.create_chartsheet("Chart")
    book.create_sheet("Older & <oldest>").sheet_state = "veryHidden"
    book["Old"]["C3"] = "only"
    book.save(f"{folder}/values.xlsx")


def dates(name, epoch, first):
    book = openpyxl.Workbook()
    if epoch:
        book.epoch = epoch
    sheet = book.active
    for _ in range(400):
        date = first + datetime.timedelta(seconds=random.randrange(200 * 366 * 86400))
        date = date.replace(second=random.choice([0, 0, date.second]))
        sheet.append([date, date.date(), date.time()])
        time = date.strftime("%H:%M" if date.second == 0 else "%H:%M:%S")
        expect(name, f"{date:%Y-%m-%d} {time}", f"{date:%Y-%m-%d}", time)
    book.save(f"{folder}/{name}.xlsx")


def numbers():
    book = openpyxl.Workbook()
    sheet = book.active
    samples = [0.1 + 0.2, 1.0, -2.5, 1e15, 123456789012345678, 1e20, 1e21, 1.5e-10, 1e-11, 1e300,
               -1e-300, 48.137154, 11.575382, 0.07, 99.99999999999999, 999999999999999.9]
    samples += [random.uniform(-180, 180) for _ in range(300)]
    samples += [random.uniform(1, 10) * 10.0 ** random.randint(-30, 30) for _ in range(300)]
    for number in samples:
        sheet.append([number])
        expect("numbers", shown(number))
    book.save(f"{folder}/numbers.xlsx")


values()
dates("dates", None, datetime.datetime(1900, 3, 1))
dates("dates1904", CALENDAR_MAC_1904, datetime.datetime(1904, 1, 2))
numbers()
openpyxl.Workbook().save(f"{folder}/empty.xlsx")

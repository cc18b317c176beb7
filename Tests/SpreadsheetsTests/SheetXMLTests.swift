import Spreadsheets
import Testing

struct SheetXMLTests {
    private func rows(
        _ rows: String, strings: String = "<sst/>", styles: String = "<styleSheet/>",
        properties: String = ""
    ) throws -> [NumberedRow] {
        try TableFile(
            TestWorkbook.bytes(rows: rows, strings: strings, styles: styles, properties: properties)
        ).numberedRows()
    }

    @Test("rows and cells without references follow the previous ones")
    func references() throws {
        let xml =
            "<row><c><v>1</v></c><c><v>2</v></c></row><row r='5'><c r='C5'><v>3</v></c>"
            + "<c><v>4</v></c><c r='B5'><v>5</v></c></row><row/><row><c r='iv7'><v>6</v></c></row>"
        let last = Array(repeating: "", count: 255) + ["6"]
        #expect(
            try rows(xml) == [
                NumberedRow(number: 1, cells: ["1", "2"]),
                NumberedRow(number: 5, cells: ["", "5", "3", "4"]),
                NumberedRow(number: 7, cells: last),
            ])
    }

    @Test("cells of all types have their stored values")
    func types() throws {
        let xml =
            "<row><c t='str'><f>A1&amp;B1</f><v>a&amp;b</v></c><c><f>1+1</f><v>2</v></c>"
            + "<c t='b'><v>1</v></c><c t='b'><v>0</v></c><c t='e'><v>#N/A</v></c>"
            + "<c t='inlineStr'><is><r><t>in</t></r><r><rPr/><t>line</t></r><rPh><t>no</t></rPh>"
            + "</is></c><c t='d'><v>2026-01-31T14:05:00Z</v></c><c t='n'><v> 7.0 </v></c>"
            + "<c><v>seven</v></c><c t='s'><v>1</v></c><c t='s'/><c t='s'><v>0</v></c></row>"
        let strings =
            "<sst><si><t>x</t></si><si><r><t>a</t></r><rPh><t>b</t></rPh><r><t>c</t></r>"
            + "<phoneticPr/></si></sst>"
        #expect(
            try rows(xml, strings: strings)[0].cells == [
                "a&b", "2", "TRUE", "FALSE", "", "inline", "2026-01-31 14:05", "7", "seven", "ac",
                "", "x",
            ])
    }

    @Test("prefixes and the strict namespace do not matter")
    func namespaces() throws {
        let sheet =
            "<x:worksheet xmlns:x='http://purl.oclc.org/ooxml/spreadsheetml/main'>"
            + "<x:sheetData><x:row><x:c t='inlineStr'><x:is><x:t>a</x:t></x:is></x:c></x:row>"
            + "</x:sheetData></x:worksheet>"
        var archive = TestWorkbook.archive(sheet: sheet)
        #expect(try TableFile(archive.bytes).rows() == [["a"]])
        archive.entries[0].name = "XL\\Workbook.xml"
        #expect(try TableFile(archive.bytes).rows() == [["a"]])
    }

    @Test("elements elsewhere are no cells")
    func strangeElements() throws {
        let sheet =
            "<worksheet><row><c><v>1</v></c></row><sheetData><x><c><v>2</v></c></x>"
            + "<row><x><v>3</v></x><c>4<x><v>5</v></x></c><c><v>6<x>7</x></v></c></row></sheetData>"
            + "<sheetData2><row><c><v>8</v></c></row></sheetData2></worksheet>"
        let archive = TestWorkbook.archive(sheet: sheet)
        #expect(try TableFile(archive.bytes).rows() == [["", "6"]])
    }

    @Test("escapes of characters that XML forbids are read")
    func escapes() throws {
        let xml =
            "<row><c t='inlineStr'><is><t>a_x000D_b_x005F_x0041_ _xD83D__xDEB2_ _xD83D_"
            + "_x00_ _xZZZZ_ _x0041</t></is></c></row>"
        #expect(try rows(xml)[0].cells == ["a\rb_x0041_ 🚲 \u{FFFD}_x00_ _xZZZZ_ _x0041"])
    }

    @Test("dates follow the format of their cell")
    func formats() throws {
        let styles =
            "<styleSheet><numFmts><numFmt numFmtId='170' formatCode='[h]:mm'/>"
            + "<numFmt numFmtId='14' formatCode='0.0'/></numFmts><cellStyleXfs><xf numFmtId='9'/>"
            + "</cellStyleXfs><cellXfs><xf/><xf numFmtId='15'/><xf numFmtId='22'/>"
            + "<xf numFmtId='170'/><xf numFmtId='14'/><xf numFmtId='18'/><xf numFmtId='x'/>"
            + "<xf numFmtId='33'/></cellXfs></styleSheet>"
        let values = [
            (0, "46053.5"), (1, "46053.5"), (2, "46053.5"), (3, "2.25"), (4, "46053.5"),
            (5, "46053.5"), (6, "1"), (7, "0.5"), (7, "46053"), (7, "46053.5"), (1, "-1"),
            (1, "2958466"), (2, "60.99999999"), (1, "0"), (1, "59"), (1, "60"), (1, "61"),
            (99, "1"),
        ]
        let cells = values.map { "<c s='\($0.0)'><v>\($0.1)</v></c>" }.joined()
        #expect(
            try rows("<row>\(cells)</row>", styles: styles)[0].cells == [
                "46053.5", "2026-01-31", "2026-01-31 12:00", "54:00", "46053.5", "12:00", "1",
                "12:00", "2026-01-31", "2026-01-31 12:00", "-1", "2958466", "1900-03-01 00:00",
                "1900-01-00", "1900-02-28", "1900-02-29", "1900-03-01", "1",
            ])
        #expect(
            try rows(
                "<row><c s='1'><v>0</v></c><c s='1'><v>44591.9</v></c></row>", styles: styles,
                properties: "<workbookPr date1904='true'/>")[0].cells
                == ["1904-01-01", "2026-01-31"])
    }
}

import FleetTestSupport
import Spreadsheets
import Testing

struct WorkbookTests {
    private func workbook(_ name: String) throws -> TableFile {
        try TableFile(try Oracle.workbooks.get().folder.bytes(of: name + ".xlsx"))
    }

    @Test("values of openpyxl are shown as spreadsheets show them")
    func values() throws {
        let file = try workbook("values")
        #expect(file.kind == .workbook)
        #expect(file.warnings == [])
        let rows = [
            (1, ["id", "name", "on", "battery", "seen"]),
            (2, ["00123", "Bike one <&>", "TRUE", "85%", "2026-01-31 14:05"]),
            (3, ["=1+1", "a\nb", "FALSE", "1", "2026-01-31"]),
            (4, ["", "  spaces  ", "", "00007", "14:05:30"]), (6, ["", "merged", "", "CB-007"]),
        ].map { NumberedRow(number: $0.0, cells: $0.1) }
        #expect(try file.numberedRows() == rows)
    }

    @Test("hidden sheets are listed as hidden, and charts are not listed")
    func sheets() throws {
        let file = try workbook("values")
        #expect(file.sheets.map(\.name) == ["Bikes", "Old", "Older & <oldest>"])
        #expect(file.sheets.map(\.isHidden) == [false, true, true])
        #expect(try file.numberedRows(of: 1) == [NumberedRow(number: 3, cells: ["", "", "only"])])
        #expect(try file.rows(of: 2) == [])
        #expect(throws: TableError.missingSheet(3)) { try file.rows(of: 3) }
    }

    @Test(
        "dates and numbers are those of Python",
        arguments: ["dates", "dates1904", "numbers"])
    func oracle(name: String) throws {
        let rows = try workbook(name).rows()
        let expected = try #require(try Oracle.workbooks.get().rows[name])
        #expect(expected.count >= 400)
        #expect(rows == expected)
    }

    @Test("a workbook without cells has no rows")
    func empty() throws {
        #expect(try workbook("empty").rows() == [])
        #expect(try TableFile([]).rows() == [])
    }
}

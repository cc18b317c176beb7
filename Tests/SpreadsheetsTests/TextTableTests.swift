import FleetTestSupport
import Spreadsheets
import Testing

struct TextTableTests {
    @Test("texts of Python's csv module are read as written, in all encodings and separators")
    func oracle() throws {
        let samples = try Oracle.texts.get()
        for (name, expected) in samples.rows {
            let file = try TableFile(samples.folder.bytes(of: name))
            let index = try #require(Int(name))
            #expect(file.kind == .text(separator: Array(",;\t|".utf8)[index % 4]), "\(name)")
            #expect(try file.rows() == expected, "\(name)")
        }
        #expect(samples.rows.count == 120)
    }

    @Test("rows have the numbers that spreadsheets show, and rows without a value are left out")
    func numbers() throws {
        let text = "a,b\r\n\r\n1,\"x\r\ny\"\n,,\r2,z"
        let rows = try TableFile(Array(text.utf8)).numberedRows()
        #expect(
            rows == [
                NumberedRow(number: 1, cells: ["a", "b"]),
                NumberedRow(number: 3, cells: ["1", "x\r\ny"]),
                NumberedRow(number: 5, cells: ["2", "z"]),
            ])
    }

    @Test("quotes are those of RFC 4180, and stray ones remain")
    func quotes() throws {
        #expect(
            try rows(#"a,"b ""c"" ,d",e"f,"g"h, "i""#) == [
                ["a", #"b "c" ,d"#, "e\"f", "gh", " \"i\""]
            ])
        #expect(try rows("\"\",\"\"\"\"\n") == [["", "\""]])
        #expect(try rows("\"\"") == [])
    }

    @Test("a value in quotes after an equals sign is text")
    func formulas() throws {
        #expect(
            try rows(#"id,="00123","=""00,4""",="a"b,=1+1,="#)
                == [["id", "00123", "00,4", "=\"a\"b", "=1+1", "="]])
        #expect(try rows("=\"x\n=\"y\"") == [["=\"x"], ["y"]])
    }

    @Test("a quote that is not closed is an error with its line")
    func unclosedQuote() throws {
        let file = try TableFile(Array("a,b\n1,\"x\ny\",\"z\n3,4\n".utf8))
        let error = TableError.unclosedQuote(line: 3)
        #expect(throws: error) { try file.rows() }
        #expect(error.message == "line 3 has a quote that is not closed")
        #expect(error.hint == "close the quote, or write it twice inside of quotes")
    }

    @Test("limits of cells, rows and columns are errors with their row")
    func limits() throws {
        let long = String(repeating: "x", count: TableFile.maxCellSize)
        #expect(try rows("a,\"\(long)\"\n")[0][1].count == TableFile.maxCellSize)
        #expect(throws: TableError.cellTooLong(row: 2)) { try rows("a,b\na,\(long)x\n") }
        #expect(throws: TableError.cellTooLong(row: 2)) { try rows("a,b\na,\"\(long)x\"\n") }
        #expect(throws: TableError.cellTooLong(row: 1)) { try rows("\"\(long)\(long)\(long)") }
        let row = Array(repeating: long, count: 16)
        #expect(try rows(row.joined(separator: ",")).count == 1)
        #expect(throws: TableError.rowTooLong(row: 1)) {
            try rows((row + ["x"]).joined(separator: ","))
        }
        let commas = String(repeating: ",", count: 10_000)
        #expect(try rows("a\(commas)\n") == [["a"]])
        #expect(throws: TableError.tooManyColumns(row: 3)) { try rows("a,b\n\na\(commas)b\n") }
        #expect(try rows(String(repeating: ",", count: 255) + "z")[0].count == 256)
    }

    @Test("a table has as many rows as a workbook")
    func rowLimit() throws {
        let lines = [UInt8](repeatElement([0x31, 0x0A], count: TableFile.maxRows).joined())
        var count = 0
        try TableFile(lines).forEachRow(of: 0) { _ in
            count += 1
            return true
        }
        #expect(count == TableFile.maxRows)
        #expect(throws: TableError.tooManyRows) {
            try TableFile(lines + [0x31]).forEachRow(of: 0) { _ in true }
        }
    }

    @Test("reading stops when the caller has enough, or throws")
    func stop() throws {
        struct Stop: Error {}
        let file = try TableFile(Array("1\n2\n3\n".utf8))
        var numbers: [Int] = []
        try file.forEachRow(of: 0) { row in
            numbers.append(row.number)
            return numbers.count < 2
        }
        #expect(numbers == [1, 2])
        #expect(throws: Stop.self) { try file.forEachRow(of: 0) { _ in throw Stop() } }
        #expect(throws: TableError.missingSheet(1)) { try file.forEachRow(of: 1) { _ in true } }
        #expect(throws: TableError.missingSheet(-1)) { try file.forEachRow(of: -1) { _ in true } }
    }

    @Test("missing cells are empty")
    func missingCells() throws {
        try TableFile(Array("a,,c\n".utf8)).forEachRow(of: 0) { row in
            #expect(row.count == 3)
            #expect(
                [-1, 0, 1, 2, 3, 300].map { row.isEmpty($0) } == [
                    true, false, true, false, true, true,
                ])
            #expect([-1, 1, 2, 3].map { row.text($0) } == ["", "", "c", ""])
            #expect(row.withBytes(2) { Array($0) } == Array("c".utf8))
            return true
        }
    }

    @Test("changed texts never crash")
    func mutations() throws {
        let text = Array("sep=;\r\n\"a\";=\"b\";c\r\n1;\"x\"\"\ny\";é\u{FEFF}\n".utf8)
        for index in text.indices {
            for byte in [0, 0x0A, 0x0D, 0x22, 0x3B, 0x3D, 0x80, 0xC3, 0xEF, 0xFE, 0xFF] as [UInt8] {
                var changed = text
                changed[index] = byte
                _ = try? TableFile(changed).rows()
                _ = try? TableFile(Array(text[..<index]) + [byte]).rows()
            }
        }
    }
}

import Spreadsheets
import Testing

struct WorkbookWriterTests {
    private func workbook(
        sheet: String = "Bikes", header: [String], _ rows: [[WorkbookCell]]
    ) throws -> [UInt8] {
        var bytes: [UInt8] = []
        let writer = try WorkbookWriter(sheet: sheet, header: header) { bytes += $0 }
        for row in rows { try writer.append(row) }
        try writer.finish()
        return bytes
    }

    // 2026-01-31 14:05:30.
    private let seconds = 1_769_868_330

    @Test("openpyxl reads what was written, with types and formats")
    func oracle() throws {
        let rows: [[WorkbookCell]] = [
            [
                .text("00123"), .number(0.1), .flag(true),
                .date(secondsSince1970: seconds, hasTime: true),
            ],
            [
                .text("=cmd()"), .number(-3), .flag(false),
                .date(secondsSince1970: seconds - 30, hasTime: true),
            ],
            [],
            [
                .text(" a\n<&>\"\r_x0041_"), .number(.nan), .empty,
                .date(secondsSince1970: seconds, hasTime: false),
            ],
            [.text(""), .number(1e300), .empty, .date(secondsSince1970: .min, hasTime: false)],
            [.text("grün 🚲")],
        ]
        let bytes = try workbook(header: ["ID", "a & b", "on", "seen"], rows)
        #expect(
            try Oracle.read(bytes) == [
                #"[["Bikes"], "A2", "A1:D7"]"#,
                #"[["s", "@", true, "ID"], ["s", "@", true, "a & b"], ["s", "@", true, "on"], ["s", "@", true, "seen"]]"#,
                #"[["s", "@", false, "00123"], ["n", "General", false, 0.1], ["b", "General", false, true], ["d", "yyyy-mm-dd hh:mm:ss", false, "2026-01-31T14:05:30"]]"#,
                #"[["s", "@", false, "=cmd()"], ["n", "General", false, -3], ["b", "General", false, false], ["d", "yyyy-mm-dd hh:mm", false, "2026-01-31T14:05:00"]]"#,
                "[null, null, null, null]",
                #"[["s", "@", false, " a\n<&>\"\r_x0041_"], null, null, ["d", "yyyy-mm-dd", false, "2026-01-31T00:00:00"]]"#,
                #"[null, ["n", "General", false, 1e+300], null, null]"#,
                #"[["s", "@", false, "grün 🚲"], null, null, null]"#,
            ])
        #expect(
            try TableFile(bytes).numberedRows() == [
                NumberedRow(number: 1, cells: ["ID", "a & b", "on", "seen"]),
                NumberedRow(number: 2, cells: ["00123", "0.1", "TRUE", "2026-01-31 14:05:30"]),
                NumberedRow(number: 3, cells: ["=cmd()", "-3", "FALSE", "2026-01-31 14:05"]),
                NumberedRow(
                    number: 5, cells: [" a\n<&>\"\r_x0041_", "", "", "2026-01-31"]),
                NumberedRow(number: 6, cells: ["", "1E+300"]),
                NumberedRow(number: 7, cells: ["grün 🚲"]),
            ])
    }

    @Test("all characters are read back")
    func characters() throws {
        let text = String(String.UnicodeScalarView((0...0xFF).compactMap { Unicode.Scalar($0) }))
        let texts = [
            text, "\u{FFFE}\u{FFFF}\u{FFFD}\u{10FFFF}", "_x000D_", "_x", "__x0041__",
            "_x0041\u{1F}", " ", "\t", "\n",
        ]
        let bytes = try workbook(header: [], texts.map { [.text($0)] })
        #expect(try TableFile(bytes).rows() == texts.map { [$0] })
    }

    @Test("dates are read back, and openpyxl reads the same")
    func dates() throws {
        // 1900-03-01, 1970-01-01, 2000-02-29 23:59:59 and 9999-12-31 23:59:59.
        let dates = [-2_203_891_200, 0, 951_868_799, 253_402_300_799]
        let rows = dates.map { [WorkbookCell.date(secondsSince1970: $0, hasTime: true)] }
        let bytes = try workbook(header: [], rows)
        #expect(
            try TableFile(bytes).rows() == [
                ["1900-03-01 00:00"], ["1970-01-01 00:00"], ["2000-02-29 23:59:59"],
                ["9999-12-31 23:59:59"],
            ])
        let read = try Oracle.read(bytes).dropFirst(2)
        let texts = [
            "1900-03-01T00:00", "1970-01-01T00:00", "2000-02-29T23:59:59", "9999-12-31T23:59:59",
        ]
        for (line, text) in zip(read, texts) { #expect(line.contains(text), "\(line)") }
        let outside = [-2_203_891_201, 253_402_300_800, .max, .min]
        let empty = outside.map { [WorkbookCell.date(secondsSince1970: $0, hasTime: true)] }
        #expect(try TableFile(workbook(header: [], empty)).rows() == [])
    }

    @Test("many rows are written piece by piece, with equal bytes each time")
    func manyRows() throws {
        func pieces() throws -> [[UInt8]] {
            var pieces: [[UInt8]] = []
            let writer = try WorkbookWriter(sheet: "a", header: ["n"]) { pieces.append($0) }
            for number in 0..<20_000 {
                try writer.append([.number(Double(number)), .text("row \(number &* 7_919)")])
            }
            try writer.finish()
            return pieces
        }
        let first = try pieces()
        #expect(first.count > 10)
        #expect(first.allSatisfy { $0.count < 1 << 17 })
        #expect(try pieces() == first)
        let rows = try TableFile(Array(first.joined())).rows()
        #expect(rows.count == 20_001)
        #expect(rows.last == ["19999", "row \(19_999 * 7_919)"])
    }

    @Test("names of sheets are those that Excel accepts")
    func sheetNames() throws {
        for (name, expected) in [
            ("Fahrräder & <E-Bikes>", "Fahrräder & <E-Bikes>"), ("a/b\\c[d]:*?'", "a_b_c_d_____"),
            ("", "Sheet1"), ("\u{0}\u{FFFF}", "__"),
            (String(repeating: "🚲", count: 40), String(repeating: "🚲", count: 15)),
        ] {
            let bytes = try workbook(sheet: name, header: ["a"], [])
            #expect(try TableFile(bytes).sheets.map(\.name) == [expected])
            #expect(try Oracle.read(bytes).count == 2)
        }
    }

    @Test("limits of Excel are errors with the cell")
    func limits() throws {
        let long = String(repeating: "ä", count: WorkbookWriter.maxTextLength)
        #expect(try TableFile(workbook(header: ["a"], [[.text(long)]])).rows()[1] == [long])
        #expect(throws: TableError.textTooLong(row: 2, column: 2)) {
            try workbook(header: ["a"], [[.empty, .text(long + "a")]])
        }
        let columns = Array(repeating: "a", count: 256)
        #expect(try TableFile(workbook(header: columns, [])).rows() == [columns])
        #expect(throws: TableError.tooManyColumns(row: 1)) {
            try workbook(header: columns + ["a"], [])
        }
        #expect(
            TableError.textTooLong(row: 2, column: 2).message
                == "the text in row 2, column 2 has more than 32767 characters")
    }

    @Test("a workbook has at most as many rows as Excel reads")
    func rowLimit() throws {
        let writer = try WorkbookWriter(sheet: "a", header: []) { _ in }
        for _ in 1..<TableFile.maxRows { try writer.append([]) }
        #expect(throws: TableError.tooManyRows) { try writer.append([]) }
    }

    @Test("errors of the sink reach the caller")
    func sinkErrors() {
        struct Full: Error {}
        #expect(throws: Full.self) {
            try WorkbookWriter(sheet: "a", header: []) { _ in throw Full() }
        }
    }
}

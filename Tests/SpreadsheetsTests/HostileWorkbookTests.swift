import FleetTestSupport
import Spreadsheets
import Testing

struct HostileWorkbookTests {
    private static let row = "<row><c t='inlineStr'><is><t>a</t></is></c></row>"

    private func archive() -> TestArchive {
        TestWorkbook.archive(sheet: "<worksheet><sheetData>\(Self.row)</sheetData></worksheet>")
    }

    private func error(_ archive: TestArchive) -> TableError? {
        #expect(throws: TableError.self) { try TableFile(archive.bytes).rows() }
    }

    private func error(rows: String, strings: String = "<sst/>") -> TableError? {
        #expect(throws: TableError.self) {
            try TableFile(TestWorkbook.bytes(rows: rows, strings: strings)).rows()
        }
    }

    @Test("zip64, data descriptors and a comment are read")
    func forms() throws {
        var archive = archive()
        archive.isWide = true
        archive.comment = "PK\u{5}\u{6} comment"
        archive.entries[2].isWide = true
        archive.entries[3].hasDescriptor = true
        #expect(try TableFile(archive.bytes).rows() == [["a"]])
    }

    @Test("every truncated workbook is an error")
    func truncations() throws {
        let bytes = archive().bytes
        for count in 4..<bytes.count {
            #expect(throws: TableError.self, "\(count)") { try TableFile(Array(bytes[..<count])) }
        }
    }

    @Test("a workbook with a changed byte is an error or has the same rows")
    func changes() throws {
        var files = [archive().bytes]
        var written: [UInt8] = []
        let writer = try WorkbookWriter(sheet: "a", header: ["a"]) { written += $0 }
        try writer.finish()
        files.append(written)
        for bytes in files {
            for index in bytes.indices {
                for change in [1, 0x20, 0xFF] as [UInt8] {
                    var changed = bytes
                    changed[index] ^= change
                    // Without its signature, it is text.
                    guard let file = try? TableFile(changed), file.kind == .workbook,
                        let rows = try? file.rows()
                    else { continue }
                    #expect(rows == [["a"]], "\(index) ^ \(change)")
                }
            }
        }
    }

    @Test("wrong sizes, checksums, names and methods are errors")
    func headers() {
        let changes: [((inout TestArchive.Entry) -> Void, String)] = [
            ({ $0.sizeError = 1 }, "a size is wrong"),
            ({ $0.checksumError = 1 }, "the checksum of xl/sheet.xml is wrong"),
            ({ $0.localName = "xl/other.xml" }, "the headers of xl/sheet.xml differ"),
            ({ $0.method = 12 }, "one of its parts is packed by an unknown method"),
            ({ $0.method = 8 }, "xl/sheet.xml cannot be unpacked"),
            ({ $0.name = "XL/WORKBOOK.XML" }, "two of its parts have the same name"),
            ({ $0.name = "x.xml" }, "xl/sheet.xml is missing"),
            ({ $0.sharesHeader = true }, "two of its parts overlap"),
        ]
        for (change, reason) in changes {
            var archive = archive()
            change(&archive.entries[2])
            #expect(error(archive) == .damaged(reason))
        }
        var archive = archive()
        archive.entries[2].flags = 1
        #expect(error(archive) == .passwordProtected)
    }

    @Test("a size that the data exceed is an error")
    func hiddenData() throws {
        var bytes: [UInt8] = []
        let writer = try WorkbookWriter(sheet: "a", header: ["a"]) { bytes += $0 }
        for _ in 0..<1000 { try writer.append([.text("a")]) }
        try writer.finish()
        // The unpacked size of the last header in the directory, that of the sheet.
        let header = try #require(bytes.lastRange(of: [0x50, 0x4B, 1, 2]))
        let size = bytes[header.lowerBound + 24..<header.lowerBound + 28]
        for change in [100, 0] as [UInt8] {
            var changed = bytes
            changed[size.startIndex + 1] = change == 0 ? 0 : changed[size.startIndex + 1] &+ 1
            #expect(throws: TableError.damaged("the size of xl/worksheets/sheet1.xml is wrong")) {
                try TableFile(changed).rows()
            }
        }
    }

    @Test("archives that are no workbook are errors that name the format")
    func otherArchives() throws {
        let type = "application/vnd.oasis.opendocument.spreadsheet"
        let files: [([(String, String)], TableError)] = [
            ([], .notAWorkbook), ([("a.txt", "a")], .notAWorkbook),
            ([("mimetype", type)], .openDocument), ([("mimetype", "a")], .notAWorkbook),
            ([("xl/workbook.bin", "")], .binaryWorkbook),
            ([("xl/workbook.xml", "<a/>")], .notAWorkbook),
        ]
        for (parts, expected) in files { #expect(error(TestArchive(parts)) == expected) }
        #expect(
            TableError.openDocument.message == "the file is an OpenDocument spreadsheet (.ods)")
        #expect(
            TableError.openDocument.hint
                == "open it in a spreadsheet program, and save it as .xlsx or CSV")
    }

    @Test("declarations of entities are refused")
    func entities() {
        for declaration in [
            "<!DOCTYPE a [<!ENTITY a 'aa'><!ENTITY b '&a;&a;'>]>",
            "<!DOCTYPE a SYSTEM 'file:///etc/passwd'>", "<!DOCTYPE a>",
        ] {
            for part in 0..<5 {
                var archive = archive()
                archive.entries[part].bytes = Array(declaration.utf8) + archive.entries[part].bytes
                #expect(
                    error(archive)
                        == .damaged("\(archive.entries[part].name) declares a document type"))
            }
        }
        #expect(error(rows: "<row>&b;</row>") == .damaged("xl/sheet.xml is not XML at line 1"))
    }

    @Test("deep elements and long tags are errors, and long comments take linear time")
    func xml() throws {
        let deep = String(repeating: "<a>", count: 100_000)
        #expect(error(rows: deep) == .damaged("xl/sheet.xml is nested too deeply"))
        let long = String(repeating: "x", count: 2 << 20)
        let error = TableError.damaged("xl/sheet.xml has a tag of more than 1 MiB")
        #expect(self.error(rows: "<row a='\(long)'/>") == error)
        #expect(self.error(rows: "<!--\(long)") == error)
        let comments = String(repeating: "<!--\(long.prefix(900_000))-->", count: 4)
        #expect(try TableFile(TestWorkbook.bytes(rows: comments + Self.row)).rows() == [["a"]])
    }

    @Test("references beyond the limits are errors")
    func references() {
        #expect(error(rows: "<row r='1048577'/>") == .tooManyRows)
        for number in ["0", "-1", "x", "", "99999999999999999999"] {
            #expect(
                error(rows: "<row r='\(number)'/>") == .damaged("a row has an unreadable number"))
        }
        #expect(error(rows: "<row r='2'/><row r='2'/>") == .damaged("its rows are not in order"))
        for name in ["1", "", "XFE1", "ZZZZZZZZZZZZZZZ1", "$A$1"] {
            #expect(
                error(rows: "<row><c r='\(name)'/></row>")
                    == .damaged("a cell of row 1 has an unreadable reference"))
        }
        for index in ["1", "-1", "x", "99999999999999999999"] {
            #expect(
                error(
                    rows: "<row><c t='s'><v>\(index)</v></c></row>",
                    strings: "<sst><si><t>a</t></si></sst>")
                    == .damaged("row 1 has a text that does not exist"))
        }
        #expect(error(rows: "<row><c t='x'/></row>") == .damaged("a cell has an unknown type"))
    }

    @Test("a used column beyond the limit is an error, and an unused one is not")
    func columns() throws {
        let cells = String(repeating: "<c/>", count: 10_000)
        let bytes = TestWorkbook.bytes(rows: "<row><c><v>1</v></c>\(cells)</row>")
        #expect(try TableFile(bytes).rows() == [["1"]])
        #expect(
            error(rows: "<row r='4'>\(cells)<c><v>1</v></c></row>") == .tooManyColumns(row: 4))
        #expect(error(rows: "<row><c r='IW1'><v>1</v></c></row>") == .tooManyColumns(row: 1))
    }

    @Test("long cells and rows are errors")
    func longCells() {
        let long = String(repeating: "x", count: TableFile.maxCellSize)
        let cell = "<c t='str'><v>\(long)</v></c>"
        #expect(error(rows: "<row><c t='str'><v>\(long)x</v></c></row>") == .cellTooLong(row: 1))
        let cells = String(repeating: cell, count: 17)
        #expect(error(rows: "<row>\(cells)</row>") == .rowTooLong(row: 1))
    }

    @Test(
        "files that unpack to too much are errors",
        arguments: [
            ("ratio", "200 times its size when unpacked"), ("references", "1 GiB of values"),
            ("strings", "64 MiB of shared texts"),
        ])
    func bombs(name: String, limit: String) throws {
        let bytes = try Oracle.bombs.get().folder.bytes(of: name + ".xlsx")
        #expect(bytes.count < 1 << 20)
        #expect(throws: TableError.tooLarge(limit: limit)) { try TableFile(bytes).rows() }
    }

    @Test("parts that are held in memory are limited")
    func heldParts() {
        let styles = String(repeating: " ", count: 17 << 20)
        #expect(
            error(
                TestWorkbook.archive(
                    sheet: "<worksheet/>", styles: "<styleSheet>\(styles)</styleSheet>"))
                == .tooLarge(limit: "16 MiB in xl/styles.xml"))
    }
}

extension [UInt8] {
    fileprivate func lastRange(of bytes: [UInt8]) -> Range<Int>? {
        indices.reversed().first { self[$0...].starts(with: bytes) }.map { $0..<$0 + bytes.count }
    }
}

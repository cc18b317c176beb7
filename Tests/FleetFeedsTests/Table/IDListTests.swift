import FleetCore
import Testing

@testable import FleetFeeds

@Suite("A file of IDs is a list of lines or a table")
struct IDListTests {
    private func list(
        _ bytes: [UInt8], column: String? = nil, sheet: String? = nil, hasHeader: Bool = true,
        isTitle: Bool = false
    ) throws -> IDList {
        try IDList(
            bytes, IDList.Options(column: column, sheet: sheet, hasHeader: hasHeader)
        ) { _, _ in isTitle }
    }

    private func list(
        _ text: String, column: String? = nil, hasHeader: Bool = true, isTitle: Bool = false
    ) throws -> IDList {
        try list(Array(text.utf8), column: column, hasHeader: hasHeader, isTitle: isTitle)
    }

    @Test(
        "A column of IDs is recognized in each language",
        arguments: [
            "Radnummer;Farbe", "Farbe;Asset tag", "Numéro du vélo;Couleur", "Número de bici;Color",
            "Numero bici;Colore", "Fietsnummer;Kleur", "Número do veículo;Cor", "Nr;Ort",
        ])
    func languages(header: String) throws {
        let cells = header.split(separator: ";")
        let isFirst = ["Farbe", "Ort"].allSatisfy { cells[0] != $0 }
        let rows = isFirst ? "CB-1;x\nCB-2;y\n" : "x;CB-1\ny;CB-2\n"
        let list = try list(header + "\n" + rows)
        #expect(list.ids == ["CB-1", "CB-2"])
        #expect(list.heading == String(cells[isFirst ? 0 : 1]))
    }

    @Test("A title above the header and a total row below the rows are left out")
    func titleAndTotal() throws {
        let list = try list(
            "Meine Räder\n\nScooter ID;Farbe;Regal\nCB-1;rot;A3\n;blau;A4\nCB-2;rot;A5\nSumme;;3\n")
        #expect(list.ids == ["CB-1", "CB-2"])
        #expect(
            list.notices == [
                "1 row left out: row 7 (total row)", "1 row skipped: row 5 (no ID)",
            ])
    }

    @Test("UTF-16 and Windows-1252 are decoded")
    func encodings() throws {
        let text = "Größe;Radnummer\n1;Rad-Ä\n"
        var utf16: [UInt8] = [0xFF, 0xFE]
        for unit in text.utf16 { utf16 += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
        #expect(try list(utf16).ids == ["Rad-Ä"])
        let windows = text.unicodeScalars.map { UInt8($0.value) }
        #expect(try list(windows).ids == ["Rad-Ä"])
        var lines: [UInt8] = [0xFF, 0xFE]
        for unit in "A,1\r\nÄ\r\n".utf16 { lines += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
        #expect(try list(lines).ids == ["A,1", "Ä"])
    }

    @Test("Lines are IDs byte for byte, whatever separators and words they have")
    func lines() throws {
        #expect(
            try list("A\r\n\nB,1\nN\nID\n\"q\nx|y").ids
                == ["A", "B,1", "N", "ID", "\"q", "x|y"])
        #expect(try list("A|B\nC|D\n").ids == ["A|B", "C|D"])
        #expect(try list("Rad;Ort\n1;Bonn\n", hasHeader: false).ids == ["Rad;Ort", "1;Bonn"])
        let bytes = try list([0x41, 0x0A, 0xFF, 0xFE, 0x41])
        #expect(bytes.indices.map { Array(bytes[$0]) } == [[0x41], [0xFF, 0xFE, 0x41]])
        #expect(try list("").ids == [])
    }

    @Test("A title is skipped only if it is one")
    func title() throws {
        #expect(try list("Rad Nr.\n17\n18\n", isTitle: true).ids == ["17", "18"])
        #expect(try list("Rad Nr.\n17\n18\n").ids == ["Rad Nr.", "17", "18"])
        #expect(try list("only\n", isTitle: true).ids == ["only"])
        #expect(
            try list("Rad Nr.\n17\n", hasHeader: false, isTitle: true).ids == ["Rad Nr.", "17"])
    }

    @Test("Invisible characters around an ID are removed, with a warning that names the lines")
    func invisible() throws {
        let list = try list("A-1 \r\nB-2\t\r\nC-3\r\n\u{200B}D-4\r\n")
        #expect(list.ids == ["A-1", "B-2", "C-3", "D-4"])
        #expect(
            list.notices == [
                "spaces or invisible characters around the ID were removed in lines 1, 2, 4"
            ])
    }

    @Test("A header may have spaces around its names")
    func spaces() throws {
        let list = try list("vehicle_id ; shelf\r\n\"A-1\" ; A1\r\nB-2 ; A2\r\n")
        #expect(list.ids == ["A-1", "B-2"])
        #expect(list.heading == "vehicle_id")
    }

    @Test(
        "NUL and control characters inside of an ID are refused",
        arguments: [
            ("A\nB\u{1}C\n", IDListError.control("line 2", isNUL: false)),
            ("A\nB\u{85}C\n", .control("line 2", isNUL: false)),
            ("A\nB\0C\n", .control("line 2", isNUL: true)),
            ("id,x\nA,1\n\"B\nC\",2\n", .control("row 3", isNUL: false)),
        ])
    func controls(text: String, error: IDListError) {
        #expect(throws: error) { try list(text) }
    }

    @Test("A table without a column of IDs is an error that lists its columns")
    func columns() {
        #expect(throws: IDListError.table(.noIDColumn(["Rad", "Ort"]))) {
            try list("Rad;Ort\n1;Bonn\n2;Köln\n")
        }
        #expect(throws: IDListError.table(.unknownColumn("id", ["Rad", "Ort"]))) {
            try list("Rad;Ort\n1;Bonn\n2;Köln\n", column: "id")
        }
        #expect(throws: IDListError.table(.unknownColumn("id", ["A"]))) {
            try list("A\nB\n", column: "id")
        }
        #expect(throws: IDListError.table(.ambiguousColumn(.id, ["Asset tag", "Scooter ID"]))) {
            try list("Asset tag;Scooter ID\n000371;CB-001\n000372;CB-002\n")
        }
        #expect(throws: IDListError.empty) { try list("", column: "id") }
        #expect(throws: IDListError.noSheets) { try list(Array("A\n".utf8), sheet: "Räder") }
    }

    @Test("The name of a list's column is used beside other columns of IDs")
    func ownNames() throws {
        #expect(try list("Nr;id\n1;A\n2;B\n").ids == ["A", "B"])
        #expect(try list("id,vehicle_id\n1,A\n2,B\n").ids == ["A", "B"])
        #expect(
            try list("Asset tag;Scooter ID\n000371;CB-1\n", column: "asset tag").ids == ["000371"])
    }

    @Test("A workbook is a table, or a list in its first column")
    func workbook() throws {
        let sheets = TestWorkbook(sheets: [
            TestWorkbook.Sheet(name: "Lager", rows: [["Teil"], ["Schraube"]]),
            TestWorkbook.Sheet(
                name: "Räder", rows: [["Stand Mai"], ["Farbe", "Asset tag"], ["rot", "000371"]]),
        ]).bytes
        #expect(try list(sheets).ids == ["000371"])
        #expect(try list(sheets, column: "Farbe").ids == ["rot"])
        #expect(try list(sheets, sheet: "Lager").ids == ["Teil", "Schraube"])
        #expect(try list(sheets, sheet: "Lager", isTitle: true).ids == ["Schraube"])
        #expect(throws: IDListError.table(.unknownSheet("x", ["Lager", "Räder"]))) {
            try list(sheets, sheet: "x")
        }
        let one = TestWorkbook(sheets: [
            TestWorkbook.Sheet(name: "A", rows: [["Radnummer"], ["17"], ["18"]])
        ]).bytes
        #expect(try list(one).ids == ["17", "18"])
        #expect(try list(one, hasHeader: false).ids == ["Radnummer", "17", "18"])
    }
}

extension IDList {
    fileprivate var ids: [String] { indices.map { String(decoding: self[$0], as: UTF8.self) } }
}

import FleetTestSupport
import Foundation
import Testing

@testable import FleetCore

@Suite("CSV for Excel has texts, numbers and times in the form of its language")
struct CSVLocaleTests {
    /// Returns a list in the style of a locale, an hour ahead of UTC.
    private func list(_ values: [[FieldValue]], _ locale: CSVLocale) throws -> String {
        var bytes: [UInt8] = []
        try withoutActuallyEscaping({ bytes.append(contentsOf: $0) }) { flush in
            var sink = ByteSink(capacity: 1000, flush: flush)
            let list = RecordList(
                "rows", columns: [.init("a") { $0[0] }, .init("b") { $0[1] }], rows: values)
            try list.write(
                as: .csv, ListSelection(cells: .excel(locale) { _ in 3600 }),
                style: Samples.style(), to: &sink)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("separators, numbers and local times are those of the language")
    func forms() throws {
        let time = Timestamp(milliseconds: 1_769_814_000_500)
        let values: [[FieldValue]] = [
            [.number(48.86), .time(time)], [.number(-3), .flag(true)], [.absent, .text("a;b,c")],
        ]
        #expect(
            try list(values, .german)
                == "\u{FEFF}a;b\n48,86;2026-01-31 00:00:00\n-3;true\n;\"a;b,c\"\n")
        #expect(
            try list(values, .english)
                == "\u{FEFF}a,b\n48.86,2026-01-31 00:00:00\n-3,true\n,\"a;b,c\"\n")
        #expect(try list(values, .swissGerman).hasPrefix("\u{FEFF}a;b\n48.86;"))
    }

    @Test(
        "texts that Excel would convert or evaluate are formulas of one string",
        arguments: [
            "00123", "1E5", "1,5", "3-4", "12:30", "5%", "MAR-1", "½", "１２", "=1+1", "+a", "-a",
            "@a", "\u{FF1D}a", " =a", "TRUE", "wahr", "=\"\"&cmd|' /C calc'!A0&\"",
        ])
    func converted(text: String) throws {
        let literal = "=\"" + text.replacing("\"", with: "\"\"") + "\""
        let cell = "\"" + literal.replacing("\"", with: "\"\"") + "\""
        #expect(try list([[.text(text), .absent]], .german) == "\u{FEFF}a;b\n\(cell);\n")
    }

    @Test("other texts are as they are", arguments: ["DCS-FEO", "red", "a b", "Zürich 東京"])
    func plain(text: String) throws {
        #expect(try list([[.text(text), .absent]], .german) == "\u{FEFF}a;b\n\(text);\n")
    }

    @Test("Python's csv reads hostile texts back, and no cell is a formula but of one string")
    func hostile() throws {
        let (bytes, _) = try Samples.written(
            Samples.hostile, as: .csv, cells: .excel(.german) { _ in 0 })
        let script = """
            import csv, io, re, sys
            text = io.TextIOWrapper(sys.stdin.buffer, "utf-8-sig", newline="")
            rows = list(csv.reader(text, delimiter=";", strict=True))
            assert len({len(row) for row in rows}) == 1
            for row in rows[1:]:
                for cell in row:
                    literal = re.fullmatch(r'="((?:[^"]|"")*)"', cell)
                    number = re.fullmatch(r"-?[0-9]+(,[0-9]+)?(e-?[0-9]+)?", cell)
                    start = cell.lstrip()[:1]
                    if not literal and not number and start in "=+-@\\uff1d\\uff0b\\uff0d\\uff20":
                        assert start == "", cell
                    assert not literal or len(literal[1].replace('""', '"')) <= 255
                    assert not re.search(r"[\\x00-\\x1f]", cell), cell
                value = re.fullmatch(r'="((?:[^"]|"")*)"', row[0])
                id = value[1].replace('""', '"') if value else row[0]
                print("id", id.encode().hex())
            """
        let lines = try Tool.lines(of: [Tool.python, "-c", script], input: bytes)
        let ids = Samples.hostile.map { vehicle in
            let text = TerminalText.escaped(vehicle.id)
            return text.utf16.count > 255 ? nil : CanonicalVehicle.hex(text)
        }
        #expect(lines.count == ids.count)
        for (line, id) in zip(lines, ids) where id != nil { #expect(line == "id " + (id ?? "")) }
    }

    @Test("texts too long for a string in a formula begin with an apostrophe")
    func long() throws {
        let text = "=" + String(repeating: "a", count: 300)
        #expect(try list([[.text(text), .absent]], .german).hasSuffix("\n'\(text);\n"))
        let digits = String(repeating: "1", count: 300)
        #expect(try list([[.text(digits), .absent]], .german).hasSuffix("\n'\(digits);\n"))
        let link = "https://example.com/" + digits
        #expect(try list([[.text(link), .absent]], .german).hasSuffix("\n\(link);\n"))
    }

    @Test(
        "a locale is named by its language, with a region or in the form of POSIX",
        arguments: [
            ("de", CSVLocale.german), ("de-AT", .german), ("de_CH.UTF-8", .swissGerman),
            ("FR", .french), ("en_US@x", .english), ("tlh", nil), ("", nil), ("C", nil),
        ] as [(String, CSVLocale?)])
    func tags(tag: String, locale: CSVLocale?) {
        #expect(CSVLocale(tag: tag) == locale)
    }

    @Test(
        "a browser's languages are known by their weights",
        arguments: [
            ("de-DE,de;q=0.9,en;q=0.8", CSVLocale.german), ("en;q=0.5, fr;q=0.7", .french),
            ("tlh, nl;q=0.1", .dutch), ("de;q=0", .english), ("", .english), (";;,=", .english),
        ])
    func acceptLanguage(value: String, locale: CSVLocale) {
        #expect(CSVLocale(acceptLanguage: value) == locale)
    }
}

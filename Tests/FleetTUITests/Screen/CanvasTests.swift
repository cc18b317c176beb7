import Testing

@testable import FleetTUI

@Suite("A canvas stays within its cells")
struct CanvasTests {
    private func line(_ columns: Int, _ draw: (inout Canvas) -> Void) -> String {
        var canvas = Canvas(size: CanvasSize(columns: columns, rows: 1))
        draw(&canvas)
        return canvas.lines[0]
    }

    @Test("text that does not fit is truncated, and the columns it takes are returned")
    func shortened() {
        var used = 0
        #expect(line(8) { used = $0.put("vehicles", column: 2, row: 0) } == "  vehic…")
        #expect(used == 6)
        #expect(line(8) { used = $0.put("vehicle", column: 0, row: 0, limit: 4) } == "veh…")
        #expect(used == 4)
    }

    @Test("wide characters take two columns and are never shown in half")
    func wide() {
        #expect(line(6) { $0.put("自行车", column: 0, row: 0) } == "自行车")
        #expect(line(5) { $0.put("自行车", column: 0, row: 0) } == "自行…")
        let overwritten = line(6) {
            $0.put("自行车", column: 0, row: 0)
            $0.put("x", column: 3, row: 0)
        }
        #expect(overwritten == "自 x车")
    }

    @Test("control sequences in a text are shown as escapes")
    func hostile() {
        let text = line(40) { $0.put("A\u{1B}[2J\u{7}\u{202E}B\r\n", column: 0, row: 0) }
        #expect(text == #"A\u{1B}[2J\u{7}\u{202E}B\u{D}\u{A}"#)
        #expect(line(10) { $0.put("\u{301}e\u{301}x", column: 0, row: 0) }.hasSuffix("éx"))
    }

    @Test(
        "the joiners of emoji are dropped, so that these appear side by side, other ones escaped",
        arguments: [
            ("👩‍👩‍👧‍👦x", "👩👩👧👦x", 9), ("a\u{200B}b", #"a\u{200B}b"#, 10),
            ("👨\u{200D}🔧", "👨🔧", 4), ("\u{600}", "", 0), ("🔧\u{200D}", #"🔧\u{200D}"#, 10),
        ])
    func zeroWidth(text: String, drawable: String, columns: Int) {
        var used = 0
        #expect(line(12) { used = $0.put(text, column: 0, row: 0) } == drawable)
        #expect(used == columns)
        let end = line(12) { $0.put(text + "|", endColumn: 12, row: 0) }
        #expect(end == String(repeating: " ", count: 11 - columns) + drawable + "|")
    }

    @Test("nothing is drawn outside of the clip rectangle")
    func clipped() {
        var canvas = Canvas(size: CanvasSize(columns: 8, rows: 3))
        canvas.draw(in: Rect(column: 2, row: 1, columns: 4, rows: 1)) { canvas in
            canvas.fill(canvas.bounds, .plain, character: "·")
            canvas.put("abcdefgh", column: 0, row: 1)
            canvas.put("x", column: 2, row: 0)
        }
        #expect(canvas.lines == ["", "  ····", ""] || canvas.lines == ["", "  cde…", ""])
    }

    @Test(
        "the size of a terminal is limited",
        arguments: [
            (0, 0, 1, 1), (1, 1, 1, 1), (100, 30, 100, 30), (65_535, 65_535, 1000, 500),
            (.max, .max, 1000, 500),
        ])
    func limitedSize(_ columns: Int, _ rows: Int, _ limitedColumns: Int, _ limitedRows: Int) {
        let size = CanvasSize(columns: columns, rows: rows).limitedToTerminals
        #expect(size == CanvasSize(columns: limitedColumns, rows: limitedRows))
    }
}

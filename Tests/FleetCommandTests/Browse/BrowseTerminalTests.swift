import FleetTestSupport
import Testing

@Suite("The browser adapts to its terminal", .slots)
struct BrowseTerminalTests {
    @Test("resizing keeps the selected vehicle while snapshots arrive")
    func resized() async throws {
        let screen = try await TmuxScreen(
            FleetHome(), "browse", "--source",
            "sim://?vehicles=60&min_interval=0.05&max_interval=0.05")
        let first = try await screen.waitUntil("● live", "60 of 60 vehicles", "? help")
        try await screen.press("G")
        let last = try await screen.waitUntil("another selection") {
            Self.selected($0) != nil && Self.selected($0) != Self.selected(first)
        }
        let selected = try #require(Self.selected(last))
        for (columns, rows) in [(40, 12), (120, 40), (40, 12), (80, 24)] {
            try await screen.resize(columns: columns, rows: rows)
            let resized = try await screen.waitUntil("a screen of \(columns) × \(rows)") {
                $0.count == rows && $0[rows - 1].contains("? help") && Self.selected($0) != nil
                    && $0[0].contains(/● live( · updated)? \d+ s ago/) && $0[0].count == columns - 1
            }
            #expect(Self.selected(resized) == selected)
        }
        try await screen.press("q")
        try await screen.expectExit(0)
    }

    /// Returns the ID of the selected vehicle.
    private static func selected(_ rows: [String]) -> Substring? {
        rows.first { $0.hasPrefix("▶ ") }?.dropFirst(2).prefix { $0 != " " }
    }

    private static let escaped = #"P\u{200B}Qx"#

    @Test("joined emoji and zero-width characters leave the columns aligned")
    func zeroWidth() async throws {
        let feed = """
            {"vehicles":[{"id":"ABCDEFGH"},{"id":"👩‍👩‍👧‍👦x"},{"id":"P\u{200B}Qx"}]}
            """
        let home = try await FleetHome.town(feed, ["--ids", "stable"])
        let screen = try await TmuxScreen(home, "browse")
        let rows = try await screen.waitUntil("● live", "▶ ABCDEFGH", "👩👩👧👦x ", Self.escaped + " ")
        let ends = ["ABCDEFGH", "👩👩👧👦x", Self.escaped].map { id in
            rows.first { $0.contains(id) }
                .map { row in row.count + row.count { "👩👧👦".contains($0) } }
        }
        #expect(Set(ends).count == 1)
        try await screen.type("/x")
        try await screen.press("Enter")
        try await screen.waitUntilGone("ABCD")
        try await screen.waitUntil("👩👩👧👦x ", Self.escaped + " ")
    }

    @Test("no old text remains next to a character of ambiguous width")
    func ambiguous() async throws {
        let feed = """
            {"vehicles":[{"id":"ABCDEFGH"},{"id":"\u{2764}\u{FE0F}x"}]}
            """
        let home = try await FleetHome.town(feed, ["--ids", "stable"])
        let screen = try await TmuxScreen(home, "browse")
        try await screen.waitUntil("● live", "▶ ABCDEFGH")
        try await screen.type("/x")
        try await screen.press("Enter")
        let rows = try await screen.waitUntil("the other vehicle alone") { rows in
            rows.contains { $0.hasPrefix("▶ \u{2764}\u{FE0F}") }
        }
        let row = rows.first { $0.hasPrefix("▶ ") }
        #expect(row?.contains("B") == false, "\(rows)")
    }

    @Test("the list works in the smallest terminal")
    func small() async throws {
        let screen = try await TmuxScreen(FleetHome(), "browse", "--source", "sim://demo")
        try await screen.waitUntil("● live", "▶ ABP-PHY")
        try await screen.press("G")
        for (columns, rows) in [(80, 1), (80, 2), (1, 1), (20, 4), (300, 5)] {
            try await screen.resize(columns: columns, rows: rows)
            guard rows > 1 else { continue }
            try await screen.waitUntil("a screen of \(columns) × \(rows)") { lines in
                lines.count == rows && lines[rows - 1].contains(/^ [^ ]/)
                    && !lines[rows - 1].contains("vehicles")
            }
        }
        try await screen.resize(columns: 80, rows: 24)
        try await screen.waitUntil("the header") { $0[0].hasPrefix(" sim://demo (simulated)   ") }
        try await screen.press("C-c")
        try await screen.expectExit(130)
    }

    @Test("with NO_COLOR the only colors are the black and white of the QR code")
    func noColor() async throws {
        let screen = try await TmuxScreen(
            FleetHome(), "browse", "--source", "sim://demo", environment: ["NO_COLOR": "1"])
        try await screen.waitUntil("▶ ABP-PHY", "? help")
        #expect(try await ScreenCapture(screen.styledText).colors == [])
        try await screen.press("f")
        try await screen.waitUntil(" Filter ", "space select")
        #expect(try await ScreenCapture(screen.styledText).colors == [])
        try await screen.press("Escape")
        try await screen.waitUntilGone(" Filter ")
        try await screen.press("Enter")
        try await screen.waitUntil("─ ABP-PHY ─", "▀▀▀", "p PNG")
        let capture = try await ScreenCapture(screen.styledText)
        #expect(capture.colors == [.indexed(16), .indexed(231)])
        #expect(try await capture.decoded() == "ABP-PHY")
    }

    @Test("with 24-bit colors the QR code does not depend on the terminal's theme")
    func directColors() async throws {
        let home = try FleetHome()
        let color =
            "%?%p1%{8}%<%t3%p1%d%e38;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d%;m"
        let type = [
            "xterm-direct|xterm with 24-bit colors", "RGB", "colors#0x1000000", "pairs#0x7FFF",
            #"setaf=\E["# + color,
            #"setab=\E["# + color.replacing("t3", with: "t4").replacing("38", with: "48"),
            "use=xterm-256color",
        ]
        try home.write(type.joined(separator: ",\n\t") + ",\n", to: "type")
        try await home.shell("tic -x -o user/.terminfo type").succeeded()
        let screen = try await TmuxScreen(
            home, "browse", "vehicle/ABP-PHY", "--source", "sim://demo",
            environment: ["TERM": "xterm-256color", "COLORTERM": "truecolor"])
        try await screen.waitUntil("─ ABP-PHY ─", "p PNG", "▀▀▀")
        let capture = try await ScreenCapture(screen.styledText)
        #expect(capture.halfBlockColors.contains(.direct(255, 255, 255)))
        #expect(capture.halfBlockColors.isDisjoint(with: (0..<16).map { .indexed($0) }))
    }

    @Test("the queries at the start do not change the terminal's title")
    func title() async throws {
        let home = try FleetHome()
        let command = [
            "sh", "-c", #"printf '\033]2;mine\033\\'; exec fleet browse --source sim://demo"#,
        ]
        let screen = try await TmuxScreen(home, command: command)
        try await screen.waitUntil("▶ ABP-PHY", "? help")
        #expect(try await screen.value("#{pane_title}") == "mine")
    }

    @Test("escape sequences in IDs are shown in escaped form and have no effect")
    func hostile() async throws {
        let server = try TestServer { _, _ in
            .text(
                Feeds.longLived(
                    #"a\u001b]2;taken\u0007"#, #"b\u001b[2J\u001b[H"#, #"c\u009b?1049l\u0085"#,
                    #"d\n\r\u0008"#, "e"))
        }
        let screen = try await TmuxScreen(FleetHome(), "browse", "--source", server.address())
        let list = try await screen.waitUntil("● live", "▶ a", "  e ", "? help")
        let prefixes = [
            #"▶ a\u{1B}]2;taken\u{7}"#, #"  b\u{1B}[2J\u{1B}[H"#, #"  c\u{9B}?1049l\u{85}"#,
            #"  d\u{A}\u{D}\u{8}"#, "  e ",
        ]
        for (row, prefix) in zip(list.dropFirst(3), prefixes) { #expect(row.hasPrefix(prefix)) }
        try await screen.press("Enter")
        let vehicle = try await screen.waitUntil(#"─ a\u{1B}]2;taken\u{7} ─"#, "│ id ", "p PNG")
        #expect(vehicle[0].hasPrefix(" \(server.address()) ") && vehicle[1] == list[1])
        #expect(vehicle[3].contains(#"│ id             a\u{1B}]2;taken\u{7} "#))
        #expect(try await screen.value("#{pane_title}") != "taken")
        #expect(try await screen.modes == "1 1 1 0")
    }

    @Test("--no-mouse leaves the mouse to the terminal")
    func noMouse() async throws {
        let screen = try await TmuxScreen(
            FleetHome(), "browse", "--source", "sim://demo", "--no-mouse")
        try await screen.waitUntil("▶ ABP-PHY", "? help")
        #expect(try await screen.modes == "1 0 1 0")
    }

    @Test("a pipe instead of a terminal is rejected")
    func pipe() async throws {
        try await FleetHome().runProgram("browse", "--source", "sim://demo").failed(
            64, "`fleet browse` needs a terminal",
            "use `fleet list`, `fleet watch` or `fleet browse --plain` with files and pipes")
        let outcome = try await FleetHome().runProgram("browse", on: try Terminal())
        #expect(outcome.status == 64)
    }

    @Test(
        "a terminal without full-screen support is rejected",
        arguments: ["dumb", "no-such-terminal"])
    func unsupportedTerminal(name: String) async throws {
        let screen = try await TmuxScreen(
            FleetHome(), "browse", "--source", "sim://demo", environment: ["TERM": name])
        let rows = try await screen.waitUntil("ended 64, modes same")
        #expect(
            rows.prefix(3) == [
                "error: terminal type `\(name)` has no full-screen support",
                "hint: set TERM to the terminal's type, such as xterm-256color",
                "ended 64, modes same",
            ])
    }
}

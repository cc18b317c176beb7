import Testing

@Suite("The browser takes a terminal as it is", .slots)
struct BrowseTerminalTests {
    @Test("a new size keeps the chosen vehicle, while snapshots come")
    func resized() async throws {
        let screen = try await TmuxScreen(
            FleetHome(), "browse", "--source",
            "sim://?vehicles=60&min_interval=0.05&max_interval=0.05")
        let first = try await screen.until("● live", "60 of 60 vehicles", "? help")
        try await screen.press("G")
        let last = try await screen.until("another choice") {
            Self.chosen($0) != nil && Self.chosen($0) != Self.chosen(first)
        }
        let chosen = try #require(Self.chosen(last))
        for (columns, rows) in [(40, 12), (120, 40), (40, 12), (80, 24)] {
            try await screen.resize(columns: columns, rows: rows)
            let picture = try await screen.until("a screen of \(columns) × \(rows)") {
                $0.count == rows && $0[rows - 1].contains("? help") && Self.chosen($0) != nil
                    && $0[0].contains(/● live( · read)? 0 s ago/) && $0[0].count == columns - 1
            }
            #expect(Self.chosen(picture) == chosen)
        }
        try await screen.press("q")
        try await screen.ends(0)
    }

    /// The code of the chosen vehicle.
    private static func chosen(_ rows: [String]) -> Substring? {
        rows.first { $0.hasPrefix("▶ ") }?.dropFirst(2).prefix { $0 != " " }
    }

    @Test("joined emoji and characters without a form leave every row in its columns")
    func formless() async throws {
        let feed = """
            {"vehicles":[{"id":"ABCDEFGH"},{"id":"👩‍👩‍👧‍👦x"},{"id":"P\u{200B}\u{2060}\u{FEFF}Qx"}]}
            """
        let home = try await FleetHome.town(feed, ["--ids", "stable"])
        let screen = try await TmuxScreen(home, "browse")
        let rows = try await screen.until("● live", "▶ ABCDEFGH", "👩👩👧👦x ", "PQx ")
        let ends = ["ABCDEFGH", "👩👩👧👦x", "PQx"].map { id in
            rows.first { $0.contains(id) }
                .map { row in row.count + row.count { "👩👧👦".contains($0) } }
        }
        #expect(Set(ends).count == 1)
        try await screen.type("/x")
        try await screen.press("Enter")
        try await screen.untilGone("ABCD")
        try await screen.until("👩👩👧👦x ", "PQx ")
    }

    @Test("nothing old stays beside a character of which terminals differ how wide it is")
    func ambiguous() async throws {
        let feed = """
            {"vehicles":[{"id":"ABCDEFGH"},{"id":"\u{2764}\u{FE0F}x"}]}
            """
        let home = try await FleetHome.town(feed, ["--ids", "stable"])
        let screen = try await TmuxScreen(home, "browse")
        try await screen.until("● live", "▶ ABCDEFGH")
        try await screen.type("/x")
        try await screen.press("Enter")
        let rows = try await screen.until("the other vehicle alone") { rows in
            rows.contains { $0.hasPrefix("▶ \u{2764}\u{FE0F}") }
        }
        let row = rows.first { $0.hasPrefix("▶ ") }
        #expect(row?.contains("B") == false, "\(rows)")
    }

    @Test(
        "no terminal is too small for any of its screens",
        arguments: [
            ["G"], ["f", "Tab", "Down", "Down", "Down"], ["Enter"], ["m"], ["?"], ["/", "a"],
        ])
    func small(keys: [String]) async throws {
        let screen = try await TmuxScreen(FleetHome(), "browse", "--source", "sim://demo")
        try await screen.until("● live", "▶ ABP-PHY")
        for key in keys { try await screen.press(key) }
        for (columns, rows) in [(80, 1), (80, 2), (1, 1), (20, 4), (300, 5)] {
            try await screen.resize(columns: columns, rows: rows)
            guard rows > 1 else { continue }
            try await screen.until("a screen of \(columns) × \(rows)") { lines in
                lines.count == rows && lines[rows - 1].contains(/^ [^ ]/)
                    && !lines[rows - 1].contains("vehicles")
            }
        }
        try await screen.resize(columns: 80, rows: 24)
        try await screen.until("the header") { $0[0].hasPrefix(" sim://demo (simulated)   ") }
        try await screen.press("C-c")
        try await screen.ends(130)
    }

    @Test("NO_COLOR leaves no color but the black and white of the QR code")
    func noColor() async throws {
        let screen = try await TmuxScreen(
            FleetHome(), "browse", "--source", "sim://demo", environment: ["NO_COLOR": "1"])
        try await screen.until("▶ ABP-PHY", "? help")
        #expect(try await ScreenPicture(screen.drawn).colors == [])
        try await screen.press("f")
        try await screen.until(" Filter ", "space choose")
        #expect(try await ScreenPicture(screen.drawn).colors == [])
        try await screen.press("Escape")
        try await screen.untilGone(" Filter ")
        try await screen.press("Enter")
        try await screen.until("─ ABP-PHY ─", "▀▀▀", "p PNG")
        let picture = try await ScreenPicture(screen.drawn)
        #expect(picture.colors == [.number(16), .number(231)])
        #expect(try await picture.decoded() == "ABP-PHY")
    }

    @Test("with 24-bit colors no theme changes the black and white of the QR code")
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
        try await screen.until("─ ABP-PHY ─", "p PNG", "▀▀▀")
        let picture = try await ScreenPicture(screen.drawn)
        #expect(picture.colorsOfBlocks.contains(.direct(255, 255, 255)))
        #expect(picture.colorsOfBlocks.isDisjoint(with: (0..<16).map { .number($0) }))
    }

    @Test("what the terminal is asked at first changes nothing of it")
    func title() async throws {
        let home = try FleetHome()
        let command = [
            "sh", "-c", #"printf '\033]2;mine\033\\'; exec fleet browse --source sim://demo"#,
        ]
        let screen = try await TmuxScreen(home, command: command)
        try await screen.until("▶ ABP-PHY", "? help")
        #expect(try await screen.value("#{pane_title}") == "mine")
    }

    @Test("codes full of escape sequences are shown as what they are, and nothing else changes")
    func hostile() async throws {
        let server = try FeedServer { _, _ in
            .text(
                Feeds.lasting(
                    #"a\u001b]2;taken\u0007"#, #"b\u001b[2J\u001b[H"#, #"c\u009b?1049l\u0085"#,
                    #"d\n\r\u0008"#, "e"))
        }
        let screen = try await TmuxScreen(FleetHome(), "browse", "--source", server.address())
        let list = try await screen.until("● live", "▶ a", "? help")
        let codes = [
            #"▶ a\u{1B}]2;taken\u{7}"#, #"  b\u{1B}[2J\u{1B}[H"#, #"  c\u{9B}?1049l\u{85}"#,
            #"  d\u{A}\u{D}\u{8}"#, "  e ",
        ]
        for (row, code) in zip(list.dropFirst(3), codes) { #expect(row.hasPrefix(code)) }
        try await screen.press("Enter")
        let vehicle = try await screen.until(#"─ a\u{1B}]2;taken\u{7} ─"#, "│ id ", "p PNG")
        #expect(vehicle[0].hasPrefix(" \(server.address()) ") && vehicle[1] == list[1])
        #expect(vehicle[3].contains(#"│ id             a\u{1B}]2;taken\u{7} "#))
        #expect(try await screen.value("#{pane_title}") != "taken")
        #expect(try await screen.modes == "1 1 1 0")
    }

    @Test("--no-mouse leaves the mouse to the terminal")
    func noMouse() async throws {
        let screen = try await TmuxScreen(
            FleetHome(), "browse", "--source", "sim://demo", "--no-mouse")
        try await screen.until("▶ ABP-PHY", "? help")
        #expect(try await screen.modes == "1 0 1 0")
    }

    @Test("what is no terminal is refused")
    func pipe() async throws {
        try await FleetHome().run("browse", "--source", "sim://demo").failed(
            64, "`fleet browse` needs a terminal to show itself on",
            "run it in a terminal; `fleet list` and `fleet watch` write to files and pipes")
        let outcome = try await FleetHome().run("browse", on: try Terminal())
        #expect(outcome.status == 64)
    }

    @Test(
        "a terminal that cannot show screens is refused", arguments: ["dumb", "no-such-terminal"])
    func type(name: String) async throws {
        let screen = try await TmuxScreen(
            FleetHome(), "browse", "--source", "sim://demo", environment: ["TERM": name])
        let rows = try await screen.until("ended 64, modes same")
        #expect(
            rows.prefix(3) == [
                "error: the terminal's type `\(name)` cannot show screens",
                "hint: set TERM to what the terminal is, such as xterm-256color",
                "ended 64, modes same",
            ])
    }
}

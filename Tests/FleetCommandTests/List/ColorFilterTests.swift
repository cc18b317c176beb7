import FleetTestSupport
import Testing

@Suite("The color filter is saved between runs", .slots)
struct ColorFilterTests {
    private let home: FleetHome

    init() throws {
        home = try FleetHome()
        try home.write(
            """
            {"vehicles":[{"identificationCode":"A","color":"BlueRed"},
            {"identificationCode":"B","color":"YellowBlue"},{"identificationCode":"C","color":"RedGreen"},
            {"identificationCode":"D"}]}
            """, to: "feed.json")
    }

    private func list(_ arguments: String...) async throws -> Outcome {
        try await home.run(["list", "--source", "feed.json"] + arguments).succeeded()
    }

    /// Returns the first column of a table, without its title.
    private func ids(_ list: Outcome) -> [String] {
        list.lines.dropFirst().map { String($0.prefix { $0 != " " }) }
    }

    @Test("A table saves its colors for the next one, which shows them, until `--color all`")
    func saving() async throws {
        #expect(ids(try await list("--color", "red")) == ["A", "C"])
        #expect(
            try await Tool.jq(".filters[].colors", home.bytes(of: "preferences.json")) == [
                #"["red"]"#
            ]
        )
        let next = try await list()
        #expect(ids(next) == ["A", "C"])
        #expect(
            next.errorText.contains("2 of 4 vehicles · color red (saved; --color all clears)"))
        #expect(ids(try await list("--color", "all")) == ["A", "B", "C", "D"])
        #expect(ids(try await list()) == ["A", "B", "C", "D"])
    }

    @Test("A table in a pipe says that it saved, used or cleared colors, and how to avoid it")
    func notices() async throws {
        let saved =
            "saved the color filter red for the next table of this source; --no-save does not save it"
        let used = "used the saved color filter red; --color all shows all vehicles"
        func notices(_ outcome: Outcome) -> [String] {
            outcome.errorLines.filter { $0.contains("color filter") }
        }
        #expect(notices(try await list("--color", "all")) == [])
        #expect(notices(try await list("--color", "red", "--no-save")) == [])
        #expect(notices(try await list("--color", "red")) == [saved])
        #expect(notices(try await list()) == [used + " and clears it, unless with --no-save"])
        for command in [["map"], ["watch", "--count", "1"]] {
            let narrowed = try await home.run(command + ["--source", "feed.json"]).succeeded()
            #expect(notices(narrowed) == [used])
        }
        #expect(notices(try await list("--format", "csv")) == [])
        #expect(notices(try await list("--color", "all", "--no-save")) == [])
        #expect(
            notices(try await list("--color", "all"))
                == ["cleared the saved color filter; --no-save keeps it"])
    }

    @Test("Saved colors apply to their source only, and every output that they narrow says so")
    func sources() async throws {
        try await home.run("source", "add", "a", home.path(of: "feed.json")).succeeded()
        try await home.run("source", "add", "b", home.path(of: "feed.json")).succeeded()
        let list = try await home.run("list", "--source", "a", "--color", "red").succeeded()
        #expect(list.errorText.contains("color red ·"))
        let mark = "color red (saved; --color all clears)"
        for command in [["list"], ["map"], ["watch", "--count", "1"]] {
            let narrowed = try await home.run(command + ["--source", "a"]).succeeded()
            #expect((narrowed.text + narrowed.errorText).contains("2 of 4 vehicles · " + mark))
            let other = try await home.run(command + ["--source", "b"]).succeeded()
            #expect(!(other.text + other.errorText).contains("saved"))
        }
        let empty = try await home.run("list", "--source", "a", "--search", "x").succeeded()
        #expect(empty.errorLines.contains("No vehicle matches the filter: \(mark) · “x”."))
        #expect(try await home.run("filter", "--source", "a").succeeded().text == "red\n")
        try await home.run("filter", "clear", "--source", "a").succeeded()
        #expect(ids(try await home.run("list", "--source", "a").succeeded()).count == 4)
    }

    @Test("A removed source takes its saved colors along")
    func removed() async throws {
        for _ in 0..<2 {
            try await home.run("source", "add", "a", home.path(of: "feed.json")).succeeded()
            #expect(try await home.run("filter", "--source", "a").text.hasPrefix("no color"))
            try await home.run("list", "--source", "a", "--color", "red").succeeded()
            try await home.run("source", "remove", "a").succeeded()
        }
        #expect(
            try await Tool.jq(".filters", home.bytes(of: "preferences.json")) == ["null"])
    }

    @Test("A color that no vehicle has gives a notice, and is not saved")
    func missing() async throws {
        _ = try await list("--color", "red")
        let both = try await list("--color", "pink,green")
        #expect(ids(both) == ["C"])
        #expect(
            both.errorLines.suffix(3) == [
                "No vehicle has the color pink.",
                "Available colors: blue-red 1, red-green 1, unknown 1, yellow-blue 1.",
                "saved the color filter green for the next table of this source; "
                    + "--no-save does not save it",
            ])
        #expect(ids(try await list()) == ["C"])
        #expect(ids(try await list("--color", "pink")).isEmpty)
        #expect(ids(try await list()) == ["C"])
        // A color that other criteria hide exists.
        #expect(ids(try await list("--color", "blue", "--search", "x")).isEmpty)
        #expect(ids(try await list()) == ["A", "B"])
    }

    @Test("One color, two tones, several colors and unknown colors are distinguished")
    func selections() async throws {
        #expect(ids(try await list("--color", "blue-red")) == ["A"])
        #expect(ids(try await list("--color", "BlueRed")) == ["A"])
        #expect(ids(try await list("--color", "green,yellow")) == ["B", "C"])
        #expect(ids(try await list("--color", "green", "--color", "unknown")) == ["C", "D"])
    }

    @Test("--no-save leaves the saved colors unchanged")
    func notSaving() async throws {
        _ = try await list("--color", "red")
        #expect(ids(try await list("--color", "yellow", "--no-save")) == ["B"])
        #expect(ids(try await list()) == ["A", "C"])
    }

    @Test(
        "The machine formats neither save nor use the color filter",
        arguments: ["json", "ndjson", "csv", "geojson", "gbfs"])
    func machines(format: String) async throws {
        _ = try await list("--color", "red")
        let all = try await list("--format", format)
        for id in ["A", "B", "C", "D"] where format != "gbfs" {
            #expect(all.text.contains(id))
        }
        _ = try await list("--format", format, "--color", "yellow")
        #expect(ids(try await list()) == ["A", "C"])
    }

    @Test("A color without vehicles gives an empty list and the available colors")
    func noMatch() async throws {
        let list = try await list("--color", "pink")
        #expect(ids(list).isEmpty)
        #expect(list.errorText.contains("0 of 4 vehicles · color pink"))
        #expect(list.errorLines.contains("No vehicle matches the filter: color pink."))
        #expect(
            list.errorLines.last
                == "Available colors: blue-red 1, red-green 1, unknown 1, yellow-blue 1.")
    }

    private func filter(_ arguments: String...) async throws -> Outcome {
        try await home.run(["filter"] + arguments + ["--source", "feed.json"])
    }

    @Test("`fleet filter` shows and clears the saved colors")
    func command() async throws {
        #expect(try await filter().succeeded().text == "no color filter is saved\n")
        _ = try await list("--color", "red,blue")
        #expect(try await filter("show").succeeded().text == "red,blue\n")
        #expect(
            try await filter("--format", "json").succeeded().text
                == #"{"colors":["red","blue"]}"# + "\n")
        #expect(
            try await filter("clear").succeeded().errorText
                == "cleared the color filter\n")
        #expect(ids(try await list()).count == 4)
    }

    @Test("Unknown keys of the preferences are kept")
    func unknownKeys() async throws {
        try home.write(
            #"{"version":1,"mine":{"a":[1,2]},"sources":{"x":{"location":"sim://demo","note":"n"}}}"#,
            to: "preferences.json")
        _ = try await list("--color", "red")
        #expect(
            try await Tool.jq(
                "[.mine.a, .sources.x.note, .filters[].colors]", home.bytes(of: "preferences.json"))
                == [#"[[1,2],"n",["red"]]"#])
    }
}

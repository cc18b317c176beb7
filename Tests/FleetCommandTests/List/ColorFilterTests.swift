import Testing

@Suite("The color filter is kept between runs", .slots)
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

    /// The first column of a table below its heads.
    private func codes(_ list: Outcome) -> [String] {
        list.lines.dropFirst().map { String($0.prefix { $0 != " " }) }
    }

    @Test("a table keeps the colors for the next one, which says so, until all are wanted")
    func keeping() async throws {
        #expect(codes(try await list("--color", "red")) == ["A", "C"])
        #expect(
            try await Tool.jq(".filter.colors", home.bytes(of: "preferences.json")) == [#"["red"]"#]
        )
        let next = try await list()
        #expect(codes(next) == ["A", "C"])
        #expect(next.talk.contains("2 of 4 vehicles · color red"))
        #expect(codes(try await list("--color", "all")) == ["A", "B", "C", "D"])
        #expect(codes(try await list()) == ["A", "B", "C", "D"])
    }

    @Test("a color, two tones, several colors and unknown ones are told apart")
    func choices() async throws {
        #expect(codes(try await list("--color", "blue-red")) == ["A"])
        #expect(codes(try await list("--color", "BlueRed")) == ["A"])
        #expect(codes(try await list("--color", "green,yellow")) == ["B", "C"])
        #expect(codes(try await list("--color", "green", "--color", "unknown")) == ["C", "D"])
    }

    @Test("--no-save leaves the saved colors alone")
    func notSaving() async throws {
        _ = try await list("--color", "red")
        #expect(codes(try await list("--color", "yellow", "--no-save")) == ["B"])
        #expect(codes(try await list()) == ["A", "C"])
    }

    @Test(
        "the machine formats neither save nor obey",
        arguments: ["json", "ndjson", "csv", "geojson", "gbfs"])
    func machines(format: String) async throws {
        _ = try await list("--color", "red")
        let all = try await list("--format", format)
        for code in ["A", "B", "C", "D"] where format != "gbfs" {
            #expect(all.text.contains(code))
        }
        _ = try await list("--format", format, "--color", "yellow")
        #expect(codes(try await list()) == ["A", "C"])
    }

    @Test("a color that the fleet lacks gives an empty list with the colors that there are")
    func lacking() async throws {
        let list = try await list("--color", "pink")
        #expect(codes(list).isEmpty)
        #expect(list.talk.contains("0 of 4 vehicles · color pink"))
        #expect(list.talkLines.contains("No vehicle passes the filter: color pink."))
        #expect(
            list.talkLines.last
                == "Its colors: blue-red 1, red-green 1, unknown 1, yellow-blue 1.")
    }

    @Test("fleet filter shows and clears what is saved")
    func command() async throws {
        #expect(try await home.run("filter").succeeded().text == "no color filter is saved\n")
        _ = try await list("--color", "red,blue")
        #expect(try await home.run("filter", "show").succeeded().text == "red,blue\n")
        #expect(
            try await home.run("filter", "--format", "json").succeeded().text
                == #"{"colors":["red","blue"]}"# + "\n")
        #expect(
            try await home.run("filter", "clear").succeeded().talk
                == "the color filter is cleared\n")
        #expect(codes(try await list()).count == 4)
    }

    @Test("what else stands in the preferences is kept")
    func unknownKeys() async throws {
        try home.write(
            #"{"version":1,"mine":{"a":[1,2]},"sources":{"x":{"location":"sim://demo","note":"n"}}}"#,
            to: "preferences.json")
        _ = try await list("--color", "red")
        #expect(
            try await Tool.jq(
                "[.mine.a, .sources.x.note, .filter.colors]", home.bytes(of: "preferences.json"))
                == [#"[[1,2],"n",["red"]]"#])
    }
}

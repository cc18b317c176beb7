import FleetTestSupport
import Testing

@Suite("Views of the command line", .slots)
struct ViewCommandTests {
    private let home: FleetHome

    init() throws {
        home = try FleetHome()
        try home.write(
            #"""
            {"vehicles":[
            {"id":"A","color":"Red","battery":10,"lat":48.5,"lng":2.25},
            {"id":"B","color":"Blue","battery":30,"lat":48.6,"lng":2.25},
            {"id":"C","color":"Red","battery":90,"lat":48.7,"lng":2.25}]}
            """#, to: "feed.json")
    }

    private func run(_ arguments: String...) async throws -> Outcome {
        try await home.run(arguments + ["--source", "feed.json"])
    }

    /// The IDs of a list as CSV.
    private func ids(_ arguments: String...) async throws -> [String] {
        let list = try await home.run(
            ["list", "--format", "csv", "--no-header", "--fields", "id", "--source", "feed.json"]
                + arguments)
        return list.succeeded().lines
    }

    @Test("a view is saved, listed, replaced and removed by name, in any case")
    func commands() async throws {
        let none = try await run("view").succeeded()
        #expect(none.text.isEmpty && none.errorLines.last?.hasPrefix("no views yet") == true)
        let saved = try await run(
            "view", "save", "Low", "--max-battery", "40%", "--sort", "battery")
        #expect(
            saved.succeeded().errorLines
                == ["saved the view Low: battery at most 40%, by battery"])
        #expect(try await ids("--view", "low") == ["A", "B"])
        let replaced = try await run("view", "save", "LOW", "--max-battery", "20")
        #expect(replaced.succeeded().errorLines == ["replaced the view LOW: battery at most 20%"])
        _ = try await run("view", "save", "everything").succeeded()
        let list = try await run("view", "list", "--format", "csv", "--fields", "name,filter")
        #expect(list.succeeded().lines == ["name,filter", "everything,", "LOW,max_battery=20"])
        #expect(try await run("view").succeeded().text.contains("battery at most 20%"))
        #expect(
            try await run("view", "remove", "low").succeeded().errorLines
                == ["removed the view low"])
        for command in [["view", "remove", "low"], ["list", "--view", "low"]] {
            try await home.run(command).failed(
                66, "there is no view named low", "run `fleet view list` to see the views")
        }
    }

    @Test("a view is for all sources, and has no link to that with which it was saved")
    func sources() async throws {
        _ = try await home.run("view", "save", "red", "--color", "red").succeeded()
        #expect(try await ids("--view", "red") == ["A", "C"])
        let demo = try await home.run("count", "--view", "red", "--source", "sim://demo")
        #expect(demo.succeeded().text == "62\n")
    }

    @Test("--view neither reads nor saves the saved colors")
    func savedColors() async throws {
        _ = try await run("view", "save", "low", "--max-battery", "40").succeeded()
        _ = try await run("view", "save", "blue", "--color", "blue").succeeded()
        _ = try await run("list", "--color", "red").succeeded()
        func table(_ arguments: String...) async throws -> [String] {
            let list = try await home.run(["list", "--source", "feed.json"] + arguments).succeeded()
            return list.lines.compactMap { $0.split(separator: " ").first.map(String.init) }
                .filter { ["A", "B", "C"].contains($0) }
        }
        #expect(try await table("--view", "low") == ["A", "B"])
        #expect(try await table("--view", "blue") == ["B"])
        #expect(try await table("--view", "low", "--color", "blue") == ["B"])
        for command in ["map", "watch"] {
            let more = command == "watch" ? ["--count", "1"] : []
            let shown = try await home.run(
                [command, "--view", "low", "--source", "feed.json"] + more
            ).succeeded()
            #expect((shown.text + shown.errorText).contains("2 of 3 vehicles"), "\(command)")
        }
        #expect(try await run("filter").succeeded().text == "red\n")
        #expect(try await table() == ["A", "C"])
    }

    @Test("an option beside a view replaces its own of the same name, and others narrow further")
    func beside() async throws {
        _ = try await run(
            "view", "save", "v", "--color", "red", "--max-battery", "40", "--sort", "battery",
            "--reverse"
        ).succeeded()
        #expect(try await ids("--view", "v") == ["A"])
        #expect(try await ids("--view", "v", "--max-battery", "100") == ["C", "A"])
        #expect(try await ids("--view", "v", "--color", "blue") == ["B"])
        #expect(try await ids("--view", "v", "--color", "all") == ["B", "A"])
        #expect(try await ids("--view", "v", "--search", "b").isEmpty)
        #expect(try await ids("--view", "v", "--max-battery", "100", "--limit", "1") == ["C"])
        #expect(
            try await ids("--view", "v", "--max-battery", "100", "--sort", "id") == ["C", "A"])
        _ = try await run("view", "save", "near", "--near", "48.5,2.25").succeeded()
        #expect(try await ids("--view", "near", "--within", "1km") == ["A"])
        #expect(try await ids("--view", "near", "--near", "48.7,2.25") == ["C", "B", "A"])
        try await run("list", "--view", "v", "--min-battery", "50").failed(
            64, "--min-battery is more than --max-battery",
            "check the options, and those of the view with `fleet view list`")
        try await run("list", "--view", "v", "--within", "1km").failed(
            64, "--within needs --near LAT,LON",
            "check the options, and those of the view with `fleet view list`")
        // A view can be saved from another one.
        let other = try await run("view", "save", "w", "--view", "v", "--color", "blue")
        #expect(
            other.succeeded().errorLines == [
                "saved the view w: color blue, battery at most 40%, by battery, reversed"
            ])
    }

    @Test("the columns of a view are those of its lists, unless others are named")
    func columns() async throws {
        _ = try await run("view", "save", "v", "--fields", "battery,id").succeeded()
        let csv = try await run("list", "--view", "v", "--format", "csv").succeeded()
        #expect(csv.lines == ["battery_percent,vehicle_id", "10,A", "30,B", "90,C"])
        #expect(try await run("list", "--view", "v").succeeded().lines[0] == "BATTERY  ID")
        #expect(try await run("list", "--view", "v", "--format", "gbfs").status == 0)
        #expect(try await ids("--view", "v") == ["A", "B", "C"])
        try await run("view", "save", "x", "--fields", "distance").failed(
            64, "--fields distance needs --near LAT,LON", "check the options")
        #expect(try await run("view", "save", "x", "--fields", "nothing").status == 66)
    }

    @Test("every command that filters vehicles accepts a view, also one of favorites")
    func favorites() async throws {
        try await home.run("source", "add", "town", home.path(of: "feed.json"), "--ids", "stable")
            .succeeded()
        _ = try await home.run("favorite", "add", "B").succeeded()
        _ = try await home.run("view", "save", "mine", "--favorites").succeeded()
        #expect(
            try await home.run("list", "--view", "mine", "--format", "json").succeeded().ids
                == ["B"])
        #expect(try await home.run("count", "--view", "mine").succeeded().text == "1\n")
        #expect(
            try await home.run("map", "--view", "mine").succeeded().errorText
                .contains("1 of 3 vehicles"))
        let watch = try await home.run(
            "watch", "--view", "mine", "--format", "ndjson", "--count", "1")
        #expect(watch.succeeded().text.contains(#""matching":1"#))
        let labels = try await home.run("labels", "--view", "mine", "--out", home.path + "/codes/")
        #expect(labels.succeeded().errorText.contains("wrote 1 PNG file"))
        let plain = try await home.shell("printf 'q\\n' | fleet browse --plain --view mine")
        #expect(plain.succeeded().text.contains("1 of 3 vehicles"))
        try await home.run("labels", "--view", "mine", "--ids", "x", "--out", "codes/").failed(
            64, "filters cannot be used with --ids", "run `fleet labels --help`")
    }

    @Test(
        "a name that cannot be is refused, and one that looks odd is shown safely",
        arguments: [
            ("", "the name of the view is empty"),
            ("a\u{1B}[2J", "the name of the view is not valid"),
            (String(repeating: "x", count: 65), "the name of the view is longer than 64"),
        ])
    func names(name: String, cause: String) async throws {
        try await run("view", "save", name).failed(64, cause, "correct it and try again")
        #expect(try !home.files.contains("team.sqlite"))
    }

    @Test("views of this home are for nobody else")
    func forAll() async throws {
        for command in ["save", "remove"] {
            try await run("view", command, "x", "--for-all").failed(
                64, "the views of this home are for nobody else",
                "choose a source of a team's server: --source team:NAME")
        }
    }
}

import FleetTestSupport
import Testing

@Suite("Several sources are listed together", .slots)
struct SeveralSourcesTests {
    private let home: FleetHome
    private static let both = ["--source", "oslo", "--source", "bergen"]

    init() async throws {
        home = try FleetHome()
        for (name, vehicles) in [
            (
                "oslo",
                #"{"identificationCode":"A","color":"Red","battery":80,"lat":59.9,"lng":10.7},"#
                    + #"{"identificationCode":"C","color":"Blue","battery":10,"lat":59.91,"lng":10.7}"#
            ),
            (
                "bergen",
                #"{"identificationCode":"A","color":"Red","battery":30,"lat":60.39,"lng":5.3},"#
                    + #"{"identificationCode":"B","color":"Green","battery":50,"lat":60.4,"lng":5.3}"#
            ),
        ] {
            try home.write(#"{"vehicles":[\#(vehicles)]}"#, to: name + ".json")
            try await home.run("source", "add", name, home.path(of: name + ".json")).succeeded()
        }
    }

    /// Returns the first two columns of a table, without the titles.
    private func rows(_ outcome: Outcome) -> [String] {
        outcome.lines.dropFirst().map { line in
            line.split(separator: " ").prefix(2).joined(separator: " ")
        }
    }

    @Test("A table has one order and one limit over all sources, with the column SOURCE")
    func table() async throws {
        let list = try await home.run(["list"] + Self.both).succeeded()
        #expect(list.lines[0].hasPrefix("ID  SOURCE"))
        #expect(rows(list) == ["A oslo", "A bergen", "B bergen", "C oslo"])
        #expect(list.errorText.contains("oslo · bergen · 4 of 4 vehicles"))
        let lowest = try await home.run(
            ["list"] + Self.both + ["--sort", "battery", "--limit", "3"]
        ).succeeded()
        #expect(rows(lowest) == ["C oslo", "A bergen", "B bergen"])
        #expect(lowest.errorText.contains("3 of 4 vehicles (4 match)"))
        let nearest = try await home.run(
            ["list"] + Self.both + ["--near", "60.39,5.3", "--limit", "2"]
        ).succeeded()
        #expect(rows(nearest) == ["A bergen", "B bergen"])
    }

    @Test("JSON and CSV have the source of each vehicle, those of one source do not")
    func documents() async throws {
        let json = try await home.run(["list", "--json"] + Self.both).succeeded()
        #expect(
            try await Tool.jq(
                ".vehicles[] | [.vehicle_id, .source] | join(\" \")", Array(json.text.utf8))
                == ["A oslo", "A bergen", "B bergen", "C oslo"])
        #expect(
            try await Tool.jq(".sources[].source", Array(json.text.utf8)) == ["oslo", "bergen"])
        let csv = try await home.run(
            ["list", "--format", "csv", "--fields", "source,vehicle_id"] + Self.both
        ).succeeded()
        #expect(csv.lines == ["source,vehicle_id", "oslo,A", "bergen,A", "bergen,B", "oslo,C"])
        // The same source twice is one.
        let one = try await home.run(
            "list", "--json", "--source", "oslo", "--source", "oslo"
        ).succeeded()
        #expect(one.text.hasPrefix(#"{"source":"oslo","#) && one.ids == ["A", "C"])
        #expect(!one.text.contains(#""vehicle_id":"A","source""#))
        try await home.run(["list", "--format", "gbfs"] + Self.both).failed(
            64, "--format gbfs is a document of one source", "run `fleet list --help`")
    }

    @Test("A source that cannot be read hides no other; its error is one line and the exit status")
    func failing() async throws {
        let sources = ["--source", "oslo", "--source", "missing.json", "--source", "bergen"]
        for (command, line) in [
            (["list", "--format", "csv", "--fields", "source"], "bergen"),
            (["count", "--format", "csv"], "bergen,2"), (["map", "--plain"], "2. "),
        ] {
            let outcome = try await home.run(command + sources)
            #expect(outcome.status == 74)
            #expect(outcome.lines.contains { $0.hasPrefix(line) })
            let errors = outcome.errorLines.filter { $0.hasPrefix("error: ") }
            #expect(errors.count == 1 && errors[0].contains("missing.json"))
        }
        let json = try await home.run(["list", "--json"] + sources)
        #expect(json.text.contains(#"/missing.json: no such file"}],"filter""#))
        let none = try await home.run("list", "--source", "no.json", "--source", "missing.json")
        #expect(none.status == 74 && none.text == "")
        #expect(none.errorLines.filter { $0.hasPrefix("error: ") }.count == 2)
        #expect(try await home.run("list", "--source", "oslo", "--source", "nowhere").status == 66)
    }

    @Test("Counts are those of each source")
    func count() async throws {
        let counts = try await home.run(["count"] + Self.both).succeeded()
        #expect(counts.lines.first == "SOURCE  VEHICLES")
        #expect(rows(counts) == ["bergen 2", "oslo 2"])
        let red = try await home.run(
            ["count", "--color", "red", "--by", "color", "--format", "csv"] + Self.both
        ).succeeded()
        #expect(red.lines == ["source,color,count", "bergen,red,1", "oslo,red,1"])
        let none = try await home.run(
            ["count", "--color", "green", "--format", "csv"] + Self.both
        ).succeeded()
        #expect(none.lines == ["source,count", "bergen,1", "oslo,0"])
        #expect(try await home.run("count", "--source", "oslo").succeeded().text == "2\n")
    }

    @Test("A map has the vehicles of all sources, in words with their source")
    func map() async throws {
        let plain = try await home.run(["map", "--plain", "--near", "60.39,5.3"] + Self.both)
            .succeeded()
        #expect(plain.lines.contains { $0.contains(". A, bergen, ") })
        #expect(plain.lines.contains { $0.contains(". C, oslo, ") })
        let drawn = try await home.run(["map", "--size", "40x8"] + Self.both).succeeded()
        #expect(drawn.errorText.contains("oslo · bergen · 4 of 4 vehicles"))
    }

    @Test("A typed ID is found in every source that has it")
    func ids() async throws {
        #expect(rows(try await home.run(["list", "A"] + Self.both)) == ["A oslo", "A bergen"])
        let some = try await home.run(["list", "B", "X"] + Self.both).succeeded()
        #expect(rows(some) == ["B bergen"])
        #expect(some.errorLines.contains("missing: X"))
        let none = try await home.run(["list", "X"] + Self.both)
        #expect(none.status == 66 && none.errorText.contains("no vehicle X in oslo, bergen"))
    }

    @Test("Saved colors narrow only their own source, and are saved of each source that has them")
    func colors() async throws {
        try await home.run("list", "--source", "bergen", "--color", "green").succeeded()
        let saved = try await home.run(["list"] + Self.both).succeeded()
        #expect(rows(saved) == ["A oslo", "B bergen", "C oslo"])
        #expect(saved.errorText.contains("bergen: color green (saved; --color all clears)"))
        let blue = try await home.run(["list", "--color", "blue"] + Self.both).succeeded()
        #expect(rows(blue) == ["C oslo"])
        let both = try await home.run(["list"] + Self.both).succeeded()
        #expect(rows(both) == ["B bergen", "C oslo"])
        #expect(
            rows(try await home.run(["list", "--color", "all"] + Self.both)).count == 4)
        #expect(rows(try await home.run(["list"] + Self.both)).count == 4)
    }

    @Test("Notes of several sources are one list, oldest first, with their source")
    func notes() async throws {
        for (source, id) in [("oslo", "A"), ("bergen", "B"), ("oslo", "C")] {
            try await home.run("note", "add", id, "look at \(id)", "--source", source).succeeded()
        }
        let table = try await home.run(
            ["note", "list", "--format", "table", "--fields", "source,vehicle_id"] + Self.both
        ).succeeded()
        #expect(Set(rows(table)) == ["oslo A", "bergen B", "oslo C"])
        let json = try await home.run(["note", "list", "--format", "json"] + Self.both).succeeded()
        #expect(json.text.hasPrefix(#"{"sources":["oslo","bergen"],"#))
        let times = try await Tool.jq(".notes[].created_at", Array(json.text.utf8))
        #expect(times == times.sorted() && times.count == 3)
        let text = try await home.run(["note", "list"] + Self.both).succeeded()
        #expect(text.text.contains("  A  oslo  "))
        let one = try await home.run("note", "list", "--json", "--source", "oslo").succeeded()
        #expect(one.text.hasPrefix(#"{"source":"oslo","notes":"#))
        let missing = try await home.run(
            ["note", "list", "--format", "csv"] + Self.both + ["--source", "-"])
        #expect(missing.status == 64 && missing.lines.count == 4)
    }

    @Test("A view selects the vehicles of all sources")
    func view() async throws {
        try await home.run("view", "save", "low", "--max-battery", "50", "--sort", "battery")
            .succeeded()
        let list = try await home.run(["list", "--view", "low"] + Self.both).succeeded()
        #expect(rows(list) == ["C oslo", "A bergen", "B bergen"])
    }
}

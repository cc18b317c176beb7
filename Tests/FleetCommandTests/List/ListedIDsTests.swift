import FleetTestSupport
import Testing

@Suite("`list --ids` lists exactly the vehicles of a file", .slots)
struct ListedIDsTests {
    private let home: FleetHome
    private let feed: String

    init() throws {
        home = try FleetHome()
        let ids = ["A-1", "A-12", "B-2", "C-3"]
        let vehicles = ids.map { #"{"id":"\#($0)"}"# }.joined(separator: ",")
        feed = try home.write(#"{"vehicles":[\#(vehicles)]}"#, to: "feed.json")
    }

    private func list(_ text: String, _ arguments: String...) async throws -> Outcome {
        let file = try home.write(text, to: "ids.csv")
        return try await home.run(
            ["list", "--source", feed, "--ids", file, "--json"] + arguments)
    }

    @Test("by ID, or in the order of the file, up to a limit")
    func order() async throws {
        let text = "Radnummer;Regal\nC-3;1\nA-1;2\nB-2;3\nC-3;4\n"
        let usual = try await list(text).succeeded()
        #expect(usual.ids == ["A-1", "B-2", "C-3"])
        #expect(usual.errorText.contains("using the column Radnummer of --ids"))
        #expect(try await list(text, "--order", "file").succeeded().ids == ["C-3", "A-1", "B-2"])
        #expect(
            try await list(text, "--order", "file", "--limit", "2").succeeded().ids
                == ["C-3", "A-1"])
        #expect(
            try await list(text, "--reverse", "--limit", "2").succeeded().ids == ["C-3", "B-2"])
    }

    @Test("`count` and `map` take the same files")
    func others() async throws {
        let file = try home.write("A-1\nC-3\nX-9\n", to: "ids.txt")
        let count = try await home.run("count", "--source", feed, "--ids", file).succeeded()
        #expect(count.lines.last == "2")
        #expect(count.errorText.contains("warning: 1 ID of --ids has no vehicle: X-9\n"))
        let map = try await home.run("map", "--plain", "--source", feed, "--ids", file).succeeded()
        #expect(map.errorText.contains("warning: 1 ID of --ids has no vehicle: X-9\n"))
    }

    @Test("IDs without a vehicle are a warning, and the beginning of an ID is none")
    func missing() async throws {
        let outcome = try await list("A\nA-1\nX-9\n").succeeded()
        #expect(outcome.ids == ["A-1"])
        #expect(outcome.errorText.contains("warning: 2 IDs of --ids have no vehicle: A, X-9\n"))
    }

    @Test("Of many IDs without a vehicle, the first 20 are named and the rest counted")
    func manyMissing() async throws {
        let lines = (1...5000).map { "X-\($0)\n" }.joined()
        let outcome = try await list(lines + "B-2\n").succeeded()
        #expect(outcome.ids == ["B-2"])
        #expect(outcome.errorText.contains("X-20 and 4980 more\n"))
    }

    @Test("A file without any of the vehicles is an error")
    func none() async throws {
        let outcome = try await list("X-1\nX-2\n")
        #expect(outcome.status == 66 && outcome.text.isEmpty)
        #expect(outcome.errorText.contains("none of the 2 IDs is in "))
        #expect(outcome.errorText.contains("; the first is X-1"))
        try await list("").failed(
            66, "the file of --ids has no IDs",
            "write one ID per line, or a table with a column of IDs")
    }

    @Test("More IDs than a database has parameters are compared")
    func many() async throws {
        let ids = (0..<40_000).map { "v\($0)" }
        let vehicles = ids.map { #"{"id":"\#($0)"}"# }.joined(separator: ",")
        let path = try home.write(#"{"vehicles":[\#(vehicles)]}"#, to: "many.json")
        let file = try home.write(ids.joined(separator: "\n"), to: "many.txt")
        let outcome = try await home.run(
            "list", "--source", path, "--ids", file, "--order", "file", "--json"
        ).succeeded()
        #expect(outcome.ids == ids)
    }

    @Test("Other choices of vehicles and orders are refused")
    func refused() async throws {
        try await home.run("list", "A-1", "--ids", "x").failed(
            64, "a vehicle ID cannot be used with --ids", "run `fleet list --help`")
        try await home.run("list", "--ids", "x", "--order", "file", "--sort", "battery").failed(
            64, "--sort cannot be used with --order file", "run `fleet list --help`")
        try await home.run("list", "--order", "file").failed(
            64, "--order needs --ids", "run `fleet list --help`")
    }
}

import FleetTestSupport
import Testing

@Suite("Vehicles of MDS in commands", .slots)
struct MDSFeedTests {
    private static let source = Project.fixture("mds/vehicles-1.2.json")

    private let home: FleetHome

    init() throws { home = try FleetHome() }

    private func run(_ arguments: String...) async throws -> Outcome {
        try await home.run(arguments + ["--source", Self.source])
    }

    @Test("A list leaves out what is outside the public space unless --state names it")
    func states() async throws {
        let all = try await run("list", "--format", "json").succeeded()
        #expect(
            try await Tool.jq(".vehicles[] | [.code, .state] | join(\" \")", all.data) == [
                "EX-1001 available", "EX-1002 reserved", "EX-1003 on_trip",
                "EX-1004 non_operational", "EX-1005 unknown",
            ])
        #expect(try await Tool.jq(".total", all.data) == ["5"])
        let gone = try await run(
            "list", "--state", "removed", "--state", "elsewhere", "--format", "ndjson"
        ).succeeded()
        #expect(try await Tool.jq(".state", gone.data) == ["elsewhere", "removed"])
        let counts = try await run("count", "--by", "state", "--format", "csv").succeeded()
        #expect(
            counts.lines.sorted() == [
                "available,1", "non_operational,1", "on_trip,1", "reserved,1", "state,count",
                "unknown,1",
            ])
        let gbfs = try await run("list", "--format", "gbfs").succeeded()
        #expect(try await Tool.jq(".data.vehicles | length", gbfs.data) == ["3"])
    }

    @Test("Tables and CSV have a column for the codes, and words for the states")
    func columns() async throws {
        let table = try await run("list").succeeded().lines
        #expect(table[0].hasPrefix("ID") && table[0].contains("CODE"))
        #expect(table.contains { $0.contains("EX-1004") && $0.contains("non-operational") })
        let csv = try await run("list", "--format", "csv").succeeded().lines
        #expect(csv[0].hasPrefix("vehicle_id,code,lat,"))
        let plain = try await home.run(
            "list", "--source", Project.fixture("app/vehicles.json"), "--format", "csv"
        ).succeeded().lines
        #expect(plain[0].hasPrefix("vehicle_id,lat,"))
    }

    @Test("A source can be declared to be one of MDS, and no longer")
    func declared() async throws {
        try await home.run("source", "add", "ops", Self.source, "--mds").succeeded()
        func shown() async throws -> [String] {
            try await Tool.jq(
                ".mds", home.run("source", "show", "ops", "--format", "json").succeeded().data)
        }
        #expect(try await shown() == ["true"])
        try await home.run("source", "edit", "ops", "--no-mds").succeeded()
        #expect(try await shown() == ["null"])
        let list = try await home.run("list", "--format", "json").succeeded()
        #expect(try await Tool.jq(".total", list.data) == ["5"])
    }

    @Test("The code finds the vehicle, and is the payload of its labels")
    func code() async throws {
        let detail = try await run("detail", "ex-1003").succeeded()
        #expect(detail.text.contains("EX-1003") && detail.text.contains("on trip"))
        let search = try await run("list", "--search", "1002", "--format", "ndjson").succeeded()
        #expect(try await Tool.jq(".code", search.data) == ["EX-1002"])
        let labels = try await run(
            "labels", "EX-1001", "--out", home.path(of: "d/"), "--report", "-"
        ).succeeded()
        #expect(try await Tool.jq(".labels[].payload", labels.data) == ["EX-1001"])
        #expect(!labels.errorText.contains("warning"))
        #expect(try await run("detail", "EX-9999").status == 66)
    }
}

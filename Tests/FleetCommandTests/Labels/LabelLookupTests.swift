import FleetTestSupport
import Foundation
import Testing

@Suite("Labels of a table, of the vehicles that a file names, and with text from templates", .slots)
struct LabelLookupTests {
    private let home: FleetHome
    private let bikes: String

    init() throws {
        home = try FleetHome()
        bikes = try home.write(
            """
            Asset tag;Name;Shelf;Web
            CB-1;Ada;A3;https://example.com/1
            CB-2;;B1;https://example.com/2
            CB-3;Jon;;https://example.com/3

            """, to: "bikes.csv")
    }

    /// Returns the lines of text of a sheet, without page numbers.
    private func texts(_ name: String = "l.pdf") async throws -> [String] {
        let text = try await Tool.run("pdftotext", home.path(of: name), "-")
        return String(decoding: text, as: UTF8.self).split { $0.isNewline || $0 == "\u{C}" }
            .map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty && !$0.hasPrefix("page ") }
    }

    private func payloads(_ arguments: [String]) async throws -> [String] {
        let outcome = try await home.run(
            ["labels", "--out", home.path(of: "d/"), "--report", "-"] + arguments
        ).succeeded()
        return try await Tool.jq(".labels[].payload", outcome.data)
    }

    private func sheet(_ arguments: String...) async throws -> Outcome {
        try await home.run(["labels", "--out", home.path(of: "l.pdf")] + arguments)
    }

    @Test("A template has fields and properties, and leaves out empty ones")
    func template() async throws {
        _ = try await sheet(
            "--source", bikes, "--text", "{name} · {shelf}", "--caption", "Rack {{1}} {Asset tag}"
        ).failed(
            64, "no field, property or column named 'Asset tag'",
            "use one or more of Shelf, id, vehicle_id, code, name, source, lat, lon, "
                + "located_by_station, is_reserved, is_disabled, state, vehicle_type_id, "
                + "form_factor, propulsion_type, color, colors, current_range_meters, "
                + "current_fuel_percent, battery_percent, …")
        try await sheet("--source", bikes, "--text", "{name} · {shelf}", "--caption", "{{{id}}}")
            .succeeded()
        #expect(
            try await texts().sorted()
                == ["Ada · A3", "B1", "Jon", "{CB-1}", "{CB-2}", "{CB-3}"])
    }

    @Test("Columns of the file are names, too, and need no source")
    func columns() async throws {
        let file = try home.write("id,Rack\nX-1,r7\nX-2,\n", to: "ids.csv")
        try await sheet("--ids", file, "--text", "{RACK} · {id}").succeeded()
        #expect(try await texts().sorted() == ["X-2", "r7 · X-1"])
    }

    @Test("IDs are looked up in the source, in the order of the file")
    func lookUp() async throws {
        let file = try home.write("id,Rack\nCB-3,r3\nCB-1,r1\n", to: "ids.csv")
        let uris = ["--ids", file, "--source", bikes, "--content", "uri"]
        #expect(
            try await payloads(uris) == ["https://example.com/3", "https://example.com/1"])
        try await sheet("--ids", file, "--source", bikes, "--text", "{Rack} · {Shelf} · {name}")
            .succeeded()
        #expect(try await texts().sorted() == ["r1 · A3 · Ada", "r3 · Jon"])
        try await home.run(
            "source", "add", "bikes", bikes, "--label-field", "property:Shelf"
        ).succeeded()
        let shelves = try home.write("B1\nCB-1\n", to: "shelves.txt")
        let labels = ["--ids", shelves, "--source", "bikes"]
        #expect(try await payloads(labels) == ["B1", "A3"])
    }

    @Test("Unknown IDs are an error that lists them, or printed with what the file has")
    func unknown() async throws {
        let file = try home.write("id,Shelf\nCB-9,Z9\nCB-1,file\nCB-8,\n", to: "ids.csv")
        let options = ["--ids", file, "--source", bikes]
        try await home.run(["labels", "--out", home.path(of: "l.pdf")] + options).failed(
            66, "2 IDs of --ids have no vehicle: CB-9, CB-8",
            "check the source, and the column of the IDs (--column), or use --unknown print to "
                + "print them all the same")
        #expect(home.bytes(of: "l.pdf").isEmpty)
        #expect(
            try await payloads(options + ["--unknown", "print"]) == ["CB-9", "CB-1", "CB-8"])
        let printed = try await sheet(
            "--ids", file, "--source", bikes, "--unknown", "print", "--text", "{id} · {Shelf}"
        ).succeeded()
        #expect(printed.errorText.contains("warning: 2 IDs of --ids have no vehicle"))
        #expect(try await texts().sorted() == ["CB-1 · A3", "CB-8", "CB-9 · Z9"])
    }

    @Test("Rotating IDs are refused as in lists")
    func rotating() async throws {
        let feed = try home.write(#"{"vehicles":[{"id":"x1"}]}"#, to: "feed.json")
        try await home.run("source", "add", "r", feed, "--ids", "rotating").succeeded()
        let file = try home.write("x1\n", to: "ids.txt")
        #expect(try await sheet("--ids", file, "--source", "r").status == 64)
        try await sheet("--ids", file, "--source", "r", "--allow-rotating").succeeded()
    }

    @Test("Labels of a table encode pages if phones can open them, unless something else is chosen")
    func pages() async throws {
        try await home.run("source", "add", "bikes", bikes).succeeded()
        #expect(try await payloads(["--source", "bikes"]).first == "CB-1")
        try home.write(#"{"version":1,"publicURL":"https://fleet.example"}"#, to: "server.json")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: home.path(of: "server.json"))
        let pages = try await payloads(["--source", "bikes", "CB-1"])
        #expect(pages == ["https://fleet.example/v/bikes/CB-1"])
        #expect(try await payloads(["--source", "bikes", "--content", "id"]).first == "CB-1")
        #expect(try await payloads(["--source", bikes]).first == "CB-1")
        #expect(try await payloads(["--source", "sim://demo", "ABP-PHY"]) == ["ABP-PHY"])
    }
}

import FleetTestSupport
import Testing

@Suite("A vehicle that has left the feed remains usable", .slots)
struct GoneVehicleTests {
    private let home: FleetHome

    init() throws { home = try FleetHome() }

    private func write(_ ids: String...) throws {
        let vehicles = ids.map {
            #"{"vehicle_id":"\#($0)","lat":48.5,"lon":2.25,"last_reported":1769860800}"#
        }
        try home.write(#"{"vehicles":[\#(vehicles.joined(separator: ","))]}"#, to: "feed.json")
    }

    private func leave() async throws {
        try write("A-1", "B-2")
        try await home.run("source", "add", "s", home.path(of: "feed.json"), "--ids", "stable")
            .succeeded()
        try await home.run("list", "--source", "s").succeeded()
        try write("A-1")
        try await home.run("list", "--source", "s").succeeded()
    }

    @Test("`detail` shows its last known location and time")
    func detail() async throws {
        try await leave()
        let text = try await home.run("detail", "b-2", "--source", "s", "--art", "none").succeeded()
        #expect(
            text.lines.contains { $0.hasPrefix("missing ") && $0.contains("2026-01-31") })
        #expect(text.text.contains("48.5, 2.25"))
        let json = try await home.run("detail", "B-2", "--source", "s", "--format", "json")
        let members = try await Tool.jq("[.last_seen, .vehicle.lat]", json.succeeded().data)
        #expect(members == [#"["2026-01-31T12:00:00Z",48.5]"#])
        let present = try await home.run("detail", "A-1", "--source", "s", "--format", "json")
        #expect(try await Tool.jq("has(\"last_seen\")", present.succeeded().data) == ["false"])
        let unknown = try await home.run("detail", "C-3", "--source", "s")
        #expect(unknown.status == 66)
    }

    @Test("favorites and notes accept it, and show where it was last seen")
    func annotations() async throws {
        try await leave()
        let added = try await home.run("favorite", "add", "b-2", "--source", "s").succeeded()
        let seen = "2026-01-31 12:00:00 +00:00"
        #expect(added.errorText == "B-2 is not in the feed; last seen \(seen)\nadded B-2\n")
        let list = try await home.run("favorite", "list", "--source", "s").succeeded()
        #expect(list.text.contains("\nB-2  missing"))
        #expect(list.text.contains("\(seen) at 48.50000, 2.25000"))
        let json = try await home.run("favorite", "list", "--source", "s", "--format", "json")
        let members = try await Tool.jq(
            ".favorites[0] | [.away, .lat, .lon, .last_seen]", json.succeeded().data)
        #expect(members == [#"[true,48.5,2.25,"2026-01-31T12:00:00Z"]"#])
        try await home.run("note", "add", "B-2", "stolen", "--source", "s").succeeded()
        let notes = try await home.run("note", "list", "--source", "s").succeeded()
        #expect(notes.lines.first?.hasSuffix("at 48.50000, 2.25000") == true, "\(notes.text)")
        try await home.run("favorite", "add", "C-3", "--source", "s").failed(
            66, "no vehicle C-3 in s",
            "search for part of the ID with `fleet list --search TEXT --color all --source s`; "
                + "--unseen takes a full ID that was never in the feed")
    }

    @Test("a unique beginning of its ID is enough, unless a vehicle of the feed has it")
    func beginning() async throws {
        try write("A-1", "A-22", "B-2", "B-33")
        try await home.run("source", "add", "s", home.path(of: "feed.json"), "--ids", "stable")
            .succeeded()
        try await home.run("list", "--source", "s").succeeded()
        try write("A-1")
        try await home.run("refresh", "--source", "s").succeeded()
        func found(_ id: String) async throws -> Outcome {
            try await home.run("detail", id, "--source", "s", "--art", "none")
        }
        #expect(try await found("b-3").succeeded().text.contains("B-33"))
        #expect(try await found("a").succeeded().text.contains("A-1"))
        #expect(try await found("A-2…").succeeded().text.contains("A-22"))
        try await found("b").failed(
            66, "'b' matches several vehicles", "give the full ID: B-2, B-33")
        let added = try await home.run("favorite", "add", "b-3", "--source", "s").succeeded()
        #expect(added.errorLines.last == "added B-33")
        let note = try await home.run("note", "add", "b-3", "stolen", "--source", "s").succeeded()
        #expect(note.errorLines.last == "added note 1 about B-33")
    }

    @Test("an ID that was never seen is accepted with --unseen, in full")
    func unseen() async throws {
        try await leave()
        let added = try await home.run(
            "favorite", "add", "B", "a-1", "--unseen", "--source", "s"
        ).succeeded()
        #expect(added.errorText == "B was never in the feed\nadded B\nadded A-1\n")
        let list = try await home.run("favorite", "list", "--source", "s").succeeded()
        #expect(list.text.contains("\nB    missing"))
        let note = try await home.run("note", "add", "Z", "stolen", "--unseen", "--source", "s")
        #expect(note.succeeded().errorLines.last == "added note 1 about Z")
        let notes = try await home.run("note", "list", "Z", "--source", "s").succeeded()
        #expect(notes.lines.first?.contains(" at ") == false)
        for id in ["A…", "B-…"] {
            let cut = try await home.run("favorite", "add", id, "--unseen", "--source", "s")
            #expect(cut.status == 66)
        }
        try write("A-1", "B")
        let present = try await home.run("list", "--favorites", "--source", "s").succeeded()
        #expect(present.text.contains("\nB "))
    }

    @Test("`labels ID` prints its label, and `list ID` names the command that shows it")
    func selected() async throws {
        try await leave()
        let seen = "B-2 is not in the feed; last seen 2026-01-31 12:00:00 +00:00"
        let out = home.path(of: "codes") + "/"
        let labels = try await home.run("labels", "b-2", "A-1", "--source", "s", "--out", out)
        #expect(labels.succeeded().errorLines.first == seen)
        #expect(labels.errorText.contains("wrote 2 PNG files"))
        let filtered = try await home.run(
            "labels", "B-2", "--max-battery", "5", "--source", "s", "--out", out)
        #expect(filtered.status == 66)
        try await home.run("list", "B-2", "--source", "s").failed(
            66, seen, "run `fleet detail B-2 --source s` to see it as it was")
        let list = try await home.run("list", "A-1", "B-2", "C", "--source", "s", "--format", "csv")
        #expect(list.succeeded().lines.count == 2)
        #expect(list.errorLines == [seen, "missing: C"])
        let alone = try await home.run("labels", "b", "--source", "s", "--out", out).succeeded()
        #expect(alone.errorLines.prefix(2) == [seen, "using B-2 for b"])
        #expect(alone.errorText.contains("wrote 1 PNG file"))
    }

    @Test("labels are made for any IDs of a file, and a watch waits for its return")
    func labels() async throws {
        try await leave()
        let ids = try home.write("B-2\nnever-seen\n", to: "ids.txt")
        let out = home.path(of: "codes") + "/"
        let labels = try await home.run("labels", "--ids", ids, "--out", out).succeeded()
        #expect(labels.errorText.contains("wrote 2 PNG files"))
        let watch = try await home.run("watch", "b", "--source", "s", "--count", "1").succeeded()
        #expect(watch.errorLines.contains("using B-2 for b"))
    }
}

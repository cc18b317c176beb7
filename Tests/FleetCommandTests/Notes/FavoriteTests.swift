import FleetTestSupport
import Testing

@Suite("Favorites are saved by stable ID", .slots)
struct FavoriteTests {
    private static let feed = """
        {"vehicles":[
        {"id":"A-1","color":"Red","qrURL":"https://example.com/?code=PERM1"},
        {"id":"B-2","color":"Blue","qrURL":"https://example.com/?code=PERM2"},
        {"id":"C-3","color":"Blue"}]}
        """

    /// Returns a home whose default source is `town`, with these vehicles.
    private func home(_ options: String...) async throws -> FleetHome {
        try await .town(Self.feed, options)
    }

    @Test("Favorites are added, listed, used as a filter and removed")
    func cycle() async throws {
        let home = try await home("--ids", "stable")
        let added = try await home.run("favorite", "add", "a-1", "C-3").succeeded()
        #expect(added.errorText == "added A-1\nadded C-3\n")
        let again = try await home.run("favorite", "add", "A-1").succeeded()
        #expect(again.errorText == "A-1 is already a favorite\n")
        let list = try await home.run("list", "--favorites", "--format", "ndjson").succeeded()
        #expect(try await Tool.jq(".vehicle_id", list.data) == ["A-1", "C-3"])
        let removed = try await home.run("favorite", "remove", "c-3").succeeded()
        #expect(removed.errorText == "removed C-3\n")
        #expect(
            try await home.run("favorite").succeeded().text
                == "ID   STATE    COLOR  BATTERY\nA-1  unknown  red          -\n")
        let none = try await home.run("favorite", "remove", "C-3")
        #expect(
            none.status == 66
                && none.errorText
                    == "error: C-3 is not a favorite\nhint: run `fleet favorite list` to see the favorites\n"
        )
    }

    @Test("A favorite whose vehicle is missing from the feed is kept and listed as missing")
    func missing() async throws {
        let home = try await home("--ids", "stable")
        try await home.run("favorite", "add", "A-1", "B-2").succeeded()
        try home.write(#"{"vehicles":[{"id":"B-2"}]}"#, to: "feed.json")
        let report = try await home.run("favorite", "list", "--format", "json").succeeded()
        let missing = try await Tool.jq(".favorites[] | [.vehicle_id, .away]", report.data)
        #expect(missing == [#"["A-1",true]"#, #"["B-2",false]"#])
        let list = try await home.run("list", "--favorites").succeeded()
        #expect(list.text.contains("B-2") && list.errorText.contains("missing: A-1\n"))
    }

    @Test("Rotating IDs are refused with a hint about alternatives")
    func rotating() async throws {
        let outcome = try await home("--ids", "rotating").run("favorite", "add", "A-1")
        #expect(outcome.status == 64)
        #expect(
            outcome.errorText == """
                error: vehicle IDs of town rotate, so favorites and notes would lose their vehicles
                hint: set the field of the stable ID with `fleet source edit town --label-field FIELD`, \
                or use the operator's MDS feed, whose IDs are stable

                """)
    }

    @Test("A source with unknown ID rotation is warned about once")
    func unknown() async throws {
        let home = try await home()
        let first = try await home.run("favorite", "add", "A-1").succeeded()
        #expect(
            first.errorText.hasPrefix("warning: vehicle IDs of town may rotate after trips; if"))
        let second = try await home.run("favorite", "add", "B-2").succeeded()
        #expect(second.errorText == "added B-2\n")
    }

    @Test("With a label field, a favorite is saved by stable ID and survives ID rotation")
    func labelField() async throws {
        let home = try await home(
            "--ids", "rotating", "--label-field", "rental_uris.web:code=([A-Z0-9]+)")
        let added = try await home.run("favorite", "add", "A-1").succeeded()
        #expect(added.errorText == "added PERM1\n")
        try home.write(Self.feed.replacing("A-1", with: "Z-9"), to: "feed.json")
        let list = try await home.run("list", "--favorites", "--format", "ndjson").succeeded()
        #expect(try await Tool.jq(".vehicle_id", list.data) == ["Z-9"])
        let refused = try await home.run("favorite", "add", "C-3")
        #expect(
            refused.status == 66
                && refused.errorText.contains("has no stable ID in the label field"))
    }

    @Test("With a label field, a vehicle is found by the stable ID on its label")
    func labelID() async throws {
        let home = try await home(
            "--ids", "rotating", "--label-field", "rental_uris.web:code=([A-Z0-9]+)")
        let detail = try await home.run("detail", "PERM1").succeeded()
        #expect(detail.lines.first == "id             A-1")
        #expect(try await home.run("detail", "PERM").status == 66)
        try await home.run("favorite", "add", "PERM1").succeeded()
        #expect(try await home.run("favorite").succeeded().text.contains("PERM1"))
    }

    @Test("With a label field, a favorite is removed by its stable ID or its current vehicle ID")
    func removal() async throws {
        let home = try await home(
            "--ids", "rotating", "--label-field", "rental_uris.web:code=([A-Z0-9]+)")
        for id in ["A-1", "a-1", "PERM1", "perm1"] {
            try await home.run("favorite", "add", "A-1", "B-2").succeeded()
            let removed = try await home.run("favorite", "remove", id).succeeded()
            #expect(removed.errorText == "removed PERM1\n")
        }
        for id in ["A-1", "C-3", "D-4"] {
            try await home.run("favorite", "remove", id)
                .failed(
                    66, "\(id) is not a favorite",
                    "run `fleet favorite list` to see the favorites")
        }
        // The stable ID of a favorite wins over an equal vehicle ID of another vehicle.
        try home.write(Self.feed.replacing("A-1", with: "PERM2"), to: "feed.json")
        try await home.run("favorite", "add", "PERM2").succeeded()
        let removed = try await home.run("favorite", "remove", "PERM2").succeeded()
        #expect(removed.errorText == "removed PERM2\n")
    }

    @Test("A favorite whose vehicle has left the feed can be shown and annotated")
    func lookupWhileMissing() async throws {
        let home = try await home("--ids", "stable")
        try await home.run("favorite", "add", "A-1").succeeded()
        try home.write(#"{"vehicles":[{"id":"B-2"}]}"#, to: "feed.json")
        for id in ["A-1", "a-1"] {
            let detail = try await home.run("detail", id).succeeded()
            #expect(detail.text.contains("last seen "))
            try await home.run("note", "add", id, "where?").succeeded()
        }
        let search = "search for part of the ID with `fleet list --search TEXT --color all`"
        try await home.run("detail", "Z-9").failed(66, "no vehicle Z-9 in town", search)
    }

    @Test("Every command that selects vehicles takes the stable ID on a label")
    func stableID() async throws {
        let home = try await home("--label-field", "rental_uris.web:code=([A-Z0-9]+)")
        let list = try await home.run("list", "PERM1", "--format", "ndjson").succeeded()
        #expect(try await Tool.jq(".vehicle_id", list.data) == ["A-1"])
        let watch = try await home.run("watch", "PERM1", "--count", "1").succeeded()
        #expect(watch.errorText.contains("using A-1 for PERM1\n"))
        let labels = try await home.run(
            "labels", "PERM1", "--out", home.path(of: "codes") + "/", "--allow-rotating")
        #expect(labels.succeeded().errorText.contains("using A-1 for PERM1\n"))
    }

    @Test("The error for the ID of a favorite that was never in the feed names the list of them")
    func neverSeen() async throws {
        let home = try await home("--ids", "stable")
        try await home.run("favorite", "add", "Z-9", "--unseen").succeeded()
        try await home.run("detail", "Z-9").failed(
            66, "no vehicle Z-9 in town",
            "this favorite is missing from the feed; see `fleet favorite list`")
    }

    @Test("A location without a source name has no favorites, and the hint shows how to name it")
    func unnamed() async throws {
        let home = try await home()
        try home.write(Self.feed, to: "it's a feed.json")
        let folder = home.path
        for (source, label, hint) in [
            (
                "feed.json", "\(folder)/feed.json",
                "name it with `fleet source add NAME \(folder)/feed.json`"
            ),
            (
                "it's a feed.json", "\(folder)/it's a feed.json",
                #"name it with `fleet source add NAME '\#(folder)/it'\''s a feed.json'`"#
            ),
            (
                "-", "standard input",
                "save it to a file, then add that with `fleet source add NAME FILE`"
            ),
        ] {
            try await home.run("favorite", "add", "A-1", "--source", source)
                .failed(64, "\(label) needs a name to have favorites or notes", hint)
        }
    }

    @Test("A confirmed favorite is in the database and stays when the source is replaced")
    func durable() async throws {
        let home = try await home("--ids", "stable")
        try await home.run("favorite", "add", "B-2").succeeded()
        let query = "SELECT vehicle_id FROM favorite"
        #expect(try await Tool.sqlite(query, home.path + "/team.sqlite") == ["B-2"])
        try await home.run("source", "add", "town", "sim://", "--replace").succeeded()
        #expect(try await Tool.sqlite(query, home.path + "/team.sqlite") == ["B-2"])
    }

    @Test("A read-only home without favorites has none, and gets none")
    func unwritableWithoutFile() async throws {
        let home = try await home("--ids", "stable")
        try await home.run("refresh").succeeded()
        try home.transferOwnership(mode: 0o500)
        try await home.runWithoutPrivileges("favorite").succeeded()
        try await home.runWithoutPrivileges("note").succeeded()
        try await home.runWithoutPrivileges("list", "--favorites").succeeded()
        try await home.runWithoutPrivileges("favorite", "add", "A-1").failed(
            74, "cannot write the store of town",
            "free disk space, check the permissions, or set FLEET_HOME to another folder")
        #expect(try !home.files.contains { $0.hasPrefix("team") })
    }

    @Test("A read-only home still has its favorites, also for a snapshot that cannot be stored")
    func unwritable() async throws {
        let home = try await home("--ids", "stable")
        try await home.run("favorite", "add", "A-1", "B-2").succeeded()
        try home.write(#"{"vehicles":[{"id":"B-2"},{"id":"C-3"}]}"#, to: "feed.json")
        try home.transferOwnership(mode: 0o500)
        let list = try await home.runWithoutPrivileges("list", "--favorites").succeeded()
        #expect(list.text.contains("B-2") && !list.text.contains("C-3"))
        #expect(list.errorText.contains("missing: A-1\n"))
    }
}

import Testing

@Suite("Favorites are kept by codes that stay", .slots)
struct FavoriteTests {
    private static let feed = """
        {"vehicles":[
        {"id":"A-1","color":"Red","qrURL":"https://example.com/?code=PERM1"},
        {"id":"B-2","color":"Blue","qrURL":"https://example.com/?code=PERM2"},
        {"id":"C-3","color":"Blue"}]}
        """

    /// A home with a source of these vehicles.
    private func home(_ options: String...) async throws -> FleetHome {
        try await .town(Self.feed, options)
    }

    @Test("what is added is listed, narrows the list, and can be removed")
    func cycle() async throws {
        let home = try await home("--ids", "stable")
        let added = try await home.run("favorite", "add", "a-1", "C-3").succeeded()
        #expect(added.talk == "added A-1\nadded C-3\n")
        let again = try await home.run("favorite", "add", "A-1").succeeded()
        #expect(again.talk == "A-1 is one already\n")
        let list = try await home.run("list", "--favorites", "--format", "ndjson").succeeded()
        #expect(try await Tool.jq(".vehicle_id", list.data) == ["A-1", "C-3"])
        let removed = try await home.run("favorite", "remove", "c-3").succeeded()
        #expect(removed.talk == "removed C-3\n")
        #expect(try await home.run("favorite").succeeded().text == "A-1  unknown  red  -\n")
        let none = try await home.run("favorite", "remove", "C-3")
        #expect(
            none.status == 66
                && none.talk
                    == "error: C-3 is no favorite\nhint: `fleet favorite list` lists them\n"
        )
    }

    @Test("a favorite stays while its vehicle is away, and is shown as such")
    func away() async throws {
        let home = try await home("--ids", "stable")
        try await home.run("favorite", "add", "A-1", "B-2").succeeded()
        try home.write(#"{"vehicles":[{"id":"B-2"}]}"#, to: "feed.json")
        let report = try await home.run("favorite", "list", "--format", "json").succeeded()
        let away = try await Tool.jq(".favorites[] | [.vehicle_id, .away]", report.data)
        #expect(away == [#"["A-1",true]"#, #"["B-2",false]"#])
        let list = try await home.run("list", "--favorites").succeeded()
        #expect(list.text.contains("B-2") && list.talk.contains("away: A-1\n"))
    }

    @Test("codes that change are refused, with what would serve")
    func rotating() async throws {
        let outcome = try await home("--ids", "rotating").run("favorite", "add", "A-1")
        #expect(outcome.status == 64)
        #expect(
            outcome.talk == """
                error: town changes the codes of its vehicles after trips: what is kept by them \
                would soon be of no vehicle, or of another
                hint: name the permanent code's place with `fleet source add … --label-field`, or \
                read the operator's MDS feed, whose codes stay

                """)
    }

    @Test("codes of which nothing is known are warned of once")
    func unknown() async throws {
        let home = try await home()
        let first = try await home.run("favorite", "add", "A-1").succeeded()
        #expect(first.talk.hasPrefix("warning: it is not known whether town changes its codes"))
        let second = try await home.run("favorite", "add", "B-2").succeeded()
        #expect(second.talk == "added B-2\n")
    }

    @Test("with a label field, the permanent code is kept and finds the vehicle under its next id")
    func labelField() async throws {
        let home = try await home(
            "--ids", "rotating", "--label-field", "rental_uris.web:code=([A-Z0-9]+)")
        let added = try await home.run("favorite", "add", "A-1").succeeded()
        #expect(added.talk == "added PERM1\n")
        try home.write(Self.feed.replacing("A-1", with: "Z-9"), to: "feed.json")
        let list = try await home.run("list", "--favorites", "--format", "ndjson").succeeded()
        #expect(try await Tool.jq(".vehicle_id", list.data) == ["Z-9"])
        let refused = try await home.run("favorite", "add", "C-3")
        #expect(refused.status == 66 && refused.talk.contains("has no code where the source says"))
    }

    @Test("with a label field, a favorite is removed by its permanent code or its present one")
    func removal() async throws {
        let home = try await home(
            "--ids", "rotating", "--label-field", "rental_uris.web:code=([A-Z0-9]+)")
        for id in ["A-1", "a-1", "PERM1", "perm1"] {
            try await home.run("favorite", "add", "A-1", "B-2").succeeded()
            let removed = try await home.run("favorite", "remove", id).succeeded()
            #expect(removed.talk == "removed PERM1\n")
        }
        for id in ["A-1", "C-3", "D-4"] {
            try await home.run("favorite", "remove", id)
                .failed(66, "\(id) is no favorite", "`fleet favorite list` lists them")
        }
        // A code that another favorite is kept by means that one, whoever has it now.
        try home.write(Self.feed.replacing("A-1", with: "PERM2"), to: "feed.json")
        try await home.run("favorite", "add", "PERM2").succeeded()
        let removed = try await home.run("favorite", "remove", "PERM2").succeeded()
        #expect(removed.talk == "removed PERM2\n")
    }

    @Test("who asks for a favorite that is away is told so")
    func askedWhileAway() async throws {
        let home = try await home("--ids", "stable")
        try await home.run("favorite", "add", "A-1").succeeded()
        try home.write(#"{"vehicles":[{"id":"B-2"}]}"#, to: "feed.json")
        let hint = "it is a favorite that is away: `fleet favorite list` shows the favorites"
        for id in ["A-1", "a-1"] {
            let cause = "there is no vehicle \(id) in town"
            try await home.run("detail", id).failed(66, cause, hint)
            try await home.run("note", "add", id, "where?").failed(66, cause, hint)
        }
        let search = "`fleet list --search TEXT --color all` finds vehicles by a part of the code"
        try await home.run("detail", "C-3").failed(66, "there is no vehicle C-3 in town", search)
    }

    @Test("who gives a favorite's permanent code is told the one that its vehicle has now")
    func permanent() async throws {
        let home = try await home("--label-field", "rental_uris.web:code=([A-Z0-9]+)")
        try await home.run("favorite", "add", "A-1").succeeded()
        try await home.run("detail", "PERM1").failed(
            66, "there is no vehicle PERM1 in town",
            "it is the permanent code of a favorite, which is there as A-1")
    }

    @Test("a location without a name keeps nothing, and says how to give it one")
    func unnamed() async throws {
        let home = try await home()
        try home.write(Self.feed, to: "it's a feed.json")
        let folder = home.path
        for (source, label, hint) in [
            (
                "feed.json", "\(folder)/feed.json",
                "give it one: `fleet source add NAME \(folder)/feed.json`"
            ),
            (
                "it's a feed.json", "\(folder)/it's a feed.json",
                #"give it one: `fleet source add NAME '\#(folder)/it'\''s a feed.json'`"#
            ),
            (
                "-", "the standard input",
                "save it to a file, and name that: `fleet source add NAME FILE`"
            ),
        ] {
            try await home.run("favorite", "add", "A-1", "--source", source)
                .failed(64, "\(label) has no name to keep anything by", hint)
        }
    }

    @Test(
        "a favorite that a command confirmed is in the file, and stays when the source is removed")
    func durable() async throws {
        let home = try await home("--ids", "stable")
        try await home.run("favorite", "add", "B-2").succeeded()
        let query = "SELECT source, vehicle_id FROM favorite"
        #expect(try await Tool.sqlite(query, home.path + "/fleet.sqlite") == ["town|B-2"])
        try await home.run("source", "remove", "town").succeeded()
        #expect(try await Tool.sqlite(query, home.path + "/fleet.sqlite") == ["town|B-2"])
    }

    @Test("a home that cannot be written still has its favorites, of what was read beside it too")
    func unwritable() async throws {
        let home = try await home("--ids", "stable")
        try await home.run("favorite", "add", "A-1", "B-2").succeeded()
        try home.write(#"{"vehicles":[{"id":"B-2"},{"id":"C-3"}]}"#, to: "feed.json")
        try home.handOver(mode: 0o500)
        let list = try await home.runWithoutPrivileges("list", "--favorites").succeeded()
        #expect(list.text.contains("B-2") && !list.text.contains("C-3"))
        #expect(list.talk.contains("away: A-1\n"))
    }
}

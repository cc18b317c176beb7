import FleetTestSupport
import Testing

@Suite("Notes are saved with the location and time of their vehicle", .slots)
struct NoteTests {
    private static let feed = """
        {"vehicles":[{"id":"A-1","lat":59.9,"lng":10.7,"last_reported":1769860800},{"id":"B-2"}]}
        """

    private func home(_ options: String...) async throws -> FleetHome {
        try await .town(Self.feed, options)
    }

    @Test("Notes are added, edited, listed and removed, and a number is never reused")
    func cycle() async throws {
        let home = try await home("--ids", "stable")
        let added = try await home.run("note", "add", "a-1", " Brake loose\n").succeeded()
        #expect(added.errorText == "added note 1 about A-1\n")
        try await home.run("note", "add", "B-2", "other").succeeded()
        try await home.run("note", "edit", "1", "Brake fixed").succeeded()
        let list = try await home.run("note", "list", "A-1", "--format", "json").succeeded()
        let note = try await Tool.jq(
            ".notes[] | [.note, .vehicle_id, .text, .lat, .lon, .edited_at != null]", list.data)
        #expect(note == [#"[1,"A-1","Brake fixed",59.9,10.7,true]"#])
        try await home.run("note", "remove", "2").succeeded()
        let next = try await home.run("note", "add", "B-2", "third").succeeded()
        #expect(next.errorText == "added note 3 about B-2\n")
        let gone = try await home.run("note", "edit", "2", "late")
        #expect(gone.status == 66 && gone.errorText.hasPrefix("error: town has no note 2\nhint: "))
    }

    @Test("A task at home has a due time, is listed by it, and is finished and reopened")
    func tasks() async throws {
        let home = try await home("--ids", "stable")
        let added = try await home.run(
            "note", "add", "A-1", "B-2", "swap", "--due", "2099-01-31 18:00"
        ).succeeded()
        #expect(added.errorLines.count == 2)
        #expect(added.errorText.hasPrefix("added task 1 about A-1, due 2099-01-31 18:00:00 "))
        try await home.run("note", "add", "A-1", "look", "--task").succeeded()
        try await home.run("note", "edit", "2", "--due", "2098-12-31").succeeded()
        try await home.run("note", "edit", "3", "--priority", "high").succeeded()
        try await home.run("note", "add", "A-1", "no task").succeeded()
        let tasks = try await home.run("note", "list", "--task", "--json").succeeded()
        #expect(try await Tool.jq(".notes[].note", tasks.data) == ["2", "1", "3"])
        let urgent = #".notes[] | select(.priority == "high") | .note"#
        #expect(try await Tool.jq(urgent, tasks.data) == ["3"])
        #expect(
            try await home.run("note", "done", "2", "4").succeeded().errorLines
                == ["task 2 is done", "note 4 is done"])
        #expect(
            try await home.run("note", "done", "2").succeeded().errorText
                == "task 2 is already done\n")
        let open = try await home.run("note", "list", "--open", "--json").succeeded()
        #expect(try await Tool.jq(".notes[].note", open.data) == ["1", "3"])
        #expect(
            try await home.run("note", "reopen", "2").succeeded().errorText
                == "reopened task 2\n")
        let near = try await home.run("note", "list", "--near", "59.9,10.7", "--json").succeeded()
        #expect(try await Tool.jq(".notes[].note", near.data) == ["1", "3", "4", "2"])
        try await home.run("note", "done", "9").failed(
            66, "town has no note 9", "run `fleet note list` to see the notes and their numbers")
        try await home.run("note", "add", "A-1", "x", "--due", "25:00").failed(
            64, "--due 25:00 is not a valid time",
            "write 18:00, tomorrow, 'tomorrow 18:00', 'in 2h', 2026-01-31 or '2026-01-31 18:00'")
        try await home.run("note", "add", "A-1", "x", "--assignee", "anna").failed(
            64, "the notes of this source are only in this home, which has no other people",
            "leave out --assignee, or use --source team:NAME")
    }

    @Test("A note can be about a place")
    func place() async throws {
        let home = try await home("--ids", "stable")
        let added = try await home.run("note", "add", "ramp", "--location", "59.9,10.7").succeeded()
        #expect(added.errorText == "added note 1 about a place\n")
        let list = try await home.run("note", "list", "--json").succeeded()
        #expect(
            try await Tool.jq(".notes[] | [.vehicle_id, .lat, .text]", list.data)
                == [#"[null,59.9,"ramp"]"#])
        try await home.run("note", "add", "x", "--site", "S1").failed(
            66, "town has no site S1", "run `fleet site list` to see the sites")
    }

    @Test("The beginning of an ID finds the vehicle and its notes, and says which vehicle it was")
    func beginning() async throws {
        let home = try await home("--ids", "stable")
        let added = try await home.run("note", "add", "a…", "Brake loose").succeeded()
        #expect(added.errorText == "added note 1 about A-1\n")
        let notes = try await home.run("note", "list", "A...", "--json").succeeded()
        #expect(try await Tool.jq(".notes[].vehicle_id", notes.data) == ["A-1"])
        #expect(try await home.run("favorite", "add", "b-").succeeded().errorText == "added B-2\n")
        let removed = try await home.run("favorite", "remove", "B…").succeeded()
        #expect(removed.errorText == "removed B-2\n")
    }

    @Test("Escape sequences in a text are printed escaped")
    func hostile() async throws {
        let home = try await home("--ids", "stable")
        try await home.run("note", "add", "A-1", "x\u{1B}[2J\nsecond\u{202E}").succeeded()
        let text = try await home.run("note").succeeded().text
        #expect(text.hasSuffix("    x\\u{1B}[2J\n    second\\u{202E}\n"))
    }

    @Test("A missing, empty or overlong text is refused, and nothing is saved")
    func texts() async throws {
        let home = try await home("--ids", "stable")
        for arguments in [
            ["A-1"], ["A-1", " \n "], ["A-1", "\u{200B} \u{FEFF}"],
            ["A-1", String(repeating: "x", count: 10_001)],
        ] {
            let outcome = try await home.run(["note", "add"] + arguments)
            #expect(outcome.status == 64 && outcome.errorText.contains("hint: "))
        }
        let list = try await home.run("note").succeeded()
        #expect(
            list.text.isEmpty
                && list.errorText == "no notes yet; add one with `fleet note add ID TEXT`\n")
    }

    @Test("With a label field, notes are found by stable ID or current vehicle ID")
    func labelField() async throws {
        let home = try await FleetHome.town(
            #"{"vehicles":[{"id":"A-1","qrURL":"https://example.com/?code=PERM1"},{"id":"B-2"}]}"#,
            ["--label-field", "rental_uris.web:code=([A-Z0-9]+)"])
        try await home.run("note", "add", "A-1", "brake").succeeded()
        for id in ["A-1", "a-1", "PERM1", "perm1"] {
            let list = try await home.run("note", "list", id, "--format", "json").succeeded()
            #expect(try await Tool.jq(".notes[].vehicle_id", list.data) == ["PERM1"])
        }
    }

    @Test("For a vehicle without notes the message depends on whether there are other notes")
    func none() async throws {
        let home = try await home("--ids", "stable")
        let first = try await home.run("note", "list", "B-2").succeeded()
        #expect(first.errorText == "no notes yet; add one with `fleet note add ID TEXT`\n")
        try await home.run("note", "add", "A-1", "brake").succeeded()
        let other = try await home.run("note", "list", "B-2").succeeded()
        #expect(
            other.text == ""
                && other.errorText == "no notes about B-2; run `fleet note list` to see all notes\n"
        )
    }

    @Test("Rotating IDs are refused")
    func rotating() async throws {
        let outcome = try await home("--ids", "rotating").run("note", "add", "A-1", "x")
        #expect(outcome.status == 64 && outcome.errorText.contains("vehicle IDs of town rotate"))
    }

    @Test("All of ten thousand notes are listed")
    func many() async throws {
        let home = try await home("--ids", "stable")
        try await home.run("note", "add", "A-1", "first").succeeded()
        let insert = """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
            INSERT INTO note (owner, id, number, visibility, source, vehicle_id, text, created_at)
            SELECT owner, printf('%s%012d', substr(id, 1, 24), i), 1 + i, visibility, source,
                'V' || i, 'note ' || i, i FROM note, n
            """
        _ = try await Tool.sqlite(insert, home.path + "/team.sqlite")
        let list = try await home.run("note", "list", "--format", "json").succeeded()
        #expect(try await Tool.jq(".notes | length", list.data) == ["10001"])
        let one = try await home.run("note", "list", "V10000").succeeded()
        #expect(one.text.hasSuffix("    note 10000\n"))
    }
}

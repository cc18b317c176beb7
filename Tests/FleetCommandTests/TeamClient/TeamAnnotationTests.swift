import FleetCore
import FleetTeam
import FleetTestSupport
import Foundation
import Testing

@Suite("Favorites and notes of a team's source are on the server", .slots)
struct TeamAnnotationTests {
    private let server: ServedHome
    private let anna: TeamClient
    private let bob: TeamClient

    init() async throws {
        server = try await ServedHome()
        anna = try await server.client("anna")
        bob = try await server.client("bob")
    }

    @Test("favorites are those of the user, on every machine")
    func favorites() async throws {
        #expect(
            try await anna.run("favorite", "add", "ABP-PHY", "KEI-XVC").succeeded().errorLines
                == ["added ABP-PHY", "added KEI-XVC"])
        #expect(
            try await anna.run("favorite", "add", "ABP-PHY").succeeded().errorLines
                == ["ABP-PHY is already a favorite"])
        #expect(try await server.access("anna").favorites.all().count == 2)
        #expect(try await server.access("bob").favorites.all().isEmpty)
        #expect(try await bob.run("favorite", "list").succeeded().text == "")

        let other = try await server.client("anna")
        let list = try await other.run("list", "--favorites", "--format", "json").succeeded()
        #expect(list.ids == ["ABP-PHY", "KEI-XVC"])
        _ = try await other.run("favorite", "remove", "KEI-XVC").succeeded()
        let left = try await anna.run(
            "favorite", "list", "--format", "csv", "--fields", "vehicle_id")
        #expect(left.succeeded().text == "vehicle_id\nABP-PHY\n")
        try await anna.run("favorite", "remove", "KEI-XVC").failed(
            66, "KEI-XVC is not a favorite", "run `fleet favorite list` to see the favorites")
    }

    @Test("notes are private unless they are shared, and have the numbers of the server")
    func notes() async throws {
        #expect(
            try await anna.run("note", "add", "ABP-PHY", "brake is loose").succeeded().errorLines
                == ["added note 1 about ABP-PHY"])
        _ = try await anna.run("note", "add", "KEI-XVC", "for all", "--team").succeeded()
        _ = try await bob.run("note", "add", "ABP-PHY", "of bob").succeeded()

        let own = try await anna.run("note", "list", "--format", "json").succeeded().json()
        let notes = try #require(own["notes"] as? [[String: Any]])
        #expect(notes.map { $0["note"] as? Int } == [1, 2])
        #expect(notes.map { $0["visibility"] as? String } == ["private", "team"])
        let bobs = try await bob.run("note", "list").succeeded()
        #expect(!bobs.text.contains("brake"))
        #expect(bobs.text.contains("of bob") && bobs.text.contains("for all"))
        #expect(bobs.text.contains("1000001  KEI-XVC") && bobs.text.contains("  by anna  team"))

        _ = try await bob.run("note", "edit", "1000001", "for us all").succeeded()
        let changed = try await anna.run("note", "list", "KEI-XVC").succeeded()
        #expect(changed.text.contains("for us all"))
        #expect(try await bob.run("note", "remove", "1000001").status == 77)
        _ = try await anna.run("note", "edit", "1", "brake is fixed").succeeded()
        _ = try await anna.run("note", "remove", "2").succeeded()
        let all = try await server.access("anna").notes.all()
        #expect(all.map(\.content.text) == ["brake is fixed"])
        #expect(all[0].content.position != nil && all[0].content.seenAt != nil)
        try await anna.run("note", "remove", "2").failed(
            66, "team:demo has no note 2",
            "run `fleet note list` to see the notes and their numbers")
        try await anna.run("note", "add", "ABP-PHY", "x", "--team", "--source", "demo").failed(
            64, "the notes of this source are only in this home",
            "share notes about the vehicles of a team's server: --source team:NAME")
    }

    @Test("a task is given to a member, who finishes it on another machine")
    func tasks() async throws {
        let added = try await anna.run(
            "note", "add", "ABP-PHY", "swap", "--assignee", "bob", "--due", "2099-01-31"
        ).succeeded()
        #expect(added.errorLines.last == "a task is a note that the whole team sees")
        let mine = try await bob.run(
            "note", "list", "--task", "--open", "--assignee", "@me", "--format", "json"
        ).succeeded()
        let note = try #require((try mine.json()["notes"] as? [[String: Any]])?.first)
        #expect(note["assignee"] as? String == "bob" && note["author"] as? String == "anna")
        let number = "\(try #require(note["note"] as? Int))"
        #expect(
            try await bob.run("note", "done", number).succeeded().errorText
                == "task \(number) is done\n")
        let done = try await anna.run("note", "list", "--format", "json").succeeded()
        #expect(
            try await Tool.jq(".notes[] | [.done, .done_by, .note]", done.data)
                == [#"[true,"bob",1]"#])
        let free = try await anna.run("note", "list", "--assignee", "none", "--json").succeeded()
        #expect(try await Tool.jq(".notes[]", free.data) == [])
        _ = try await anna.run("note", "add", "ABP-PHY", "mine").succeeded()
        #expect(
            try await anna.run("note", "edit", "2", "--due", "2099-01-31").succeeded().errorLines
                .last == "a task is a note that the whole team sees")
        #expect(try await server.access("anna").notes.all()[0].content.visibility == .team)
        let unknown = try await anna.run("note", "edit", "1", "--assignee", "carl")
        #expect(unknown.errorText.contains("the person who is to do the task is not known\nhint: "))
    }

    @Test("photos are sent, listed by their addresses, and removed")
    func photos() async throws {
        let picture = try await PhotoHome.picture("JPEG")
        let (first, second) = (
            try anna.home.write(picture, to: "a.jpg"),
            try anna.home.write(try await PhotoHome.picture("PNG"), to: "b.png")
        )
        #expect(
            try await anna.run("note", "add", "ABP-PHY", "see", "--photo", first, second)
                .succeeded().errorLines == ["added note 1 about ABP-PHY, with 2 photos"])
        let list = try await anna.run("note", "list").succeeded()
        #expect(list.text.contains("\(server.url)/api/v1/notes/"))
        #expect(!list.text.contains("(missing)"))
        #expect(
            try await anna.run("note", "edit", "1", "--remove-photo", "1").succeeded().errorLines
                == ["changed note 1, with 1 photo"])
        let photos = try await server.access("anna").notes.all()[0].photos
        #expect(photos.map(\.info.format) == [.png])
    }

    @Test("a note that cannot be sent is kept as a draft, and sent once")
    func drafts() async throws {
        let photo = try anna.home.write(try await PhotoHome.picture("JPEG"), to: "a.jpg")
        _ = try await anna.run("note", "add", "KEI-XVC", "first").succeeded()
        await server.stop()
        let kept = try await anna.run("note", "add", "ABP-PHY", "brake", "--photo", photo)
        #expect(kept.status == 69)
        #expect(kept.errorLines.dropLast().last?.hasSuffix("; the note is kept as a draft") == true)
        #expect(
            kept.errorLines.last
                == "hint: send it with `fleet note send` when the server can be reached")
        let change = try await anna.run("note", "edit", "1", "second")
        #expect(change.status == 69)
        let list = try await anna.run("note", "list").succeeded()
        #expect(list.text.contains("first"))
        #expect(list.errorLines.last == "2 notes not sent yet; send with `fleet note send`")
        #expect(try await anna.run("note", "send").status == 69)
        try await anna.run("logout").failed(
            64, "2 notes not sent yet would be lost",
            "send them with `fleet note send`, or add --discard-drafts")
        let drafts = try await anna.run("note", "send", "--list").succeeded()
        #expect(drafts.lines.count == 2)
        #expect(drafts.lines[0].hasSuffix("about ABP-PHY, 1 photo: brake"))
        // The names of 0.1.0.
        let stored = try await Tool.sqlite(
            "SELECT document FROM note_draft", anna.home.path + "/team.sqlite")
        #expect(stored.joined().contains(#""vehicleId":"ABP-PHY""#))

        try await server.start()
        #expect(
            try await anna.run("note", "send").succeeded().errorLines
                == ["sent about ABP-PHY", "sent note 1"])
        #expect(
            try await anna.run("note", "send").succeeded().errorLines
                == ["there are no notes to send"])
        let notes = try await server.access("anna").notes.all()
        #expect(notes.map(\.content.text) == ["brake", "second"])
        #expect(notes[0].photos.count == 1)
        #expect(try await unsent() == ["0|0"])
    }

    /// The numbers of drafts and their photos in the home.
    private func unsent() async throws -> [String] {
        try await Tool.sqlite(
            "SELECT (SELECT count(*) FROM note_draft), (SELECT count(*) FROM draft_photo)",
            anna.home.path + "/team.sqlite")
    }

    @Test("the end of a login deletes its drafts only if that is allowed")
    func discarded() async throws {
        let photo = try anna.home.write(try await PhotoHome.picture("JPEG"), to: "a.jpg")
        _ = try await anna.run("list", "--limit", "1").succeeded()
        await server.stop()
        #expect(try await anna.run("note", "add", "ABP-PHY", "x", "--photo", photo).status == 69)
        #expect(try await unsent() == ["1|1"])
        _ = try await anna.run("logout", "--discard-drafts")
        #expect(try await unsent() == ["0|0"])
    }

    @Test("a change of a text that somebody else has changed is kept, and replaces it on demand")
    func conflict() async throws {
        _ = try await anna.run("note", "add", "ABP-PHY", "text", "--team").succeeded()
        await server.stop()
        #expect(try await anna.run("note", "edit", "1", "of anna").status == 69)
        let access = try await server.access("bob")
        let note = try await access.notes.all()[0]
        _ = try await access.notes.change(
            note.id, version: note.version, NoteChange(text: "of bob"))
        try await server.start()
        try await anna.run("note", "send").failed(
            65, "note 1 was changed by somebody else meanwhile; your text is kept as a draft",
            "`fleet note list` shows the other text; `fleet note send --replace` replaces it")
        #expect(try await anna.run("note", "list").succeeded().text.contains("of bob"))
        _ = try await anna.run("note", "send", "--replace").succeeded()
        #expect(try await access.notes.note(note.id).content.text == "of anna")
    }

    @Test("favorites and notes of the home are copied once, with their photos")
    func copy() async throws {
        let photo = try anna.home.write(try await PhotoHome.picture("JPEG"), to: "a.jpg")
        _ = try await anna.run("favorite", "add", "ABP-PHY", "--source", "demo").succeeded()
        _ = try await anna.run(
            "note", "add", "ABP-PHY", "brake", "--photo", photo, "--source", "demo"
        ).succeeded()
        #expect(
            try await anna.logIn().errorLines.last
                == "demo has 1 favorite, 1 note and 1 photo in this home; `fleet note copy "
                + "--source demo --to team:demo` copies them to the server")
        let options = ["--source", "demo", "--to", "team:demo"]
        for _ in 0..<2 {
            let copied = try await anna.home.run(["note", "copy"] + options).succeeded()
            #expect(copied.errorLines == ["copied 1 note to team:demo"])
        }
        #expect(try await server.access("anna").notes.all().map(\.content.visibility) == [.private])
        _ = try await anna.run("note", "add", "KEI-XVC", "swap", "--task", "--source", "demo")
            .succeeded()
        let shared = try await anna.home.run(["note", "copy"] + options).succeeded()
        #expect(
            shared.errorLines == [
                "copied 2 notes to team:demo", "a task is a note that the whole team sees",
            ])
        let counts = ["copied 1 new favorite to team:demo", "copied 0 new favorites to team:demo"]
        for count in counts {
            let copied = try await anna.home.run(["favorite", "copy"] + options).succeeded()
            #expect(copied.errorLines == [count])
        }
        let access = try await server.access("anna")
        #expect(try await access.favorites.all().map(\.vehicleID) == ["ABP-PHY"])
        let notes = try await access.notes.all()
        #expect(notes.map(\.content.text) == ["swap", "brake"])
        #expect(notes.map(\.content.visibility) == [.team, .private])
        #expect(notes[1].photos.count == 1)
        try await anna.run("note", "copy", "--source", "team:demo", "--to", "team:demo").failed(
            64, "favorites and notes are copied from a source of this home to a team's server",
            "write --source NAME --to team:NAME")
    }

    @Test("a script with a token of another user sees nothing of the user of the home")
    func scripts() async throws {
        _ = try await anna.run("note", "add", "ABP-PHY", "of anna").succeeded()
        let environment = ["FLEET_SERVER": server.url, "FLEET_TOKEN": bob.token]
        let notes = try await anna.home.run(
            ["note", "list", "--source", "team:demo"], environment: environment
        ).succeeded()
        #expect(notes.text == "")
        #expect(
            try await anna.home.run(["whoami"], environment: environment).succeeded().text
                == "bob (member) at \(server.url)\n")
    }
}

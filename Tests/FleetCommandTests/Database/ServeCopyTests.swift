import FleetCore
import FleetTeam
import FleetTestSupport
import Foundation
import Testing

@Suite("fleet serve copy moves a home into a database", .slots, .ownThreads)
struct ServeCopyTests {
    private let copied: CopiedHome

    init() async throws { copied = try await CopiedHome() }

    @Test("every kind is copied, with equal digests, and each is named with its counts")
    func report() async throws {
        let outcome = try await copied.copy("--format", "csv", "--fields", "kind,rows,added")
            .succeeded()
        #expect(
            outcome.lines == [
                "kind,rows,added", "users,2,2", "sessions,2,2", "devices,2,2", "tokens,1,1",
                "invitations,1,1",
                "audit entries,8,8", "favorites,2,2", "views,1,1", "saved filters,1,1",
                "followed sources,1,1",
                "notes,1,1", "photo files,1,1", "photos of notes,1,1", "views for everybody,1,1",
                "alerts,1,1", "sources,3,3",
                "credentials,1,1", "settings,1,1",
            ])
        #expect(
            outcome.errorLines == [
                "1 photo in \(copied.home.path)/team-photos: mount or copy this folder as "
                    + "team-photos into the home of each server",
                "copied; 31 rows are equal on both sides",
            ])
    }

    @Test("passwords, sessions, tokens and invitations are valid in the database")
    func access() async throws {
        _ = try await copied.copy().succeeded()
        let team = try copied.copiedTeam()
        #expect(try await CopiedHome.signIn("root", team).access.role == .administrator)
        let client = Client(address: nil)
        let session = try await team.access(session: copied.session, from: client)
        let token = try await team.access(token: copied.token, from: client)
        for access in [session, token] {
            #expect(access.role == .member)
            #expect(
                try await access.favorites.all(of: copied.source).map(\.vehicleID) == ["A", "B"])
        }
        #expect(try await session.filters.colors(of: copied.source).labels == ["red"])
        #expect(try await team.role(ofInvitation: copied.invitation) == .viewer)
        let alerts = try await CopiedHome.signIn("root", team).access.administration().alerts()
        #expect(alerts.map(\.content.lowBattery) == [12.5])
        #expect(alerts.map(\.content.isEnabled) == [true])
    }

    @Test("a note has its number, position and photo, and its text byte for byte")
    func note() async throws {
        _ = try await copied.copy().succeeded()
        let (team, client) = (try copied.copiedTeam(), Client(address: nil))
        let note = try await team.access(session: copied.session, from: client)
            .notes.note(copied.note)
        let original = try await copied.team().access(session: copied.session, from: client)
            .notes.note(copied.note)
        #expect(note == original)
        #expect(note.number == 1)
        #expect(note.photos.map(\.file.path) == [copied.photo.path])
        let stored = try copied.database.sql(
            "SELECT encode(convert_to(text, 'UTF8'), 'hex') FROM fleet.note")
        #expect(stored == [CopiedHome.text.utf8.map { String(format: "%02x", $0) }.joined()])
    }

    @Test("the sources have their UUIDs, and their credentials are sealed")
    func sources() async throws {
        _ = try await copied.copy().succeeded()
        let shown = try await copied.shared.runElsewhere(
            "source", "show", "town", environment: copied.environment
        ).succeeded()
        #expect(shown.text.contains("X-Key"))
        let uuid = try copied.database.sql(
            "SELECT source FROM fleet.named_source WHERE name = 'town'")
        #expect(uuid == [copied.source.uuidString.lowercased()])
        let list = try await copied.shared.runElsewhere("source", "list", "--format", "csv")
        #expect(list.succeeded().text.contains("sim") && list.text.contains("demo"))
        let dump = try copied.database.sql("SELECT named_source::text FROM fleet.named_source")
        #expect(!dump.joined().contains("geheim"))
        let link = try await copied.shared.runElsewhere("user", "invite", "--role", "viewer")
        #expect(link.succeeded().text.hasPrefix("https://fleet.example/register?"))
    }

    @Test("without a key nothing is copied")
    func noKey() async throws {
        let outcome = try await copied.home.run(
            "serve", "copy", "--from", "sqlite", "--to", copied.shared.address)
        #expect(outcome.status == 74)
        #expect(
            outcome.errorText.contains(
                "credentials in a database are sealed, and FLEET_SECRET_FILE is not set"))
        #expect(try copied.storedRows() == 0)
    }

    @Test("a second copy changes nothing")
    func again() async throws {
        _ = try await copied.copy().succeeded()
        // The transaction that wrote each row.
        let versions = [
            "SELECT xmin FROM fleet.note", "SELECT xmin FROM fleet.named_source ORDER BY source",
            "SELECT xmin FROM fleet.server_setting ORDER BY name",
            "SELECT revision FROM fleet.team_access", "SELECT revision FROM fleet.source_catalog",
        ]
        let before = try versions.map { try copied.database.sql($0) }
        let again = try await copied.copy("--format", "csv", "--fields", "added,changed,removed")
            .succeeded()
        #expect(Set(again.lines.dropFirst()) == ["0,0,0"])
        #expect(
            again.errorLines.last
                == "the database has everything already; 31 rows are equal on both sides")
        #expect(try versions.map { try copied.database.sql($0) } == before)
    }

    @Test("a later copy brings what was added, changed and removed in the home since")
    func later() async throws {
        _ = try await copied.copy().succeeded()
        let client = Client(address: nil)
        let anna = try await copied.team().access(session: copied.session, from: client)
        let photo = try #require(try await anna.notes.note(copied.note).photos.first)
        try await anna.notes.removePhoto(photo.id, from: copied.note)
        _ = try await anna.notes.add(NoteContent(text: "new"))
        try await anna.favorites.remove("A", of: copied.source)
        _ = try await copied.home.run("source", "rename", "town", "city").succeeded()
        _ = try await copied.home.run("source", "remove", "sim", "--yes").succeeded()

        let later = try await copied.copy(
            "--format", "csv", "--fields", "kind,added,changed,removed"
        ).succeeded()
        let changed = later.lines.dropFirst().filter { !$0.hasSuffix(",0,0,0") }
        #expect(
            changed == [
                "users,0,1,0", "favorites,0,0,1", "notes,1,1,0", "photo files,0,0,1",
                "photos of notes,0,0,1", "photo files to remove,1,0,0", "sources,0,1,1",
                "credentials,1,0,1",
            ])
        let copy = try await copied.copiedTeam().access(session: copied.session, from: client)
        #expect(try await copy.notes.all().count == 2)
        #expect(try await copy.favorites.all(of: copied.source).map(\.vehicleID) == ["B"])
        let shown = try await copied.shared.runElsewhere(
            "source", "show", "city", environment: copied.environment)
        #expect(shown.succeeded().text.contains("X-Key"))
    }

    @Test("a set-up link of a server that was started on the new database does not matter")
    func setupLink() async throws {
        _ = try await copied.copiedTeam().makeSetupLink()
        _ = try await copied.copy().succeeded()
        #expect(
            try copied.database.sql("SELECT count(*) FROM fleet.invitation WHERE kind = 'setup'")
                == ["0"])
    }

    @Test("a running server of the home is a warning")
    func running() async throws {
        let server = try copied.home.start(
            "serve", "--listen", "127.0.0.1:\(try TestServer.freePort())", "--source", "sim")
        await server.waitUntil { $0.text.contains("serving ") }
        let warning =
            "warning: a server runs on this home; what changes from now on is not copied, so "
            + "stop it and copy again before you start one on the database"
        #expect(try await copied.copy().succeeded().errorLines.contains(warning))
        server.send(SIGTERM)
        #expect(await server.outcome().status == 0)
        #expect(try await !copied.copy().succeeded().errorLines.contains(warning))
    }

    @Test("a damaged photo, and a source that is a file, are warnings")
    func warnings() async throws {
        let path = try copied.home.write(Feeds.vehicles("A"), to: "feed.json")
        _ = try await copied.home.run("source", "add", "file", path).succeeded()
        try copied.home.write("other", to: "team-photos/" + copied.photo.path)
        let lines = try await copied.copy().succeeded().errorLines
        #expect(
            lines.contains("warning: missing or damaged: \(copied.photo.path), or its thumbnail"))
        #expect(
            lines.contains("warning: the source file is a file, which each server needs: \(path)"))
    }
}

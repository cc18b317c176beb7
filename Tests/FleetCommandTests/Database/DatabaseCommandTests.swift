import FleetCore
import FleetTestSupport
import Foundation
import Testing

@Suite("Commands with a PostgreSQL database", .slots, .ownThreads)
struct DatabaseCommandTests {
    private let shared: SharedDatabaseHome

    init() throws { shared = try SharedDatabaseHome() }

    @Test("a source that one machine adds is the default of another, which reads its vehicles")
    func reading() async throws {
        _ = try await shared.run("source", "add", "town", Feeds.frozen).succeeded()
        let list = try await shared.runElsewhere("list", "--format", "json").succeeded()
        #expect(list.ids.count == 20)
        let id = try #require(list.ids.first)
        #expect(
            try await shared.run("count", "--format", "csv").succeeded().text.contains("20"))
        _ = try await shared.run("detail", id, "--art", "none").succeeded()
        _ = try await shared.runElsewhere("map", "--size", "40x5").succeeded()
        _ = try await shared.run("site", "list", "--format", "csv").succeeded()
        let watched = try await shared.runElsewhere(
            "watch", "--format", "ndjson", "--count", "1"
        ).succeeded()
        #expect(watched.text.contains(#""total":20"#))
        let sources = try await shared.runElsewhere("source", "list", "--format", "csv").succeeded()
        #expect(sources.text.contains("town"))
        // The home knows nothing of it.
        #expect(
            try await shared.home.run("source", "list", "--format", "csv")
                .succeeded().text.contains("town") == false)
    }

    @Test("a machine whose clock is an hour ahead stores the time of the database, and says so")
    func clockAhead() async throws {
        _ = try await shared.run("source", "add", "town", "sim://demo").succeeded()
        let now = Timestamp(seconds: Date.now.timeIntervalSince1970)
        let list = try await shared.home.run(
            ["refresh", "--database", shared.address], at: now + .seconds(3600),
            followsDatabase: true)
        #expect(list.status == 0)
        #expect(
            list.errorText.contains(
                "s ahead of that of the database, whose time is stored; set the clock"))
        let future =
            "extract(epoch FROM clock_timestamp()) * 1000 + 60000 < began_at"
        #expect(
            try shared.database.sql(
                "SELECT count(*), count(*) FILTER (WHERE \(future)) FROM fleet.source") == ["1|0"])
        // What follows, with a clock that is right, is not refused.
        _ = try await shared.runElsewhere("refresh").succeeded()
    }

    @Test("several sources of a database are one list, in one order with one limit")
    func several() async throws {
        _ = try await shared.run("source", "add", "town", Feeds.frozen).succeeded()
        _ = try await shared.run("source", "add", "city", Feeds.frozen + "&seed=2").succeeded()
        let options = ["--source", "town", "--source", "city", "--database", shared.address]
        let list = try await shared.home.run(
            ["list", "--sort", "battery", "--limit", "30", "--format", "csv", "--fields"]
                + ["battery_percent,source"] + options
        ).succeeded()
        let rows = list.lines.dropFirst().map { $0.split(separator: ",") }
        let charges = rows.compactMap { Double($0[0]) }
        #expect(rows.count == 30 && charges == charges.sorted())
        #expect(Set(rows.map { $0[1] }) == ["town", "city"])
        let counts = try await shared.home.run(["count", "--format", "csv"] + options).succeeded()
        #expect(counts.lines == ["source,count", "city,20", "town,20"])
    }

    @Test("favorites, notes and saved colors of the command line stay in the home")
    func annotations() async throws {
        _ = try await shared.run("source", "add", "town", Feeds.frozen, "--ids", "stable")
            .succeeded()
        let id = try #require(
            try await shared.runElsewhere("list", "--format", "json").succeeded().ids.first)
        _ = try await shared.runElsewhere("favorite", "add", id).succeeded()
        let favorites = try await shared.runElsewhere(
            "list", "--favorites", "--format", "json"
        ).succeeded()
        #expect(favorites.ids == [id])
        #expect(try await shared.run("list", "--favorites", "--format", "json").ids.isEmpty)
        _ = try await shared.runElsewhere("list", "--color", "red").succeeded()
        let revision = try shared.database.sql("SELECT revision FROM fleet.source_catalog")
        #expect(revision == ["1"])
    }

    @Test("a source is renamed, edited and removed with everything that is stored about it")
    func sourceChanges() async throws {
        _ = try await shared.run("source", "add", "town", Feeds.frozen).succeeded()
        _ = try await shared.run("list").succeeded()
        _ = try await shared.runElsewhere("source", "rename", "town", "city").succeeded()
        _ = try await shared.run("source", "edit", "town", "--publish", "page").succeeded()
        let shown = try await shared.runElsewhere("source", "show", "town").succeeded()
        #expect(shown.text.contains("city"))
        #expect(try shared.database.sql("SELECT count(*) > 0 FROM fleet.vehicle") == ["t"])
        _ = try await shared.run("source", "remove", "city").succeeded()
        #expect(try shared.database.sql("SELECT count(*) FROM fleet.vehicle") == ["0"])
        try await shared.runElsewhere("list").failed(
            66, "there are no sources",
            "add one with `fleet source add NAME LOCATION`, or use --source sim://demo")
    }

    @Test("credentials are sealed; without a key they are refused, and nothing is added")
    func credentials() async throws {
        let feed = try TestServer { _, request in
            request.headers["x-key"] == "geheim-4711"
                ? .text(Feeds.longLived("A")) : .status("401 Unauthorized")
        }
        let arguments = [
            "source", "add", "town", feed.address(), "--header", "X-Key: geheim-4711",
            "--database", shared.address,
        ]
        let refused = try await shared.home.run(arguments)
        #expect(refused.status == 74)
        #expect(
            refused.errorText.contains(
                "credentials in a database are sealed, and FLEET_SECRET_FILE is not set"))
        #expect(try shared.database.sql("SELECT count(*) FROM fleet.named_source") == ["0"])

        let key = try shared.home.write(String(repeating: "k", count: 40), to: "key")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
        let secret = ["FLEET_SECRET_FILE": key]
        _ = try await shared.home.run(arguments, environment: secret).succeeded()
        let dump = try shared.database.sql(
            "SELECT named_source::text FROM fleet.named_source"
        ).joined()
        #expect(!dump.contains("geheim") && dump.contains("town"))
        let list = try await shared.runElsewhere("list", "--format", "json", environment: secret)
        #expect(list.succeeded().ids == ["A"])
        try await shared.runElsewhere("refresh").failed(
            77, "the credentials of town are sealed, and FLEET_SECRET_FILE is not set",
            "set FLEET_SECRET_FILE to a copy of the key file that the servers of this database use")
        let other = try shared.home.write(String(repeating: "o", count: 40), to: "other")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: other)
        try await shared.runElsewhere("refresh", environment: ["FLEET_SECRET_FILE": other]).failed(
            77, "the credentials of town cannot be opened with the key in \(other)",
            "set FLEET_SECRET_FILE to a copy of the key file that the servers of this database use, "
                + "or replace the credentials with `fleet source edit town`")
    }

    @Test("users are in the database, for all machines")
    func users() async throws {
        let added = try await shared.home.shell(
            "echo 'correct horse battery' | fleet user add anna --role member --password-stdin",
            environment: ["FLEET_DATABASE": shared.address])
        added.succeeded()
        let users = try await shared.runElsewhere("user", "list", "--format", "csv").succeeded()
        #expect(users.text.contains("anna,,member"))
        #expect(shared.home.bytes(of: "team.sqlite").isEmpty)
    }

    @Test("a database that cannot be reached is reported without the password")
    func unreachable() async throws {
        let address = "postgres://fleet:geheim@127.0.0.1:1/fleet"
        let outcome = try await shared.home.run("list", "--database", address, "--verbose")
        #expect(outcome.status == 69)
        let shown = "postgres://fleet@127.0.0.1:1"
        #expect(outcome.errorText.contains("cannot reach the database \(shown)"))
        #expect(outcome.errorText.contains("can see the password in the arguments"))
        #expect(!outcome.errorText.contains("geheim"))
        let hidden = try await shared.home.run(
            "list", environment: ["FLEET_DATABASE": address])
        #expect(hidden.status == 69)
        #expect(!hidden.errorText.contains("password in the arguments"))
    }

    @Test("an address that is not one of PostgreSQL is a mistake")
    func malformed() async throws {
        try await shared.home.run("list", "--database", "mysql://host/fleet").failed(
            64, "the address of the database does not begin with postgres://",
            "write it as postgres://USER@HOST/DATABASE, with special characters percent-encoded")
    }
}

import FleetCore
import FleetSQLite
import FleetTeam
import FleetTestSupport
import Foundation
import Testing

/// The home and the database of a release, as its programs wrote them, in `Fixtures/releases`.
///
/// `FLEET_RECORD_RELEASE=VERSION` makes them (`make record-release`), once for each release, from
/// the commit of the release.
struct RecordedRelease: CustomStringConvertible, Sendable {
    let version: String

    /// All recorded releases, oldest first.
    static let all: [RecordedRelease] = {
        let names = try? FileManager.default.contentsOfDirectory(atPath: root)
        return (names ?? []).filter { $0.first?.isNumber == true }
            .sorted { $0.compare($1, options: .numeric) == .orderedAscending }
            .map(RecordedRelease.init)
    }()

    /// The release to record; `nil` if none is.
    static let newVersion = ProcessInfo.processInfo.environment["FLEET_RECORD_RELEASE"]
    static let root = Project.folder + "/Fixtures/releases"
    /// The time of the simulated fleet.
    static let environment: [String: String?] = ["FLEET_NOW": "2026-01-31T12:00:00Z"]
    static let password = "correct horse battery"

    var description: String { version }
    /// A backup of the home.
    var homeArchive: String { Self.root + "/\(version)/home.tar.gz" }
    /// A backup of the database.
    var databaseArchive: String { Self.root + "/\(version)/database.tar.gz" }

    /// Returns what commands showed of the home, or of the database, when it was recorded.
    func content(of name: String) throws -> [String] {
        try String(contentsOfFile: Self.root + "/\(version)/\(name).txt", encoding: .utf8)
            .split(separator: "\n").map(String.init)
    }

    /// Unpacks a recording without the program.
    func unpack(_ archive: String, into home: FleetHome) throws {
        _ = try Tool.output(of: ["tar", "-xzf", archive, "-C", home.path])
    }

    /// Returns a recording as `fleet serve restore` reads it.
    func backup(_ archive: String, in home: FleetHome) throws -> String {
        try home.write(
            Tool.output(of: ["gzip", "-dc", archive]), to: "recorded.tar")
    }

    /// What commands show that must stay readable; each names the members that it compares.
    static func content(
        of home: FleetHome, database: String? = nil
    ) async throws -> [String] {
        var commands = [
            "list --source fleet --offline --sort id --format csv --fields id,state,lat,lon,battery_percent",
            "list --source fleet --offline --view low --format csv --fields id",
            "favorite list --source fleet --format csv --fields vehicle_id",
            "note list --source fleet --format csv --fields note,vehicle_id,text",
            "view list --format csv --fields name,filter",
            "source list --format csv --fields name,location",
            "user list --format csv --fields name,role",
        ]
        if database != nil {
            // The others are in the home.
            commands.removeAll { $0.contains(/view|favorite|note/) }
        }
        var content: [String] = []
        for command in commands {
            var arguments = command.split(separator: " ").map(String.init)
            if let database { arguments += ["--database", database] }
            let outcome = try await home.run(arguments, environment: environment).succeeded()
            content += ["> " + command] + outcome.lines
        }
        return content
    }

    /// Expects a person to sign in with the password, and the session and token to be there.
    static func expectPeople(in home: FleetHome) async throws {
        let path = home.path(of: "team.sqlite")
        let database = try SQLiteTeamDatabase(path: path)
        let team = Team(
            database: database, passwords: try PasswordHasher(threads: 1),
            now: { Timestamp(seconds: Date().timeIntervalSince1970) })
        let signedIn = try await team.signIn(
            name: "anna", password: Password(password), from: Client(address: nil))
        #expect(signedIn.access.name == "anna")
        try database.close()
        // The recorded session, and the new one.
        let sessions = try await Tool.sqlite("SELECT count(*) FROM session", path)
        #expect(sessions == ["2"])
        #expect(try await Tool.sqlite("SELECT count(*) FROM api_token", path) == ["1"])
    }
}

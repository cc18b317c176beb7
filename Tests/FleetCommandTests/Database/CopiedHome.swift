import FleetCore
import FleetPostgres
import FleetSQL
import FleetSQLite
import FleetSettings
import FleetTeam
import FleetTestSupport
import Foundation
import Testing

/// The home of a server with everything that is copied, and a database to copy it to.
struct CopiedHome: Sendable {
    static let password = "correct horse battery"
    static let credential = "geheim-4711"
    static let webhook = "https://hooks.example/geheim-4712"
    /// Composed and decomposed letters, a text direction, quotes, and what COPY and SQL escape.
    static let text = "Ä A\u{308} \u{202E}\u{1F6B2}\t\\N \\x00 'x'' ?1 $1 \u{FFFD}\nDROP"

    let shared: SharedDatabaseHome
    let source: UUID
    let session: BearerSecret
    let token: BearerSecret
    let invitation: BearerSecret
    let note: UUID
    let photo: PhotoFile
    private let key: String

    var home: FleetHome { shared.home }
    var database: PostgresTestDatabase { shared.database }

    init() async throws {
        shared = try SharedDatabaseHome()
        let home = shared.home
        key = try home.write(String(repeating: "k", count: 40), to: "key")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
        _ = try await home.run(
            "source", "add", "town", "https://town.example/gbfs.json", "--no-check",
            "--header", "X-Key: \(Self.credential)"
        ).succeeded()
        _ = try await home.run("source", "add", "sim", Feeds.frozen, "--no-check").succeeded()
        source = try #require(
            try HomeSourceCatalog(home: Self.home(of: home)).load().sources["town"]?.uuid)
        try await ServerFile(home: Self.home(of: home)).setPublicURL("https://fleet.example")

        let team = try Self.team(of: home)
        for (name, role) in [("root", Role.administrator), ("anna", .member)] {
            _ = try await team.onMachine().addUser(
                UserName(name), role: role, password: Password(Self.password))
        }
        invitation = try await team.onMachine().invite(.viewer).secret
        let root = try await Self.signIn("root", team).access
        let view = try await root.views.add(
            ViewName("red"), ViewContent("color=red"), forAll: true)
        _ = try await root.administration().addAlert(
            TeamAlertContent(
                name: "low", source: source, view: view, kinds: [.feedStale], lowBattery: 12.5,
                webhook: WebhookAddress(Self.webhook)))
        let anna = try await Self.signIn("anna", team)
        session = anna.secret
        token = try await anna.access.tokens.add(
            name: "t", scope: .write, lifetime: .seconds(86_400)
        ).secret
        try await anna.access.favorites.add("A", of: source)
        try await anna.access.favorites.add("B", of: source)
        _ = try await anna.access.views.add(ViewName("Low"), ViewContent("max_battery=20"))
        try await anna.access.filters.save(try #require(ColorFilter(["red"])), of: source)
        try await anna.access.followed.save([source])
        note = try await anna.access.notes.add(
            NoteContent(
                text: Self.text, source: source, vehicleID: "A",
                position: Position(latitude: 48.1 + 0.2, longitude: -2.25), visibility: .team)
        ).note.id
        photo = try await Self.addPhoto(to: note, anna.access, home)
        try await Self.annotate(home)
    }

    /// Adds a favorite, a view and a note with a photo of the command line, which are not copied.
    private static func annotate(_ home: FleetHome) async throws {
        let picture = try home.write(try await PhotoHome.picture("PNG"), to: "local.png")
        let source = ["--source", "sim", "--unseen"]
        _ = try await home.run(["favorite", "add", "LOCAL"] + source).succeeded()
        _ = try await home.run("view", "save", "local", "--color", "red").succeeded()
        _ = try await home.run(
            ["note", "add", "LOCAL", "of the command line"] + source + ["--photo", picture]
        ).succeeded()
    }

    private static func addPhoto(
        to note: UUID, _ access: Access, _ home: FleetHome
    ) async throws -> PhotoFile {
        let bytes = Array("photo".utf8)
        let file = try await access.notes.prepareFile(
            hash: SHA256.hex(bytes), format: .png, for: note)
        let folder = TeamPhotoFolder(path: home.path(of: "team-photos"))
        try folder.write(bytes, to: file.path)
        try folder.write(bytes, to: file.thumbnailPath)
        _ = try await access.notes.addPhoto(
            file, width: 2, height: 3, bytes: bytes.count, to: note)
        return file
    }

    /// Copies the home.
    func copy(_ more: String...) async throws -> Outcome {
        let outcome = try await home.run(
            ["serve", "copy", "--from", "sqlite", "--to", shared.address] + more,
            environment: environment)
        // No secret is printed, whatever happens.
        let secrets = [
            "geheim", session.reveal(), token.reveal(), invitation.reveal(), "argon2",
            String(repeating: "k", count: 40),
        ]
        for secret in secrets {
            #expect(!outcome.text.contains(secret) && !outcome.errorText.contains(secret))
        }
        return outcome
    }

    /// The variables of commands that use the database.
    var environment: [String: String] { ["FLEET_SECRET_FILE": key] }

    /// The team of the home.
    func team() throws -> Team { try Self.team(of: home) }

    /// The team of the database.
    func copiedTeam() throws -> Team {
        Team(
            database: PostgresTeamDatabase(
                try PostgresDatabase(
                    PostgresAddress(shared.address), connections: 1,
                    limits: PostgresLimits(timeoutFactor: Deadline.timeoutFactor))),
            passwords: try PasswordHasher(threads: 1),
            now: { Timestamp(seconds: Date().timeIntervalSince1970) })
    }

    static func signIn(_ name: String, _ team: Team) async throws -> SignedIn {
        try await team.signIn(
            name: name, password: Password(password), from: Client(address: nil))
    }

    private static func team(of home: FleetHome) throws -> Team {
        Team(
            database: try SQLiteTeamDatabase(path: home.path(of: "team.sqlite")),
            passwords: try PasswordHasher(threads: 1),
            now: { Timestamp(seconds: Date().timeIntervalSince1970) })
    }

    private static func home(of home: FleetHome) throws -> Home {
        try Home { $0 == "FLEET_HOME" ? home.path : nil }
    }

    /// The number of rows of all tables that are copied, and of the sources.
    func storedRows() throws -> Int {
        let tables = Table.copiedTables.map(\.name) + ["named_source"]
        let counts = try database.sql(
            tables.map { "SELECT count(*) FROM fleet.\($0)" }.joined(separator: " UNION ALL "))
        return counts.compactMap(Int.init).reduce(0, +)
    }
}

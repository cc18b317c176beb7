/// A `fleet serve` with an administrator and viewers.
final class ServedFleet {
    static let password = "correct horse battery"
    /// Most streams of one person.
    static let streamsPerUser = 20
    let server: BackgroundServer
    private let context: BenchmarkContext
    private let home: String

    /// Stores the fleet of one source, adds the users and starts the server.
    /// - Parameter database: Address of a PostgreSQL database; `nil` stores everything in the home.
    convenience init(
        _ feed: Feed, home: String, database: String? = nil, viewers: Int = 0,
        in context: BenchmarkContext
    ) throws {
        try self.init(
            adding: [["bench", feed.path]], home: home, database: database, viewers: viewers,
            in: context)
    }

    /// Adds the sources and the users, and starts the server.
    /// - Parameter sources: Arguments of `fleet source add` for each source.
    init(
        adding sources: [[String]], home: String, database: String?, viewers: Int,
        in context: BenchmarkContext
    ) throws {
        (self.context, self.home) = (context, home)
        for arguments in sources {
            try context.run(
                context.fleet(["source", "add"] + arguments, home: home, database: database))
        }
        let names = (0..<viewers).map { "viewer\($0)" }
        for name in ["admin"] + names {
            let role = name == "admin" ? "administrator" : "member"
            let add = context.fleet(
                ["user", "add", name, "--role", role, "--password-stdin"], home: home,
                database: database)
            try context.run(add.withInput(Self.password))
        }
        server = try BackgroundServer("serve", ready: "/health", in: context) { port in
            context.fleet(
                ["serve", "--listen", "127.0.0.1:\(port)", "--page-rate", "1000000"], home: home,
                database: database)
        }
    }

    var port: UInt16 { server.port }

    /// Returns the field with the cookie of a new session of a user.
    func cookie(of name: String = "admin") throws -> String {
        let session = try WebResponse(
            to: "/api/v1/session", by: "POST", at: port,
            fields: ["Content-Type: application/json"],
            body: #"{"name":"\#(name)","password":"\#(Self.password)"}"#)
        return "Cookie: " + (session.field("Set-Cookie") ?? "").prefix { $0 != ";" }
    }

    /// Returns the field with a new API token of a user.
    func authorization(of name: String = "admin") throws -> String {
        let answer = try WebResponse(
            to: "/api/v1/tokens", by: "POST", at: port,
            fields: [
                "Content-Type: application/json", try cookie(of: name),
                "Origin: http://127.0.0.1:\(port)",
            ],
            body: #"{"name":"bench","scope":"write"}"#)
        guard let token = answer.text.jsonText(of: "token") else {
            throw BenchmarkError.unexpectedResult("no token in \(answer.text)")
        }
        return "Authorization: Bearer " + token
    }

    /// Returns the `Authorization` fields of a number of streams.
    func authorizations(forStreams count: Int) throws -> [String] {
        let fields = try (0..<Self.viewers(forStreams: count)).map {
            try authorization(of: "viewer\($0)")
        }
        return (0..<count).map { fields[$0 / Self.streamsPerUser] }
    }

    /// Returns the number of viewers that a number of streams needs.
    static func viewers(forStreams count: Int) -> Int {
        (count + streamsPerUser - 1) / streamsPerUser
    }

    /// Writes a copy of the database that has no journal.
    func copyDatabase(to path: String) throws {
        try context.run(context.sqlite("VACUUM INTO '\(path)'", home: home))
    }

    func load(_ path: String, fields: [String] = []) -> LoadGenerator {
        LoadGenerator(
            context: context, address: "http://127.0.0.1:\(port)" + path, fields: fields)
    }
}

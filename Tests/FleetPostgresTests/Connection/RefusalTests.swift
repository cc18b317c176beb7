import FleetTestSupport
import Testing

@testable import FleetPostgres

@Suite("Servers that refuse a connection for good", .ownThreads)
struct RefusalTests {
    private let server: PostgresServer

    init() throws { server = try PostgresServer.shared() }

    private func isRefused(_ user: String, _ database: String = "postgres") throws -> Bool {
        try Self.isRefused(server.address(of: database, user: user))
    }

    private static func isRefused(_ address: String) throws -> Bool {
        try PostgresAddress(address).isRefused(within: .extended)
    }

    @Test(
        "a wrong or missing password, an unknown user and an unknown database are refused",
        arguments: [
            ("locked:wrong", "postgres"), ("locked", "postgres"), ("nobody", "postgres"),
            ("fleet", "nowhere"),
        ])
    func refused(user: String, database: String) throws {
        #expect(try isRefused(user, database))
    }

    @Test("a server that accepts the connection, is away or starts up does not refuse it")
    func others() throws {
        #expect(try !isRefused("fleet"))
        #expect(try !isRefused("locked:\(PostgresServer.password)"))
        let folder = try TemporaryFolder()
        let path = folder.path.replacing("/", with: "%2F")
        #expect(try !Self.isRefused("postgres://fleet@\(path)/fleet"))
        let port = try TestServer.freePort()
        #expect(try !Self.isRefused("postgres://fleet@127.0.0.1:\(port)/fleet"))
    }

    @Test("the next host is tried, and one that is away does not hide a refusal")
    func hosts() throws {
        let folder = try TemporaryFolder()
        let away = folder.path.replacing("/", with: "%2F")
        let known = server.folder.replacing("/", with: "%2F")
        #expect(try !Self.isRefused("postgres://fleet@\(away),\(known)/postgres"))
        #expect(try Self.isRefused("postgres://nobody@\(away),\(known)/postgres"))
    }
}

import FleetTestSupport
import Testing

@testable import FleetPostgres

@Suite("Servers that refuse a connection for good")
struct RefusalTests {
    private let server: PostgresServer

    init() throws { server = try PostgresServer.shared() }

    private func isRefused(_ user: String, _ database: String = "postgres") throws -> Bool {
        try PostgresAddress(server.address(of: database, user: user)).isRefused()
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
        #expect(try !PostgresAddress("postgres://fleet@\(path)/fleet").isRefused())
        let port = try TestServer.freePort()
        #expect(try !PostgresAddress("postgres://fleet@127.0.0.1:\(port)/fleet").isRefused())
    }

    @Test("the next host is tried, and one that is away does not hide a refusal")
    func hosts() throws {
        let folder = try TemporaryFolder()
        let away = folder.path.replacing("/", with: "%2F")
        let known = server.folder.replacing("/", with: "%2F")
        #expect(try !PostgresAddress("postgres://fleet@\(away),\(known)/postgres").isRefused())
        #expect(try PostgresAddress("postgres://nobody@\(away),\(known)/postgres").isRefused())
    }
}

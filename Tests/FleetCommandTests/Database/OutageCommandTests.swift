import FleetTestSupport
import Foundation
import Testing

@Suite("Commands whose PostgreSQL stops", .slots) struct OutageCommandTests {
    private let postgres: PostgresServer
    private let home: FleetHome
    private let environment: [String: String]

    init() async throws {
        postgres = try PostgresServer()
        try postgres.sql("CREATE DATABASE fleet OWNER fleet")
        home = try FleetHome()
        environment = ["FLEET_DATABASE": postgres.address(of: "fleet")]
        _ = try await home.run(
            "source", "add", "town", Feeds.quick, "--no-check", environment: environment
        ).succeeded()
    }

    @Test(
        "fail with the status of a service, the address without secrets, and a hint",
        arguments: [["list"], ["refresh"], ["source", "list"], ["user", "list"], ["serve"]])
    func unreachable(command: [String]) async throws {
        try postgres.stop()
        let outcome = try await home.run(command, environment: environment)
        #expect(outcome.status == 69)
        let lines = outcome.errorText.split(separator: "\n")
        let shown = "postgres://fleet@\(postgres.folder)/fleet"
        #expect(lines.first?.hasPrefix("error: cannot reach the database \(shown): ") == true)
        let hint = "hint: check that the database runs and that its address, user and password "
        #expect(lines.dropFirst().first == "\(hint)are right, and try again")
        #expect(lines.count == 2)
    }

    @Test("follow a source again when it is back, and meanwhile name the database")
    func watch() async throws {
        let watch = try home.start("watch", "--format", "ndjson", environment: environment)
        await watch.waitUntil { $0.text.contains(#""state":"live""#) }
        try postgres.stop()
        await watch.waitUntil { $0.text.contains("cannot reach postgres://fleet@") }
        #expect(watch.output.text.contains(#""state":"failed""#))
        let count = watch.output.lines.count
        try postgres.start()
        await watch.waitUntil { output in
            output.lines.dropFirst(count).contains { $0.contains(#""state":"live""#) }
        }
        await watch.interrupt()
    }
}

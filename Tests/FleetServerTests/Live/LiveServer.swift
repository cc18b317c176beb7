import FleetCore
import FleetSQL
import FleetService
import FleetTeam
import FleetTestSupport
import Foundation
import Hummingbird
import Logging
import NIOCore
import Testing

@testable import FleetServer

/// A server that listens on a port, and whose hub looks for changes when a test says so.
struct LiveServer: Sendable {
    let served: ServedTeam
    let port: Int

    var hub: ChangeHub { served.server.environment.changes }

    /// A limit that no client reaches on a slow machine, because tests have clients that do not
    /// read.
    private static let timeoutFactor = ResponseRateHandler.Limits(interval: .hours(1))

    /// Runs `body` while a server of one source listens.
    /// - Parameter isRead: Whether the vehicles have been read.
    static func run(
        _ vehicles: [Vehicle] = [], isRead: Bool = true, storage: ServedStorage? = nil,
        _ body: @escaping @Sendable (LiveServer) async throws -> Void
    ) async throws {
        try await run(
            ServedTeam(storage: storage, isRead: isRead, [("demo", vehicles)]), body)
    }

    /// Runs `body` while a server listens.
    static func run(
        _ served: ServedTeam, _ body: @escaping @Sendable (LiveServer) async throws -> Void
    ) async throws {
        let (ports, ready) = AsyncStream<Int>.makeStream()
        let application = Application(
            responder: served.server.responder(),
            server: .http1(configuration: served.server.channel(timeoutFactor)),
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { ready.yield($0.localAddress?.port ?? 0) },
            logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await application.run() }
            for await port in ports {
                let server = LiveServer(served: served, port: port)
                await server.hub.tick(at: .zero)
                try await body(server)
                break
            }
            group.cancelAll()
        }
    }

    /// Stores a snapshot, and lets the hub look for changes.
    func load(_ vehicles: [Vehicle], at seconds: Double) async throws {
        try await served.load(
            vehicles, served.sources.all[0], at: ServedTeam.loadedAt + seconds)
        await hub.tick(at: .seconds(seconds))
    }

    /// Returns the rows of the list and the cursor of the changes after it, as a page shows them.
    func list() throws -> (rows: [String: String], cursor: String) {
        let key = served.sources.all[0].vehicles
        return try served.store.snapshots.read { reader in
            var rows: [String: String] = [:]
            try reader.forEachVehicle(VehicleQuery(), of: key) { rows[$0.id] = $0.state.rawValue }
            return (rows, try #require(try reader.changeCursor(of: key)).text)
        }
    }
}

/// Rows that a client of the stream keeps.
struct Mirror {
    var rows: [String: String]
    var cursor: String
    /// Numbers of the commits up to which changes were applied.
    var sequences: [Int] = []

    mutating func apply(_ message: EventStreamClient.Message?) throws {
        let message = try #require(message)
        let changes = try message.json()
        for row in try #require(changes["upserted"] as? [[String: Any]]) {
            rows[try #require(row["vehicle_id"] as? String)] = row["state"] as? String
        }
        for id in try #require(changes["removed"] as? [String]) { rows[id] = nil }
        #expect(changes["total"] as? Int == rows.count)
        cursor = try #require(message.id)
        sequences.append(try #require(Int(cursor.split(separator: ":").last ?? "")))
    }
}

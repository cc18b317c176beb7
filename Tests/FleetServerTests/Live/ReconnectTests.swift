import FleetCore
import Foundation
import Testing

@testable import FleetServer

@Suite("Clients that connect again and again") struct ReconnectTests {
    /// Numbers that a seed repeats.
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }
    }

    private static let commits = 40
    /// Number of the last commit, after the one with which the stream starts.
    private static let last = commits + 1

    private static func fleet(_ time: Int) -> [Vehicle] {
        var numbers = Numbers(state: UInt64(time))
        return (0..<30).compactMap { index in
            guard Int.random(in: 0..<4, using: &numbers) > 0 else { return nil }
            var vehicle = Vehicle(id: "v\(index)")
            vehicle.isReserved = Bool.random(using: &numbers)
            return vehicle
        }
    }

    @Test("have all changes, in order")
    func complete() async throws {
        try await LiveServer.run(Self.fleet(0)) { server in
            let root = try await server.served.visitor("root")
            let start = try server.list()
            let mirrors = try await withThrowingTaskGroup(of: Mirror.self) { group in
                for seed in 0..<8 {
                    group.addTask {
                        try await Self.follow(server, root.cookie, start, UInt64(seed))
                    }
                }
                for time in 1...Self.commits {
                    try await server.load(Self.fleet(time), at: Double(time) / 10)
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let end = try server.list()
            for mirror in mirrors {
                #expect(mirror.rows == end.rows && mirror.cursor == end.cursor)
                #expect(mirror.sequences == Set(mirror.sequences).sorted())
            }
        }
    }

    /// Reads up to the last commit, over connections that close after a few messages.
    private static func follow(
        _ server: LiveServer, _ cookie: String?, _ start: (rows: [String: String], cursor: String),
        _ seed: UInt64
    ) async throws -> Mirror {
        var numbers = Numbers(state: seed)
        var mirror = Mirror(rows: start.rows, cursor: start.cursor)
        while mirror.sequences.last != last {
            let count = Int.random(in: 1...6, using: &numbers)
            mirror = try await EventStreamClient.open(
                "/api/v1/events?source=demo&after=\(mirror.cursor)", at: server.port,
                cookie: cookie
            ) { client in
                var mirror = mirror
                for _ in 0..<count where mirror.sequences.last != last {
                    try mirror.apply(try await client.next("changes"))
                }
                return mirror
            }
        }
        return mirror
    }
}

import FleetCore
import FleetPostgres
import FleetSQL
import FleetService
import Foundation

/// Leadership among all processes that use one PostgreSQL database, by leases.
///
/// The leader publishes its states in its lease, and the others leave their requests in a table, so
/// processes need no other connection.
struct PostgresLeadership: Leadership {
    let leases: PostgresLeases
    let key: SourceKey
    /// Name of the source, for errors.
    let label: String
    /// Name of the database, for errors.
    let database: String

    /// Time to wait for the lease, for one request.
    private static let timeout = Duration.seconds(35)

    var isTaken: Bool {
        get async throws {
            if leases.epoch(of: key) != nil { return true }
            return try await leases.isTakenByOther(key)
        }
    }

    func acquire() async throws -> (any LeaderTerm)? {
        let candidate = leases.join(key)
        for await event in candidate.events {
            switch event {
            case .elected: return PostgresLeaderTerm(candidate: candidate)
            case .following:
                await candidate.leave()
                return nil
            case .redefined:
                await candidate.leave()
                throw FeedFailure(.machine(.sourceChanged), at: label)
            case .lost, .state, .refresh: continue
            }
        }
        await candidate.leave()
        try Task.checkCancellation()
        return nil
    }

    func follow(_ body: @Sendable (StateUpdate) async throws -> Bool) async throws -> FollowEnd {
        let candidate = leases.join(key)
        do {
            let end = try await follow(candidate, body)
            if case .elected = end { return end }
            await candidate.leave()
            try Task.checkCancellation()
            return end
        } catch {
            await candidate.leave()
            throw error
        }
    }

    private func follow(
        _ candidate: LeaseCandidate, _ body: @Sendable (StateUpdate) async throws -> Bool
    ) async throws -> FollowEnd {
        for await event in candidate.events {
            switch event {
            case .elected: return .elected(PostgresLeaderTerm(candidate: candidate))
            case .redefined: throw FeedFailure(.machine(.sourceChanged), at: label)
            case .state(let text):
                guard case .state(let update)? = ControlReply(text: text) else { continue }
                if try await !body(update) { return .finished }
            case .following, .lost, .refresh: continue
            }
        }
        return .leaderGone
    }

    func refresh() async throws -> SnapshotInfo? {
        guard let outcome = try await leases.refresh(key) else { return nil }
        switch ControlReply(text: outcome) {
        case .refreshed(let info): return info
        case .failed(.stopped), .failed(.cancelled), .acknowledged, .state, nil: return nil
        case .failed(let error): throw error
        }
    }

    func notify() async throws { try await leases.notify(key) }

    /// Runs `body` while this process has the lease, which its commit needs.
    func withRequestLock(
        _ log: DiagnosticLog, _ body: @Sendable () async throws -> Void
    ) async throws {
        if leases.epoch(of: key) != nil { return try await body() }
        let candidate = leases.join(key)
        do {
            try await waitForElection(of: candidate)
            try await body()
        } catch {
            await candidate.leave()
            throw error
        }
        await candidate.leave()
    }

    /// - Throws: `StoreError.locked` if another process keeps the lease.
    private func waitForElection(of candidate: LeaseCandidate) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                try await Task.sleep(for: Self.timeout)
                // Ends the events.
                await candidate.leave()
            }
            for await event in candidate.events {
                switch event {
                case .elected: return
                case .redefined: throw FeedFailure(.machine(.sourceChanged), at: label)
                case .following, .lost, .state, .refresh: continue
                }
            }
            try Task.checkCancellation()
            throw StoreError.locked(path: database)
        }
    }
}

/// The time during which this process has the lease of a feed.
private struct PostgresLeaderTerm: LeaderTerm {
    let candidate: LeaseCandidate

    func serve(_ service: VehicleService) async -> Bool {
        await withTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                for await update in await service.states() {
                    guard let text = ControlReply.state(update).text else { continue }
                    candidate.publish(text)
                }
            }
            for await event in candidate.events {
                switch event {
                case .lost: return true
                case .refresh(let id):
                    group.addTask { await answer(id, by: service) }
                case .elected, .following, .redefined, .state: continue
                }
            }
            return !Task.isCancelled
        }
    }

    private func answer(_ request: String, by service: VehicleService) async {
        let reply: ControlReply
        do throws(RefreshError) {
            reply = .refreshed(try await service.refresh())
        } catch {
            reply = .failed(error)
        }
        if let text = reply.text { await candidate.answer(request, with: text) }
    }

    func release() async { await candidate.leave() }
}

extension ControlReply {
    fileprivate init?(text: String) {
        guard let reply = try? JSONDecoder().decode(ControlReply.self, from: Data(text.utf8)) else {
            return nil
        }
        self = reply
    }

    fileprivate var text: String? {
        (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) }
    }
}

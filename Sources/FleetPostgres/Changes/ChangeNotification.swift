import FleetCore
import FleetSQL
import Foundation
import Synchronization

/// Notifications of commits: a hint for readers, one for each commit, which is sent with it
/// (https://www.postgresql.org/docs/15/sql-notify.html).
enum ChangeNotification {
    private static let channel = "fleet_change"
    /// Content for the data of the team, where others have the UUID of a source.
    private static let team = "team"

    /// Notifies all readers of the database when the transaction is committed.
    static func send(_ key: SourceKey, in transaction: PostgresTransaction) throws {
        try send(key.uuidText, in: transaction)
    }

    /// Notifies all servers of a change of the team's data.
    static func sendTeam(in transaction: PostgresTransaction) throws {
        try send(team, in: transaction)
    }

    private static func send(_ text: String, in transaction: PostgresTransaction) throws {
        try transaction.query("SELECT pg_notify('\(channel)', ?1)", [.text(text)]) { _ in }
    }

    /// A receiver of the notifications, with a connection of its own.
    ///
    /// A notification may be lost with the connection, so after each interval all sources may have
    /// changed.
    final class Receiver: Sendable {
        private let changes = Changes()
        private let listener: NotificationListener
        private let interval: Duration

        init(of database: PostgresDatabase, interval: Duration = .seconds(5)) {
            self.interval = interval
            listener = NotificationListener(
                to: database.address, channel: channel, within: database.limits
            ) { [changes] event in
                switch event {
                case .connected:
                    changes.add(.all)
                    changes.addTeam()
                case .notified(ChangeNotification.team): changes.addTeam()
                case .notified(let payload):
                    changes.add(UUID(uuidString: payload).map { .only([$0]) } ?? .all)
                }
            }
        }

        deinit { listener.close() }

        /// Returns the sources that may have changed since the last call.
        func changedSources() -> ChangedSources { changes.take(after: interval) }

        /// Returns whether the data of the team may have changed since the last call.
        func teamHasChanged() -> Bool { changes.takeTeam() }
    }

    /// The changes since the last look.
    private final class Changes: Sendable {
        private let state = Mutex<(sources: ChangedSources, allAt: ContinuousClock.Instant?)>(
            (.all, nil))

        private let team = Mutex(false)

        func addTeam() { team.withLock { $0 = true } }

        func takeTeam() -> Bool {
            team.withLock { team in
                defer { team = false }
                return team
            }
        }

        func add(_ sources: ChangedSources) { state.withLock { $0.sources.formUnion(sources) } }

        /// Removes and returns the sources: all of them, if that was some time ago.
        func take(after interval: Duration) -> ChangedSources {
            let now = ContinuousClock.now
            return state.withLock { state in
                let isDue = state.allAt.map { now - $0 >= interval } ?? true
                let taken = isDue ? .all : state.sources
                state = (.none, taken == .all ? now : state.allAt)
                return taken
            }
        }
    }
}

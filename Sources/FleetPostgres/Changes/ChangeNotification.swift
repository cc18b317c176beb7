import FleetCore
import FleetSQL
import Synchronization

/// Notifications of commits: a hint for readers, one for each commit, which is sent with it
/// (https://www.postgresql.org/docs/15/sql-notify.html).
enum ChangeNotification {
    private static let channel = "fleet_change"

    /// Notifies all readers of the database when the transaction is committed.
    static func send(_ key: SourceKey, in transaction: PostgresTransaction) throws {
        try transaction.query(
            "SELECT pg_notify('\(channel)', ?1)", [.text(key.uuidText)]
        ) { _ in }
    }

    /// A receiver of the notifications, with a connection of its own.
    ///
    /// A notification may be lost with the connection, so there is a change after each interval,
    /// too.
    final class Receiver: Sendable {
        private let flag = Flag()
        private let listener: NotificationListener
        private let interval: Duration

        init(of address: PostgresAddress, interval: Duration = .seconds(5)) {
            self.interval = interval
            listener = NotificationListener(to: address, channel: channel) { [flag] _ in
                flag.set()
            }
        }

        deinit { listener.close() }

        /// Returns whether anything may have been committed since the last call.
        func hasChanged() -> Bool { flag.take(after: interval) }
    }

    /// A flag that is set from time to time by itself.
    private final class Flag: Sendable {
        private let state = Mutex<(isSet: Bool, takenAt: ContinuousClock.Instant?)>((true, nil))

        func set() { state.withLock { $0.isSet = true } }

        /// Clears the flag, and returns whether it was set, or was cleared some time ago.
        func take(after interval: Duration) -> Bool {
            let now = ContinuousClock.now
            return state.withLock { state in
                let isDue = state.takenAt.map { now - $0 >= interval } ?? true
                guard state.isSet || isDue else { return false }
                state = (false, now)
                return true
            }
        }
    }
}

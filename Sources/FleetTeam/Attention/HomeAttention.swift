public import FleetCore
public import FleetSQL
public import Foundation

/// The handled entries of a home, which has one owner.
public struct HomeAttention: Sendable {
    private let file: any HomeTeamDatabase
    private let now: @Sendable () -> Timestamp
    private let ids = UUIDv7Generator(random: .system)

    /// Creates the collection of the command line.
    /// - Parameter now: The displayed clock.
    public init(in file: any HomeTeamDatabase, now: @escaping @Sendable () -> Timestamp) {
        (self.file, self.now) = (file, now)
    }

    /// Returns the entries that are handled, by source.
    public func handled() throws -> [UUID: HandledEntries] {
        try read { try $0.handledEntries() } ?? [:]
    }

    /// Returns the actions of the owner since a time, newest first.
    public func actions(since time: Timestamp) throws -> [TeamAction] {
        try read { try $0.actions(since: time) } ?? []
    }

    /// Returns the open tasks that are due, the earliest first.
    public func dueTasks(in scope: AttentionScope) throws -> AttentionReport.Group {
        if let group = try read({ try $0.dueTasks(at: now(), in: scope) }) { return group }
        var none = AttentionReport.Group.dueTasks
        if scope.since != nil { none.newCount = 0 }
        return none
    }

    /// Snoozes an entry, in place of an earlier snooze of it.
    /// - Throws: ``TeamError/invalid(_:_:)``, ``TeamError/tooMany(_:limit:)``.
    public func snooze(_ new: NewSnooze) async throws -> Snooze {
        let checked = try new.checked(at: now())
        return try await write { try $0.add(checked) }
    }

    /// Ends the snooze of an entry; returns whether there was one.
    public func endSnooze(
        _ group: AttentionGroup, _ thing: AttentionSubject.Thing, of source: UUID
    ) async throws -> Bool {
        guard file.exists else { return false }
        return try await write {
            try !$0.endSnoozes(of: AttentionSubject(group, thing), of: source).isEmpty
        }
    }

    private func read<T>(_ body: (UserTransaction) throws -> T) throws -> T? {
        try file.read { try body(transaction($0, at: now())) }
    }

    private func write<T: Sendable>(
        _ body: @escaping @Sendable (UserTransaction) throws -> T
    ) async throws -> T {
        let now = now()
        return try await file.write(durably: true) { [self] sql in
            try sql.insert(HomeOwner.local, at: now)
            return try body(transaction(sql, at: now))
        }
    }

    private func transaction(_ sql: any SQLTransaction, at now: Timestamp) -> UserTransaction {
        UserTransaction(HomeOwner.local, in: TeamTransaction(sql: sql, now: now, ids: ids))
    }
}

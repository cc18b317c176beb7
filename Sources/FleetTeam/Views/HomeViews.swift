public import FleetCore
public import FleetSQL

/// The views of an owner of this home: of the command line, or of a login, whose views and those for
/// everybody are mirrored.
public struct HomeViews: Sendable {
    private let owner: HomeOwner
    private let file: any HomeTeamDatabase
    private let now: @Sendable () -> Timestamp
    private let ids = UUIDv7Generator(random: .system)

    /// Creates the views of an owner.
    /// - Parameter now: The system clock.
    public init(
        of owner: HomeOwner, in file: any HomeTeamDatabase, now: @escaping @Sendable () -> Timestamp
    ) {
        (self.owner, self.file, self.now) = (owner, file, now)
    }

    /// Returns the views, by name.
    public func all() throws -> [TeamView] {
        try file.read { try transaction($0, at: now()).views() } ?? []
    }

    /// Saves a view, in place of one with the same name.
    /// - Returns: Whether it replaced one.
    /// - Throws: ``TeamError/tooMany(_:limit:)``, `StoreError`.
    public func save(_ name: ViewName, _ content: ViewContent) async throws -> Bool {
        try await write { transaction in
            guard let old = try transaction.views().first(where: { $0.name == name }) else {
                _ = try transaction.addView(name, content)
                return false
            }
            _ = try transaction.changeView(old.id, ViewChange(name: name, content: content))
            return true
        }
    }

    /// Removes a view; returns whether there was one.
    public func remove(_ name: ViewName) async throws -> Bool {
        guard file.exists else { return false }
        return try await write { transaction in
            let view = try transaction.views().first { $0.name == name }
            return try view.map { try transaction.removeView($0.id) } ?? false
        }
    }

    /// Makes the views equal to those of a server; of two with the same name, one's own stays.
    public func mirror(_ views: [TeamView]) async throws {
        var names: Set<ViewName> = []
        let mirrored = (views.filter { !$0.isForAll } + views.filter(\.isForAll))
            .filter { names.insert($0.name).inserted }
        let known = try all()
        let isSame =
            known.count == mirrored.count
            && mirrored.allSatisfy { view in
                known.contains { $0.name.text == view.name.text && $0.content == view.content }
            }
        guard !isSame else { return }
        try await write { transaction in
            for view in try transaction.views() { _ = try transaction.removeView(view.id) }
            for view in mirrored {
                _ = try transaction.addView(view.name, view.content, limit: mirrored.count)
            }
        }
    }

    private func write<T: Sendable>(
        _ body: @escaping @Sendable (UserTransaction) throws -> T
    ) async throws -> T {
        let now = now()
        return try await file.write(durably: true) { [self] sql in
            let transaction = transaction(sql, at: now)
            try sql.insert(owner, at: now)
            return try body(transaction)
        }
    }

    private func transaction(_ sql: any SQLTransaction, at now: Timestamp) -> UserTransaction {
        UserTransaction(owner, in: TeamTransaction(sql: sql, now: now, ids: ids))
    }
}

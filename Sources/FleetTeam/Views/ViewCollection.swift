public import FleetCore
import FleetSQL
public import Foundation

extension Access {
    /// The user's views, and those for everybody.
    public var views: ViewCollection { ViewCollection(access: self) }
}

/// The views that one user has: the user's own, and those for everybody, which administrators
/// change.
public struct ViewCollection: Sendable {
    let access: Access

    /// Returns the views, the user's own first, then by name.
    public func all() async throws -> [TeamView] {
        try await access.read(nil) { try $0.views() + $0.transaction.viewsForAll() }
    }

    /// Returns the user's own views, by name.
    public func own() async throws -> [TeamView] {
        try await access.read(nil) { try $0.views() }
    }

    /// Returns the view with an ID.
    /// - Throws: ``TeamError/notFound``, also for another user's.
    public func view(_ id: UUID) async throws -> TeamView {
        guard let view = try await all().first(where: { $0.id == id }) else {
            throw TeamError.notFound
        }
        return view
    }

    /// Adds a view; a repeated request gets the same one.
    /// - Parameter forAll: Whether everybody gets it, which only an administrator can do.
    /// - Throws: ``TeamError/nameTaken``, ``TeamError/tooMany(_:limit:)``,
    ///   ``TeamError/invalid(_:_:)``; ``TeamError/forbidden``.
    public func add(
        _ name: ViewName, _ content: ViewContent, forAll: Bool = false
    ) async throws -> TeamView {
        if forAll { return try await access.administration().addView(name, content) }
        let step = RepeatableRequest.nextStep()
        return try await access.write(.own) { transaction in
            let item = try transaction.item(of: step)
            if item.isNew { return try transaction.addView(name, content, id: item.id) }
            guard let view = try transaction.views().first(where: { $0.id == item.id }) else {
                throw TeamError.notFound
            }
            return view
        }
    }

    /// Changes a view; returns it, and the names of the alerts that use it.
    /// - Throws: ``TeamError/notFound``, also for another user's; ``TeamError/forbidden`` for one for
    ///   everybody, unless the user is an administrator; and the errors of ``add(_:_:forAll:)``.
    public func change(
        _ id: UUID, _ change: ViewChange
    ) async throws -> (view: TeamView, alerts: [String]) {
        let own = try await access.write(.own) { try $0.changeView(id, change) }
        if let own { return (own, []) }
        return try await administration(of: id).changeView(id, change)
    }

    /// Removes a view.
    /// - Throws: As ``change(_:_:)``; ``TeamError/viewInUse(_:)`` for one that alerts use.
    public func remove(_ id: UUID) async throws {
        let isRemoved = try await access.write(.own) { try $0.removeView(id) }
        if !isRemoved { try await administration(of: id).removeView(id) }
    }

    /// Returns the functions that change a view for everybody.
    /// - Throws: ``TeamError/notFound`` if there is none with the ID, ``TeamError/forbidden``.
    private func administration(of id: UUID) async throws -> Administration {
        guard try await view(id).isForAll else { throw TeamError.notFound }
        return try access.administration()
    }
}

extension UserTransaction {
    /// Returns the user's own views, by name.
    func views() throws -> [TeamView] {
        try rows(
            """
            SELECT \(TeamView.columns) FROM saved_view
            WHERE owner = ?1 AND NOT \(Self.isColumns) ORDER BY name_key
            """
        ) { TeamView($0, isForAll: false) }
    }

    /// Adds a view of the user.
    /// - Throws: ``TeamError/nameTaken``, ``TeamError/tooMany(_:limit:)``.
    func addView(
        _ name: ViewName, _ content: ViewContent, id: UUID? = nil,
        limit: Int = TeamView.limit
    ) throws -> TeamView {
        let view = TeamView(
            id: id ?? transaction.newID(), name: name, content: content, createdAt: now,
            changedAt: now)
        let count = try integer(
            "SELECT count(*) FROM saved_view WHERE owner = ?1 AND NOT \(Self.isColumns)")
        guard count < limit else { throw TeamError.tooMany(.views, limit: limit) }
        let added = try execute(
            """
            INSERT INTO saved_view (owner, id, name, name_key, filter, created_at, changed_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT DO NOTHING
            """,
            [
                .uuid(view.id), .text(name.text), .text(name.key), .text(content.text),
                .time(now), .time(now),
            ])
        guard added > 0 else { throw TeamError.nameTaken }
        return view
    }

    /// Changes a view of the user, and returns it; `nil` if the user has none with the ID.
    /// - Throws: ``TeamError/nameTaken``.
    func changeView(_ id: UUID, _ change: ViewChange) throws -> TeamView? {
        let views = try views()
        guard let view = views.first(where: { $0.id == id })?.applying(change, at: now) else {
            return nil
        }
        guard !views.contains(where: { $0.id != id && $0.name == view.name }) else {
            throw TeamError.nameTaken
        }
        try execute(
            """
            UPDATE saved_view SET name = ?3, name_key = ?4, filter = ?5, changed_at = ?6
            WHERE owner = ?1 AND id = ?2
            """,
            [
                .uuid(id), .text(view.name.text), .text(view.name.key), .text(view.content.text),
                .time(view.changedAt),
            ])
        return view
    }

    /// Removes a view of the user; returns whether there was one.
    func removeView(_ id: UUID) throws -> Bool {
        try execute("DELETE FROM saved_view WHERE owner = ?1 AND id = ?2", [.uuid(id)]) > 0
    }
}

extension TeamView {
    /// Returns the view after a change.
    func applying(_ change: ViewChange, at time: Timestamp) -> TeamView {
        var view = self
        if let name = change.name { view.name = name }
        if let content = change.content { view.content = content }
        view.changedAt = time
        return view
    }
}

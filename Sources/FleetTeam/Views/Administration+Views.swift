public import FleetCore
import FleetSQL
public import Foundation

/// The views for everybody.
extension Administration {
    /// Adds a view for everybody; a repeated request gets the same one.
    /// - Throws: ``TeamError/nameTaken``, ``TeamError/tooMany(_:limit:)``,
    ///   ``TeamError/invalid(_:_:)``.
    public func addView(_ name: ViewName, _ content: ViewContent) async throws -> TeamView {
        try content.checkForAll()
        let step = RepeatableRequest.nextStep()
        return try await write { [actor] transaction in
            let item = try transaction.item(of: step, for: actor.userID, team.random)
            let id = item.id
            guard item.isNew else { return try transaction.viewForAll(id) }
            let views = try transaction.viewsForAll()
            guard views.count < TeamView.limit else {
                throw TeamError.tooMany(.views, limit: TeamView.limit)
            }
            guard !views.contains(where: { $0.name == name }) else { throw TeamError.nameTaken }
            try transaction.sql.execute(
                """
                INSERT INTO team_view (id, name, name_key, filter, created_by, created_at, changed_at)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6)
                """,
                [
                    .uuid(id), .text(name.text), .text(name.key), .text(content.text),
                    .optional(actor.userID?.text), .time(transaction.now),
                ])
            try transaction.audit(.viewAdded, name.text, by: actor)
            return try transaction.viewForAll(id)
        }
    }

    /// Changes a view for everybody; returns it, and the names of the alerts that use it.
    /// - Throws: ``TeamError/notFound``, and the errors of ``addView(_:_:)``.
    public func changeView(
        _ id: UUID, _ change: ViewChange
    ) async throws -> (view: TeamView, alerts: [String]) {
        try change.content?.checkForAll()
        return try await write { [actor] transaction in
            let old = try transaction.viewForAll(id)
            let view = old.applying(change, at: transaction.now)
            let others = try transaction.viewsForAll().filter { $0.id != id }
            guard !others.contains(where: { $0.name == view.name }) else {
                throw TeamError.nameTaken
            }
            try transaction.sql.execute(
                """
                UPDATE team_view SET name = ?2, name_key = ?3, filter = ?4, changed_at = ?5
                WHERE id = ?1
                """,
                [
                    .uuid(id), .text(view.name.text), .text(view.name.key),
                    .text(view.content.text), .time(view.changedAt),
                ])
            let isRenamed = old.name.text != view.name.text
            try transaction.audit(
                .viewChanged,
                old.name.text + (isRenamed ? ": renamed to " + view.name.text : ""), by: actor)
            return (view, try transaction.alerts(using: id))
        }
    }

    /// Removes a view for everybody.
    /// - Throws: ``TeamError/notFound``, ``TeamError/viewInUse(_:)``.
    public func removeView(_ id: UUID) async throws {
        try await write { [actor] transaction in
            let view = try transaction.viewForAll(id)
            let alerts = try transaction.alerts(using: id)
            guard alerts.isEmpty else { throw TeamError.viewInUse(alerts) }
            try transaction.sql.execute("DELETE FROM team_view WHERE id = ?1", [.uuid(id)])
            try transaction.audit(.viewRemoved, view.name.text, by: actor)
        }
    }
}

extension TeamTransaction {
    /// Returns the views for everybody, by name.
    func viewsForAll() throws -> [TeamView] {
        try sql.rows(Self.views + " ORDER BY name_key", [], Self.view)
    }

    /// Returns the view for everybody with an ID.
    /// - Throws: ``TeamError/notFound``.
    func viewForAll(_ id: UUID) throws -> TeamView {
        let views = try sql.rows(
            Self.views + " WHERE team_view.id = ?1", [.uuid(id)], Self.view)
        guard let view = views.first else { throw TeamError.notFound }
        return view
    }

    private static let views = """
        SELECT team_view.id, team_view.name, filter, team_view.created_at, changed_at,
            coalesce(display_name, team_user.name)
        FROM team_view LEFT JOIN team_user ON team_user.id = created_by
        """

    private static func view(_ row: any SQLRow) -> TeamView? {
        var view = TeamView(row, isForAll: true)
        view?.createdBy = row.text(5)
        return view
    }

    /// Returns the names of the alerts that use a view, the oldest first.
    fileprivate func alerts(using view: UUID) throws -> [String] {
        try sql.rows("SELECT name FROM alert WHERE view = ?1 ORDER BY id", [.uuid(view)]) {
            $0.text(0)
        }
    }
}

extension ViewContent {
    /// - Throws: ``TeamError/invalid(_:_:)`` for content that differs from person to person.
    fileprivate func checkForAll() throws(TeamError) {
        if isPersonal { throw .invalid(.filter, .personal) }
    }
}

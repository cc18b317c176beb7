import FleetCore
import FleetSQL
public import Foundation

extension Administration {
    /// Returns the alerts, the oldest first.
    public func alerts() async throws -> [TeamAlert] {
        try await read { try $0.alerts() }
    }

    /// Returns the alert with an ID.
    /// - Throws: ``TeamError/notFound``.
    public func alert(_ id: UUID) async throws -> TeamAlert {
        try await read { transaction in
            guard let alert = try transaction.alert(id) else { throw TeamError.notFound }
            return alert
        }
    }

    /// Adds an alert; a repeated request gets the same one.
    /// - Throws: ``TeamError/invalid(_:_:)``, ``TeamError/tooMany(_:limit:)``.
    public func addAlert(_ content: TeamAlertContent) async throws -> TeamAlert {
        let content = try content.checked()
        let step = RepeatableRequest.nextStep()
        return try await write { [actor] transaction in
            let item = try transaction.item(of: step, for: actor.userID, team.random)
            let id = item.id
            guard item.isNew else {
                guard let alert = try transaction.alert(id) else { throw TeamError.notFound }
                return alert
            }
            let count = try transaction.sql.integer("SELECT count(*) FROM alert", [])
            guard count < TeamAlert.limit else {
                throw TeamError.tooMany(.alerts, limit: TeamAlert.limit)
            }
            try content.requireView(in: transaction)
            try transaction.sql.execute(
                """
                INSERT INTO alert (id, name, source, view, kinds, low_battery, webhook,
                    is_enabled, created_by, created_at)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
                """,
                [.uuid(id)] + content.values + [
                    .optional(actor.userID?.text), .time(transaction.now),
                ])
            try transaction.audit(.alertAdded, content.name, by: actor)
            guard let alert = try transaction.alert(id) else { throw TeamError.notFound }
            return alert
        }
    }

    /// Changes an alert, and returns it as it is then.
    /// - Parameter edit: Changes the definition; may run again after a conflict.
    /// - Throws: ``TeamError/notFound``, ``TeamError/invalid(_:_:)``; errors of `edit`.
    public func changeAlert(
        _ id: UUID, _ edit: @escaping @Sendable (inout TeamAlertContent) throws -> Void
    ) async throws -> TeamAlert {
        try await write { [actor] transaction in
            guard var alert = try transaction.alert(id) else { throw TeamError.notFound }
            let old = alert.content
            try edit(&alert.content)
            alert.content = try alert.content.checked()
            guard alert.content != old else { return alert }
            try alert.content.requireView(in: transaction)
            try transaction.sql.execute(
                """
                UPDATE alert SET name = ?2, source = ?3, view = ?4, kinds = ?5,
                    low_battery = ?6, webhook = ?7, is_enabled = ?8
                WHERE id = ?1
                """, [.uuid(id)] + alert.content.values)
            try transaction.audit(.alertChanged, alert.content.change(from: old), by: actor)
            return alert
        }
    }

    /// Removes an alert.
    /// - Throws: ``TeamError/notFound``.
    public func removeAlert(_ id: UUID) async throws {
        try await write { [actor] transaction in
            let names = try transaction.sql.rows(
                "DELETE FROM alert WHERE id = ?1 RETURNING name", [.uuid(id)]
            ) { $0.text(0) }
            guard let name = names.first else { throw TeamError.notFound }
            try transaction.audit(.alertRemoved, name, by: actor)
        }
    }
}

/// Reads and records of the process that sends the alerts; no request reaches them.
extension Team {
    /// Returns the alerts, the oldest first.
    public func alerts() async throws -> [TeamAlert] {
        try await read { try $0.alerts() }
    }

    /// Returns the alert with an ID; `nil` if it was removed.
    public func alert(_ id: UUID) async throws -> TeamAlert? {
        try await read { try $0.alert(id) }
    }

    /// Records a delivery of an alert.
    /// - Parameter failure: The cause of its failure, without secrets; `nil` if it was accepted.
    public func recordDelivery(of id: UUID, failure: String?) async throws {
        try await write { transaction in
            let columns =
                failure == nil ? "last_sent_at = ?2" : "last_failed_at = ?2, last_failure = ?3"
            try transaction.sql.execute(
                "UPDATE alert SET \(columns) WHERE id = ?1",
                [.uuid(id), .time(transaction.now)] + (failure.map { [.text($0)] } ?? []))
        }
    }
}

extension TeamAlertContent {
    /// - Throws: ``TeamError/notFound`` if the view of the alert is none for everybody.
    fileprivate func requireView(in transaction: TeamTransaction) throws {
        if let view { _ = try transaction.viewForAll(view.id) }
    }

    /// The values of the columns from the name to the switch.
    fileprivate var values: [SQLValue] {
        [
            .text(name), .optional(source?.text), .optional(view?.id.text), .text(kindNames),
            .real(lowBattery), .text(webhook.reveal()), .integer(isEnabled ? 1 : 0),
        ]
    }

    /// Returns the entry of the audit log about a change, without the webhook's secrets.
    fileprivate func change(from old: TeamAlertContent) -> String {
        var other = old
        other.isEnabled = isEnabled
        if other == self { return "\(name): \(isEnabled ? "enabled" : "disabled")" }
        let renamed = old.name == name ? [] : ["renamed to \(name)"]
        let sent = old.webhook == webhook ? [] : ["sent to \(webhook.origin)"]
        let changes = (renamed + sent).joined(separator: ", ")
        return changes.isEmpty ? old.name : old.name + ": " + changes
    }
}

extension Actor {
    /// The ID of the user who is signed in.
    var userID: UserID? {
        if case .access(let access) = self { access.owner } else { nil }
    }
}

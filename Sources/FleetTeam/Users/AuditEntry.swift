public import FleetCore
import FleetSQL
public import Foundation

/// An event of the audit log; the raw value is stored.
public enum AuditAction: String, CaseIterable, Sendable {
    case signedIn = "signed_in"
    case signInFailed = "sign_in_failed"
    case registered
    case passwordChanged = "password_changed"
    case passwordReset = "password_reset"
    case sessionsEnded = "sessions_ended"
    case tokenCreated = "token_created"
    case tokenRevoked = "token_revoked"
    case resetLinkCreated = "reset_link_created"
    case invitationCreated = "invitation_created"
    case invitationRevoked = "invitation_revoked"
    case userAdded = "user_added"
    case userRemoved = "user_removed"
    case userDisabled = "user_disabled"
    case userEnabled = "user_enabled"
    case roleChanged = "role_changed"
    case taskAssigned = "task_assigned"
    case attentionSnoozed = "attention_snoozed"
    case snoozeEnded = "snooze_ended"
    case exported
    case imported
    case sourceAdded = "source_added"
    case sourceChanged = "source_changed"
    case sourceRemoved = "source_removed"
    case settingsChanged = "settings_changed"
    case alertAdded = "alert_added"
    case alertChanged = "alert_changed"
    case alertRemoved = "alert_removed"
    case alertTested = "alert_tested"
    case viewAdded = "view_added"
    case viewChanged = "view_changed"
    case viewRemoved = "view_removed"
    case limitAdded = "limit_added"
    case limitEnded = "limit_ended"
    case limitRemoved = "limit_removed"
    case limitCorrected = "limit_corrected"
    case rowAdded = "row_added"
    case rowChanged = "row_changed"
    case rowRemoved = "row_removed"
    case rowsReplaced = "rows_replaced"
    case rowsRestored = "rows_restored"
    case idAssigned = "id_assigned"
    case rowsNumbered = "rows_numbered"
    case problemReported = "problem_reported"
}

/// An entry of the audit log.
public struct AuditEntry: Equatable, Sendable {
    /// The ID, a UUID of version 7; entries are ordered by it.
    public var id: UUID
    /// The time.
    public var at: Timestamp
    /// The name of the user who acted, as it was then; `nil` without a user.
    public var actor: String?
    /// The action.
    public var action: AuditAction
    /// The name of the user, source, token or alert that the action changed.
    public var subject: String?
    /// The network address of the request; `nil` for a command on the machine.
    public var address: String?
}

/// The person or program that acts, for the audit log.
enum Actor: Sendable {
    /// A user who is signed in.
    case access(Access)
    /// A user who is signing in.
    case user(UserID, name: String, Client)
    /// An unknown person.
    case unknown(Client)
    /// The administrator of the machine, on the command line.
    case machine

    /// The name of the machine's administrator in the log, which no user can have.
    static let machineName = "(machine)"
}

extension TeamTransaction {
    /// Adds an entry to the audit log.
    func audit(_ action: AuditAction, _ subject: String? = nil, by actor: Actor) throws {
        let (id, name, address): (UserID?, String?, IPAddress?) =
            switch actor {
            case .access(let access): (access.owner, access.name, access.client.address)
            case .user(let id, let name, let client): (id, name, client.address)
            case .unknown(let client): (nil, nil, client.address)
            case .machine: (nil, Actor.machineName, nil)
            }
        try sql.execute(
            """
            INSERT INTO audit (id, at, actor, actor_name, action, subject, address)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """,
            [
                .uuid(newID()), .time(now), .optional(id?.text), .optional(name),
                .text(action.rawValue), .optional(subject), .optional(address?.text),
            ])
    }

    /// Returns entries, newest first.
    /// - Parameter earlier: Only entries before the one with this ID.
    func auditEntries(before earlier: UUID?, limit: Int) throws -> [AuditEntry] {
        try sql.rows(
            """
            SELECT id, at, actor_name, action, subject, address FROM audit
            WHERE id < ?1 ORDER BY id DESC LIMIT ?2
            """,
            [.text(earlier?.text ?? "~"), .integer(Int64(limit))]
        ) { row in
            guard let id = row.uuid(0), let at = row.time(1),
                let action = row.text(3).flatMap(AuditAction.init)
            else { return nil }
            return AuditEntry(
                id: id, at: at, actor: row.text(2), action: action, subject: row.text(4),
                address: row.text(5))
        }
    }
}

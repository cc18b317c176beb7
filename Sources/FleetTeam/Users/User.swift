public import FleetCore
import Foundation

/// The ID of a user: a UUID of version 7, or that of an owner in this home.
public struct UserID: Hashable, Sendable {
    let uuid: UUID

    init(_ uuid: UUID) { self.uuid = uuid }

    /// Parses an ID.
    public init?(_ text: String) {
        guard let uuid = UUID(uuidString: text) else { return nil }
        self.uuid = uuid
    }

    /// The UUID in lower case.
    public var text: String { uuid.text }
}

/// The rights of a user; each role includes those before it.
public enum Role: String, CaseIterable, Comparable, Sendable {
    /// Reads the fleet, reports and team notes, and has own favorites.
    case viewer
    /// Also writes notes, refreshes sources and has tokens that write.
    case member
    /// Also changes sources, users and alerts.
    case administrator

    /// Returns whether the second role includes the first.
    public static func < (left: Role, right: Role) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .viewer: 0
        case .member: 1
        case .administrator: 2
        }
    }
}

/// The rights of an API token.
public enum TokenScope: String, CaseIterable, Sendable {
    /// Read.
    case read
    /// Read and write.
    case write
}

/// A user, as administrators see one.
public struct User: Equatable, Sendable {
    /// The ID.
    public var id: UserID
    /// The sign-in name.
    public var name: String
    /// The role.
    public var role: Role
    /// The time of registration.
    public var createdAt: Timestamp
    /// The time of the last request, to the nearest five minutes; `nil` without a session.
    public var lastSeenAt: Timestamp?
    /// Whether the user is disabled.
    public var isDisabled: Bool
    /// The name for people; `nil` if it is the sign-in name.
    public var displayName: String?
}

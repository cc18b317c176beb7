public import FleetCore
public import Foundation

/// What somebody may do in a team.
public enum Right: String, Hashable, Sendable, CaseIterable {
    /// Reading the fleet: vehicles, sites and what their system publishes.
    case fleet
    /// Reading what the fleet was like: replays, events and past lists.
    case replay
    /// Reading reports, limits and the quality of feeds.
    case reports
    /// Reading notes, tasks and what needs attention.
    case notes
    /// Changing notes, tasks and what needs attention.
    case write
    /// Refreshing sources, which makes requests to their services.
    case refresh
    /// Changing own favorites, filters, views and followed sources.
    case own
    /// Reading and changing the account itself: the password, sessions and tokens.
    case account
    /// Reading what administrators set up.
    case settings
    /// Changing what administrators set up.
    case changeSettings

    /// Whether it changes anything, which a token that only reads may not.
    var isChange: Bool {
        switch self {
        case .fleet, .replay, .reports, .notes, .settings: false
        case .write, .refresh, .own, .account, .changeSettings: true
        }
    }
}

/// A row of the rights: who may do what with which source.
public struct Grant: Hashable, Sendable {
    /// The lowest role that has the right.
    let role: Role
    let right: Right
    /// The UUID of the source; `nil` for all of them, and for what belongs to none.
    let source: UUID?

    /// Creates a row.
    package init(_ role: Role, _ right: Right, on source: UUID? = nil) {
        (self.role, self.right, self.source) = (role, right, source)
    }

    /// The rights of the roles.
    public static let presets = [
        Grant(.viewer, .fleet), Grant(.viewer, .replay), Grant(.viewer, .reports),
        Grant(.viewer, .notes), Grant(.viewer, .own), Grant(.viewer, .account),
        Grant(.member, .write), Grant(.member, .refresh),
        Grant(.administrator, .settings), Grant(.administrator, .changeSettings),
    ]
}

/// The rights of somebody.
///
/// What depends on who asks is read with them: collections select rows by ``sources(_:)``, and
/// answers that are kept have them in their keys.
///
/// ```swift
/// guard access.rights.has(.fleet, on: source.uuid) else { throw TeamError.notFound }
/// ```
public struct Rights: Hashable, Sendable {
    private var onAll: Set<Right> = []
    private var onSome: [UUID: Set<Right>] = [:]
    /// Whether the role may write everywhere, also if the credential only reads.
    private var isMember = false

    /// Creates the rights that a role has by a credential.
    package init(of role: Role, by method: Access.Method, among grants: [Grant]) {
        // The tokens of a viewer read, also those that were made before a demotion.
        let canChange = method == .session || method == .token(.write) && role >= .member
        for grant in grants where role >= grant.role {
            if grant.right == .write, grant.source == nil { isMember = true }
            guard canChange || !grant.right.isChange else { continue }
            if grant.right == .account && method != .session { continue }
            if let source = grant.source {
                onSome[source, default: []].insert(grant.right)
            } else {
                onAll.insert(grant.right)
            }
        }
    }

    /// Whether somebody has a right on all sources, on any of them, or on what belongs to none.
    public func has(_ right: Right) -> Bool {
        onAll.contains(right) || onSome.values.contains { $0.contains(right) }
    }

    /// Whether somebody has a right on a source, or with `nil` on what belongs to none.
    public func has(_ right: Right, on source: UUID?) -> Bool {
        onAll.contains(right) || source.flatMap { onSome[$0]?.contains(right) } == true
    }

    /// Whether the rights are the same on all sources.
    public var coversAll: Bool { onSome.isEmpty }

    /// Returns the sources on which somebody has a right; `nil` for all.
    public func sources(_ right: Right) -> [UUID]? {
        onAll.contains(right) ? nil : onSome.filter { $0.value.contains(right) }.map(\.key)
    }

    /// The visibilities of the values that somebody sees.
    public var seen: Set<ValueVisibility> { Set(ValueVisibility.allCases.filter(sees)) }

    /// Whether somebody sees values of a visibility, which are the same for all sources.
    public func sees(_ visibility: ValueVisibility) -> Bool {
        switch visibility {
        case .everyone: has(.fleet)
        case .members: isMember
        case .administrators: onAll.contains(.settings)
        }
    }
}

public import Foundation

/// The sources whose snapshots some process may have changed.
public enum ChangedSources: Equatable, Sendable {
    case only(Set<UUID>)
    case all

    /// No source.
    public static let none = ChangedSources.only([])

    /// Adds other sources.
    public mutating func formUnion(_ other: ChangedSources) {
        switch (self, other) {
        case (.only(let these), .only(let others)): self = .only(these.union(others))
        case (.all, _), (_, .all): self = .all
        }
    }

    /// Returns those of some sources that may have changed.
    public func among(_ sources: some Sequence<UUID>) -> [UUID] {
        switch self {
        case .all: Array(sources)
        case .only(let changed): sources.filter(changed.contains)
        }
    }
}

/// Signal that some process has changed the database since the last look.
public final class ChangeSignal: Sendable {
    private let look: @Sendable () async throws -> ChangedSources
    private let lookAtTeam: @Sendable () -> Bool

    /// Creates a signal from functions that return the sources of possible changes, and whether the
    /// data of the team may have changed.
    package init(
        _ look: @escaping @Sendable () async throws -> ChangedSources,
        team: @escaping @Sendable () -> Bool = { false }
    ) {
        (self.look, lookAtTeam) = (look, team)
    }

    /// Returns whether the data of the team may have changed since the last call; never for
    /// databases of one file, which have a mark of their commits.
    public func teamHasChanged() -> Bool { lookAtTeam() }

    /// Returns the sources that may have changed since the last call; the first call returns all.
    public func changedSources() async throws -> ChangedSources { try await look() }
}

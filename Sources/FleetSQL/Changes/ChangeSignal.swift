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
    /// The UUID, of no source, that stands for the data of the team.
    public static let team = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

    private let look: @Sendable () async throws -> ChangedSources

    /// Creates a signal from a function that returns the sources of possible changes.
    package init(_ look: @escaping @Sendable () async throws -> ChangedSources) {
        self.look = look
    }

    /// Returns the sources that may have changed since the last call; the first call returns all.
    public func changedSources() async throws -> ChangedSources { try await look() }
}

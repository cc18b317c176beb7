/// Signal that some process has changed the database since the last look.
public final class ChangeSignal: Sendable {
    private let look: @Sendable () async throws -> Bool

    /// Creates a signal from a function that returns whether there may have been a change.
    package init(_ look: @escaping @Sendable () async throws -> Bool) {
        self.look = look
    }

    /// Returns whether anything may have been committed since the last call; true at the first.
    public func hasChanged() async throws -> Bool { try await look() }
}

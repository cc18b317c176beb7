import Synchronization

/// Work that remains to be done if the process exits at once after a signal, such as the removal
/// of an incomplete file.
package final class ExitCleanup: Sendable {
    private static let pending = Mutex<[ObjectIdentifier: @Sendable () -> Void]>([:])

    /// Registers work until `cancel()` is called or this object is released.
    package init(_ work: @escaping @Sendable () -> Void) {
        Self.pending.withLock { $0[ObjectIdentifier(self)] = work }
    }

    deinit { cancel() }

    /// Unregisters the work: it was done elsewhere or is no longer needed.
    package func cancel() {
        Self.pending.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(self)) }
    }

    /// Does all registered work once.
    package static func run() {
        let work = pending.withLock { pending in
            defer { pending = [:] }
            return pending.values
        }
        for work in work { work() }
    }
}

/// The errors of the sources of a command that could not be read, although others may have been.
package struct SourceFailures: Error {
    /// The sources with their errors, in the order in which they were asked for.
    package private(set) var failures: [(source: String, error: any Error)] = []

    /// Creates an empty list of errors.
    package init() {}

    /// Whether every source could be read.
    package var isEmpty: Bool { failures.isEmpty }

    /// Returns whether a source could not be read.
    package func contains(_ source: String) -> Bool { failures.contains { $0.source == source } }

    /// Adds the error of a source.
    /// - Throws: The error if it is about the whole command: that it was interrupted, or that its
    ///   output is closed.
    package mutating func add(_ error: any Error, of source: String) throws {
        if error is CancellationError || error is Output.WriteError { throw error }
        failures.append((source, error))
    }
}

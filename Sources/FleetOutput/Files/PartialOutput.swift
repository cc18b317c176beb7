import FleetRuntime

/// Receiver of an output in parts: a file that becomes visible when it is complete, or standard
/// output.
struct PartialOutput {
    private let write: ([UInt8]) throws -> Void
    /// Makes the file visible.
    let complete: () throws -> Void

    /// Opens a file, or standard output for `-`.
    /// - Throws: `CommandError` (73).
    init(_ path: String, _ output: Output) throws {
        guard path != "-" else {
            write = { try output.write($0) }
            complete = {}
            return
        }
        let file = try OutputFile(path)
        write = { try file.append($0) }
        complete = { try file.complete() }
    }

    /// Appends bytes.
    func append(_ bytes: [UInt8]) throws { try write(bytes) }
}

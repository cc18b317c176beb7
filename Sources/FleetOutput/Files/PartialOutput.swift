package import FleetRuntime

/// Receiver of an output in parts: a file that becomes visible when it is complete, or standard
/// output.
package struct PartialOutput {
    /// Path of the file; `nil` without one.
    let path: String?
    private let write: ([UInt8]) throws -> Void
    /// Makes the file visible.
    let complete: () throws -> Void

    /// Creates a receiver that is not a file, such as a printer.
    /// - Parameter complete: Called once, after the last part.
    package init(
        write: @escaping ([UInt8]) throws -> Void, complete: @escaping () throws -> Void = {}
    ) {
        (path, self.write, self.complete) = (nil, write, complete)
    }

    /// Opens a file, or standard output for `-`.
    /// - Throws: `CommandError` (73).
    package init(_ path: String, _ output: Output) throws {
        self.path = path == "-" ? nil : path
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

import Foundation

/// Temporary folder that is deleted with its last reference.
package final class TemporaryFolder: Sendable {
    package let path: String

    package init() throws {
        let name = "/fleet-" + UUID().uuidString.prefix(8)
        path = FileManager.default.temporaryDirectory.path + name
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file atomically; returns its path.
    @discardableResult
    package func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
        try Data(bytes).write(to: URL(filePath: path + "/" + name), options: .atomic)
        return path + "/" + name
    }

    @discardableResult
    package func write(_ text: String, to name: String) throws -> String {
        try write(text.utf8, to: name)
    }

    /// Returns the contents of a file; empty if it does not exist.
    package func bytes(of name: String) -> [UInt8] {
        (try? [UInt8](Data(contentsOf: URL(filePath: path + "/" + name)))) ?? []
    }
}

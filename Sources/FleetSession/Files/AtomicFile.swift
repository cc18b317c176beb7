import Foundation

/// A file that is written in parts and becomes visible only when it is complete; otherwise it is
/// removed.
package final class AtomicFile {
    /// Destination of the bytes.
    enum Destination {
        /// A file in the folder, with a temporary name, or none, until it is complete.
        case folder(OutputFolder, name: String, temporary: String?)
        /// A device or a pipe, which receives the bytes immediately.
        case device
    }

    private static let bufferSize = 65_536

    private let destination: Destination
    /// The path in errors.
    private let path: String
    private var descriptor: Int32
    private var buffer: [UInt8] = []

    init(_ descriptor: Int32, in destination: Destination, path: String) {
        (self.descriptor, self.destination, self.path) = (descriptor, destination, path)
    }

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
        if case .folder(let folder, _, let temporary?) = destination { folder.remove(temporary) }
    }

    /// Opens a file at a path in an existing folder; follows links.
    /// - Throws: `CommandError` (73).
    static func at(_ path: String) throws -> AtomicFile {
        guard !isSpecialFile(path) else {
            let device = open(path, O_WRONLY | O_CLOEXEC)
            guard device >= 0 else { throw CommandError.unwritable(path, errno) }
            return AtomicFile(device, in: .device, path: path)
        }
        let target = resolvedPath(path) ?? path
        let slash = target.lastIndex(of: "/")
        let name = slash.map { target[target.index(after: $0)...] } ?? target[...]
        let folder = try OutputFolder(
            opening: slash.map { String(target[...$0]) } ?? ".", for: path)
        return try folder.begin(String(name), path: path)
    }

    /// Writes a whole file, which replaces an existing one; writes directly to a device or a pipe.
    /// - Throws: `CommandError` (73).
    package static func write(_ bytes: [UInt8], to path: String) throws {
        let file = try at(path)
        try file.append(bytes)
        try file.complete()
    }

    /// Appends bytes, which are buffered.
    /// - Throws: `CommandError` (73).
    func append(_ bytes: [UInt8]) throws {
        buffer += bytes
        if buffer.count >= Self.bufferSize { try flush() }
    }

    private func flush() throws {
        let error = buffer.withUnsafeBytes { writeAll($0, to: descriptor) }
        buffer.removeAll(keepingCapacity: true)
        guard error == 0 else { throw CommandError.unwritable(path, error) }
    }

    /// Gives the file its name, in place of an existing file; nothing may be appended afterwards.
    /// - Throws: `CommandError` (73).
    func complete() throws {
        try flush()
        // A device or a pipe cannot be synchronized, and need not be.
        var error: Int32 = fsync(descriptor) != 0 && errno != EINVAL && errno != EROFS ? errno : 0
        if error == 0, case .folder(let folder, let name, nil) = destination {
            error = folder.link(descriptor, as: name, via: OutputFolder.temporaryName())
        }
        if close(descriptor) != 0, error == 0 { error = errno }
        descriptor = -1
        if case .folder(let folder, let name, let temporary?) = destination {
            if error == 0 {
                error = folder.rename(temporary, to: name)
            } else {
                folder.remove(temporary)
            }
        }
        guard error == 0 else { throw CommandError.unwritable(path, error) }
    }
}

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A file of which the bytes come one by one, and which nobody sees until it is whole; it goes away
/// unless it is completed.
final class FileInMaking {
    /// Where the file comes to lie.
    enum Place {
        /// In the folder, once it is whole; until then it has a temporary name, or none.
        case folder(OutputFolder, name: String, temporary: String?)
        /// In a device or a pipe, which takes the bytes as they come.
        case device
    }

    private static let buffer = 65_536

    private let place: Place
    /// What errors call the file.
    private let path: String
    private var descriptor: Int32
    private var waiting: [UInt8] = []

    init(_ descriptor: Int32, in place: Place, path: String) {
        (self.descriptor, self.place, self.path) = (descriptor, place, path)
    }

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
        if case .folder(let folder, _, let temporary?) = place { folder.remove(temporary) }
    }

    /// Begins a file at a path, whose folder must be there; a link's target is what is replaced.
    /// - Throws: `Problem` (73).
    static func at(_ path: String) throws -> FileInMaking {
        guard !isSpecial(path) else {
            let device = open(path, O_WRONLY | O_CLOEXEC)
            guard device >= 0 else { throw Problem.unwritable(path, errno) }
            return FileInMaking(device, in: .device, path: path)
        }
        let target = resolvedPath(path) ?? path
        let slash = target.lastIndex(of: "/")
        let name = slash.map { target[target.index(after: $0)...] } ?? target[...]
        let folder = try OutputFolder(
            opening: slash.map { String(target[...$0]) } ?? ".", for: path)
        return try folder.begin(String(name), path: path)
    }

    /// Adds bytes, which may wait for more.
    /// - Throws: `Problem` (73).
    func append(_ bytes: [UInt8]) throws {
        waiting += bytes
        if waiting.count >= Self.buffer { try flush() }
    }

    private func flush() throws {
        let error = waiting.withUnsafeBytes { writeAll($0, to: descriptor) }
        waiting.removeAll(keepingCapacity: true)
        guard error == 0 else { throw Problem.unwritable(path, error) }
    }

    /// Gives the file its name, in the place of one that is there; nothing may be added after.
    /// - Throws: `Problem` (73).
    func complete() throws {
        try flush()
        // A device or a pipe cannot be synchronized, and need not be.
        var error: Int32 = fsync(descriptor) != 0 && errno != EINVAL && errno != EROFS ? errno : 0
        if error == 0, case .folder(let folder, let name, nil) = place {
            error = folder.name(descriptor, name, by: OutputFolder.temporaryName())
        }
        if close(descriptor) != 0, error == 0 { error = errno }
        descriptor = -1
        if case .folder(let folder, let name, let temporary?) = place {
            if error == 0 {
                error = folder.rename(temporary, to: name)
            } else {
                folder.remove(temporary)
            }
        }
        guard error == 0 else { throw Problem.unwritable(path, error) }
    }
}

/// Writing of a file as a whole: a file that is there is replaced only when the new one is complete.
enum WholeFile {
    /// Writes bytes to a path; to a device or a pipe as they are.
    /// - Throws: `Problem` (73).
    static func write(_ bytes: [UInt8], to path: String) throws {
        let file = try FileInMaking.at(path)
        try file.append(bytes)
        try file.complete()
    }
}

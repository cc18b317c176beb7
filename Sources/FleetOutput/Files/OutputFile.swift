package import FleetCore
import POSIX
import SystemPackage

/// An output file, which becomes visible when it is complete; a device or a pipe receives its bytes
/// earlier.
package final class OutputFile {
    fileprivate enum Destination: ~Copyable {
        case file(AtomicFile)
        case device(OpenFile)
    }

    private static let bufferSize = 65_536

    /// The path in errors.
    private let path: String
    private let destination: Destination
    private var buffer: [UInt8] = []

    /// Creates the file at a path in an existing folder; follows links.
    /// - Throws: `CommandError` (73).
    convenience init(_ path: String) throws(CommandError) {
        let destination = try CommandError.writing(to: path) { () throws(Errno) in
            try Self.destination(FilePath(argument: path))
        }
        self.init(destination, path)
    }

    fileprivate init(_ destination: consuming Destination, _ path: String) {
        self.destination = destination
        self.path = path
    }

    private static func destination(_ path: FilePath) throws(Errno) -> Destination {
        if FileSystem.isSpecialFile(path) { return .device(try OpenFile(path, .writeOnly)) }
        let target = (try? FileSystem.resolved(path)) ?? path
        let parent = target.removingLastComponent()
        let folder = try OpenFolder(parent.isEmpty ? "." : parent, followingLinks: true)
        let name = target.lastComponent?.string ?? ""
        let file = try AtomicFile(name, in: folder, permissions: .newFile)
        if let existing = try? target.stat() { try file.setPermissions(of: existing) }
        return .file(file)
    }

    /// Checks that the files of several options are different, so that none replaces another.
    ///
    /// Links to one file are the same; devices, pipes and `-` may be used several times.
    /// - Throws: `CommandError` (64).
    package static func checkDistinct(
        _ files: KeyValuePairs<String, String?>
    ) throws(CommandError) {
        var options: [FilePath: String] = [:]
        for (option, path) in files {
            guard let text = path, text != "-" else { continue }
            let path = FilePath(argument: text)
            guard !FileSystem.isSpecialFile(path) else { continue }
            let parent = path.removingLastComponent()
            let folder = try? FileSystem.resolved(parent.isEmpty ? "." : parent)
            let target =
                (try? FileSystem.resolved(path))
                ?? path.lastComponent.map { (folder ?? parent).appending($0) } ?? path
            if let other = options.updateValue(option, forKey: target) {
                throw .usage(
                    "\(other) and \(option) are the same file", hint: "use different files")
            }
        }
    }

    /// Writes a whole file, which replaces an existing one; writes directly to a device or a pipe.
    /// - Throws: `CommandError` (73).
    package static func write(_ bytes: [UInt8], to path: String) throws(CommandError) {
        let file = try OutputFile(path)
        try file.append(bytes)
        try file.complete()
    }

    /// Appends bytes, which are buffered.
    /// - Throws: `CommandError` (73).
    func append(_ bytes: [UInt8]) throws(CommandError) {
        buffer += bytes
        if buffer.count >= Self.bufferSize { try flush() }
    }

    /// Gives the file its name, in place of an existing file; nothing may be appended afterwards.
    /// - Throws: `CommandError` (73).
    func complete() throws(CommandError) {
        try flush()
        try CommandError.writing(to: path) { () throws(Errno) in
            switch destination {
            case .file(let file): try file.complete(durably: true)
            case .device(let device): try device.synchronize()
            }
        }
    }

    private func flush() throws(CommandError) {
        try CommandError.writing(to: path) { () throws(Errno) in
            switch destination {
            case .file(let file): try file.append(buffer)
            case .device(let device): try device.write(buffer)
            }
        }
        buffer.removeAll(keepingCapacity: true)
    }
}

/// A folder of output files, which several threads may write at once.
final class OutputFolder: Sendable {
    private let path: String
    private let folder: OpenFolder

    /// Opens a folder, and creates it if its parent exists.
    /// - Throws: `CommandError` (73).
    init(_ path: String) throws(CommandError) {
        self.path = path
        folder = try CommandError.writing(to: path) { () throws(Errno) in
            try FileSystem.createFolder(FilePath(path), permissions: .newFolder)
            return try OpenFolder(FilePath(path), followingLinks: true)
        }
    }

    /// Returns whether a file exists.
    func contains(_ name: String) -> Bool { folder.contains(name) }

    /// Writes a file, which replaces an existing one.
    /// - Throws: `CommandError` (73).
    func write(_ bytes: [UInt8], to name: String) throws(CommandError) {
        try CommandError.writing(to: path(of: name)) { () throws(Errno) in
            let file = try AtomicFile(name, in: folder, permissions: .newFile)
            try file.append(bytes)
            try file.complete(durably: false)
        }
    }

    /// Creates a file that is written in parts.
    /// - Throws: `CommandError` (73).
    func create(_ name: String) throws(CommandError) -> OutputFile {
        let path = path(of: name)
        let file = try CommandError.writing(to: path) { () throws(Errno) in
            try AtomicFile(name, in: folder, permissions: .newFile)
        }
        return OutputFile(.file(file), path)
    }

    private func path(of name: String) -> String {
        path.hasSuffix("/") ? path + name : path + "/" + name
    }
}

extension FilePermissions {
    /// Permissions of an output file before the umask is applied.
    fileprivate static let newFile = FilePermissions(rawValue: 0o666)
    /// Permissions of an output folder before the umask is applied.
    fileprivate static let newFolder = FilePermissions(rawValue: 0o777)
}

extension CommandError {
    /// Runs `body`, which writes an output, and adds its path to errors.
    fileprivate static func writing<Value: ~Copyable>(
        to path: String, _ body: () throws(Errno) -> Value
    ) throws(CommandError) -> Value {
        do throws(Errno) {
            return try body()
        } catch {
            throw CommandError(
                .cannotCreate, "cannot write \(path): \(error.description)",
                hint: "check the folder, its permissions and the disk")
        }
    }
}

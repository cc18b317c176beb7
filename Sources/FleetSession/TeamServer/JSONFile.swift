import Foundation
import POSIX
import SystemPackage

/// JSON file that the program keeps for itself, readable by the user only.
struct JSONFile<Content: Codable> {
    /// Maximum size in bytes.
    private static var maxBytes: Int { 64 << 20 }

    let folder: String
    let name: String

    /// Returns the content; nil if there is none that can be read.
    func load() -> Content? {
        guard let folder = try? OpenFolder(FilePath(folder)), let file = try? folder.open(name),
            (try? file.status().type) == .regular,
            let bytes = try? file.bytes(limit: Self.maxBytes)
        else { return nil }
        return try? JSONDecoder().decode(Content.self, from: Data(bytes))
    }

    /// Writes the file, and creates the folder if it does not exist.
    /// - Throws: `CommandError` (74).
    func save(_ content: Content) throws {
        try PrivateFiles.write(Array(JSONEncoder().encode(content)), to: name, in: folder)
    }
}

/// Files that only the user can read.
enum PrivateFiles {
    /// Writes a file durably, and creates the folder if it does not exist.
    /// - Throws: `CommandError` (74).
    static func write(_ bytes: [UInt8], to name: String, in folder: String) throws(CommandError) {
        do throws(Errno) {
            try FileSystem.createFolders(FilePath(folder))
            let folder = try OpenFolder(FilePath(folder))
            let file = try AtomicFile(name, in: folder, permissions: .ownerReadWrite)
            try file.append(bytes)
            try file.complete(durably: true)
        } catch {
            throw CommandError(
                .ioError, "cannot write \(folder)/\(name): \(error.description)",
                hint: "free disk space, check the permissions, or set FLEET_HOME to another folder")
        }
    }
}

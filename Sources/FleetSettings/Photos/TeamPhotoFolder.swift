public import FleetCore
import POSIX
import SystemPackage

/// Folder of the photos of a team's notes: a folder for each owner, with one file for each photo
/// and each thumbnail.
///
/// The database of the team knows which files there may be. Only the owner of the process can read
/// the files. Symbolic links are not followed.
public struct TeamPhotoFolder: Sendable {
    /// The path of the folder.
    public let path: String

    /// Creates a reference to a folder, which is created with the first file.
    public init(path: String) { self.path = path }

    /// Writes a file, in place of an existing one; it survives a power failure.
    /// - Parameter file: The folder of the owner and the name, such as `OWNER/NAME.jpg`.
    public func write(_ bytes: [UInt8], to file: String) throws(PhotoError) {
        do throws(Errno) {
            let (owner, name) = split(file)
            try createFolder(owner)
            let folder = try OpenFolder(owner)
            let file = try AtomicFile(name, in: folder, permissions: .ownerReadWrite)
            try file.append(bytes)
            try file.complete(durably: true)
            try folder.synchronize()
        } catch {
            throw error.isDiskFull
                ? .diskFull(folder: path) : .unwritable(folder: path, reason: error.description)
        }
    }

    /// Returns the bytes of a file; `nil` if it is missing or larger than `limit`.
    public func bytes(of file: String, limit: Int) -> [UInt8]? {
        let (owner, name) = split(file)
        guard let folder = try? OpenFolder(owner), let file = try? folder.open(name),
            (try? file.status().type) == .regular
        else { return nil }
        return try? file.bytes(limit: limit)
    }

    /// Removes a file if it exists.
    public func remove(_ file: String) throws(PhotoError) {
        let (owner, name) = split(file)
        do throws(Errno) {
            let folder = try OpenFolder(owner)
            try folder.removeFile(name)
            try folder.synchronize()
        } catch {
            guard error != .noSuchFileOrDirectory else { return }
            throw .unwritable(folder: path, reason: error.description)
        }
    }

    /// Removes the incomplete files that killed processes left behind.
    /// - Parameter time: Files that were written since then may still be completed, and stay.
    public func removeIncompleteFiles(before time: Timestamp) {
        let limit = Int(time.milliseconds) * 1_000_000
        guard let owners = try? OpenFolder(FilePath(path)).entryNames else { return }
        for owner in owners where !owner.hasPrefix(".") {
            guard let folder = try? OpenFolder(FilePath(path).appending(owner)) else { continue }
            for name in folder.entryNames where AtomicFile.isTemporaryName(name) {
                guard let status = try? folder.status(of: name), status.modified < limit else {
                    continue
                }
                try? folder.removeFile(name)
            }
        }
    }

    private func split(_ file: String) -> (owner: FilePath, name: String) {
        let parts = file.split(separator: "/", maxSplits: 1)
        return (FilePath(path).appending(String(parts.first ?? "")), String(parts.last ?? ""))
    }

    /// Creates the folder of an owner; its name must survive a power failure, too.
    private func createFolder(_ owner: FilePath) throws(Errno) {
        guard !FileSystem.exists(owner) else { return }
        try FileSystem.createFolders(owner)
        for folder in [owner.removingLastComponent(), FilePath(path).removingLastComponent()] {
            try OpenFolder(folder, followingLinks: true).synchronize()
        }
    }
}

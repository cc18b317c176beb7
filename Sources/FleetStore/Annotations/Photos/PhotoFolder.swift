public import FleetCore
import POSIX
import SystemPackage

/// Folder of the notes' photos: `photos`, next to the database, with one file per photo, named by
/// the SHA-256 of its bytes.
///
/// A process that adds or removes photos holds a lock. It creates a marker file first and removes
/// it last. If the process is killed, the marker lists the files to clean up at the next start.
public struct PhotoFolder: Sendable {
    /// Path of the folder.
    public let path: String
    private let lockPath: String

    static let marker = "unfinished"

    /// Creates a reference to the photo folder of a home.
    public init(of home: Home) { self.init(nextTo: home.databasePath) }

    init(nextTo database: String) {
        let folder = FilePath(database).removingLastComponent().string
        path = Home.join(folder, "photos")
        lockPath = Home.join(Home.join(folder, "locks"), "photos.lock")
    }

    /// Returns the path of a photo's file.
    public func path(of photo: Photo) -> String { Home.join(path, photo.fileName) }

    /// Returns the bytes of a photo; `nil` if its file is missing or was modified.
    public func bytes(of photo: Photo) -> [UInt8]? {
        guard let folder = try? OpenFolder(FilePath(path)),
            let file = try? folder.open(photo.fileName),
            (try? file.status().type) == .regular,
            let bytes = try? file.bytes(limit: Photo.maxFileBytes)
        else { return nil }
        return SHA256.hex(bytes) == photo.hash ? bytes : nil
    }

    /// Returns the hashes of the photos whose files are missing or have the wrong size.
    public func missing(among photos: [Photo]) -> Set<String> {
        guard !photos.isEmpty else { return [] }
        guard let folder = try? OpenFolder(FilePath(path)) else { return Set(photos.map(\.hash)) }
        var missing: Set<String> = []
        for photo in photos {
            let status = try? folder.status(of: photo.fileName)
            let isPresent = status?.type == .regular && status?.size == Int64(photo.bytes)
            if !isPresent { missing.insert(photo.hash) }
        }
        return missing
    }

    /// Whether a transaction on the photos is in progress or was interrupted.
    public var hasUnfinishedTransaction: Bool {
        (try? FilePath(path).appending(Self.marker).stat(followTargetSymlink: false)) != nil
    }

    /// Whether the name has the form of a photo's file name.
    static func isFileName(_ name: Substring) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 2 && parts[0].utf8.count == 64
            && parts[0].utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
            && Photo.Format.allCases.contains { $0.fileExtension == parts[1] }
    }

    /// Runs `body` and adds the folder to its errors.
    func mappingErrors<Value: ~Copyable>(
        _ body: () throws(Errno) -> Value
    ) throws(PhotoError) -> Value {
        do throws(Errno) {
            return try body()
        } catch {
            throw photoError(error)
        }
    }

    /// Runs `body`, which creates one of the folder's own files; throws `PhotoError.obstructed` if
    /// the name is taken.
    func creating<File: ~Copyable>(
        _ name: String, _ body: (_ name: String) throws(Errno) -> File
    ) throws(PhotoError) -> File {
        do throws(Errno) {
            return try body(name)
        } catch {
            // A regular file of this name has been removed before.
            if error == .fileExists { throw .obstructed(path: Home.join(path, name)) }
            throw photoError(error)
        }
    }

    private func photoError(_ error: Errno) -> PhotoError {
        error.isDiskFull
            ? .diskFull(folder: path) : .unwritable(folder: path, reason: error.description)
    }

    /// Waits for the lock for changing photos and takes it.
    func lock() async throws -> FileLock {
        try createLockFolder()
        return try await FileLock.acquire(lockPath)
    }

    /// Takes the lock; returns `nil` if another holder has it.
    func tryLock() throws -> FileLock? {
        try createLockFolder()
        return try FileLock.tryAcquire(lockPath)
    }

    /// Creates the folder if it does not exist.
    func create() throws(PhotoError) {
        try mappingErrors { () throws(Errno) in
            let path = FilePath(path)
            let isNew = !FileSystem.exists(path)
            try FileSystem.createFolders(path)
            // The folder's name must survive a power failure, too.
            if isNew {
                let parent = path.removingLastComponent()
                try? OpenFolder(parent, followingLinks: true).synchronize()
            }
        }
    }

    private func createLockFolder() throws(PhotoError) {
        try mappingErrors { () throws(Errno) in
            try FileSystem.createFolders(FilePath(lockPath).removingLastComponent())
        }
    }
}

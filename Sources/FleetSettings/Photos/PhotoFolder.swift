public import FleetCore
public import Foundation
import POSIX
import SystemPackage

/// Photos of the notes of an owner in a home: a folder of the ``TeamPhotoFolder``, with one file
/// for each photo, named by the SHA-256 of its bytes.
///
/// A process that adds or removes photos holds a lock.
public struct PhotoFolder: Sendable {
    /// Path of the folder.
    public let path: String
    private let folder: TeamPhotoFolder
    private let owner: String
    private let lockPath: String

    /// Creates a reference to the photos of an owner.
    public init(of home: Home, owner: UUID) {
        self.owner = owner.uuidString.lowercased()
        folder = TeamPhotoFolder(path: home.teamPhotosPath)
        path = Home.join(folder.path, self.owner)
        lockPath = home.photosLockPath
    }

    /// Returns the path of a photo's file.
    public func path(of photo: Photo) -> String { Home.join(path, photo.fileName) }

    /// Returns the bytes of a photo; `nil` if its file is missing or was modified.
    public func bytes(of photo: Photo) -> [UInt8]? {
        let bytes = folder.bytes(of: file(photo.fileName), limit: Photo.maxFileBytes)
        return bytes.flatMap { SHA256.hex($0) == photo.hash ? $0 : nil }
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

    /// Writes the file of a photo, which survives a power failure.
    package func write(_ bytes: [UInt8], as name: String) throws(PhotoError) {
        try folder.write(bytes, to: file(name))
    }

    /// Removes the file of a photo if it exists.
    package func remove(_ name: String) throws(PhotoError) {
        try folder.remove(file(name))
    }

    /// Removes the incomplete files that killed processes left behind; the caller has the lock.
    package func removeIncompleteFiles() {
        guard let folder = try? OpenFolder(FilePath(path)) else { return }
        for name in folder.entryNames where AtomicFile.isTemporaryName(name) {
            try? folder.removeFile(name)
        }
    }

    /// Waits for the lock for changing photos and runs `body` under it.
    package func withLock<Outcome>(
        _ body: () async throws -> Outcome
    ) async throws -> Outcome {
        try createLockFolder()
        let lock = try await FileLock.acquire(lockPath)
        defer { lock.release() }
        return try await body()
    }

    /// Runs `body` under the lock, unless another holder has it.
    package func ifUnlocked(_ body: () async throws -> Void) async throws {
        try createLockFolder()
        guard let lock = try FileLock.tryAcquire(lockPath) else { return }
        defer { lock.release() }
        try await body()
    }

    private func file(_ name: String) -> String { owner + "/" + name }

    private func createLockFolder() throws(PhotoError) {
        do throws(Errno) {
            try FileSystem.createFolders(FilePath(lockPath).removingLastComponent())
        } catch {
            throw error.isDiskFull
                ? .diskFull(folder: path) : .unwritable(folder: path, reason: error.description)
        }
    }
}

public import FleetCore

/// Folder of the notes' photos: `photos`, next to the database, with one file per photo, named by
/// the SHA-256 of its bytes.
///
/// A process that adds or removes photos holds a lock. It creates a marker file first and removes
/// it last. If the process is killed, the marker lists the files to clean up at the next start.
public struct PhotoFolder: Sendable {
    /// Path of the folder.
    public let path: String
    let lockPath: String

    static let marker = "unfinished"

    /// Creates a reference to the photo folder of a home.
    public init(of home: Home) { self.init(nextTo: home.databasePath) }

    init(nextTo database: String) {
        let folder = FileSystem.folder(of: database) ?? "."
        path = Home.join(folder, "photos")
        lockPath = Home.join(Home.join(folder, "locks"), "photos.lock")
    }

    /// Returns the path of a photo's file.
    public func path(of photo: Photo) -> String { Home.join(path, photo.fileName) }

    /// Returns the bytes of a photo; `nil` if its file is missing or was modified.
    public func bytes(of photo: Photo) -> [UInt8]? {
        guard let folder = try? OpenFolder(path), let file = try? folder.read(photo.fileName),
            (try? file.status().kind) == .file,
            let bytes = try? file.bytes(limit: Photo.maxFileBytes)
        else { return nil }
        return Self.hash(of: bytes) == photo.hash ? bytes : nil
    }

    /// Returns the hashes of the photos whose files are missing or have the wrong size.
    public func missing(among photos: [Photo]) -> Set<String> {
        guard !photos.isEmpty else { return [] }
        guard let folder = try? OpenFolder(path) else { return Set(photos.map(\.hash)) }
        var missing: Set<String> = []
        for photo in photos {
            let status = try? folder.status(of: photo.fileName)
            let isPresent = status?.kind == .file && status?.size == Int64(photo.bytes)
            if !isPresent { missing.insert(photo.hash) }
        }
        return missing
    }

    /// Whether a transaction on the photos is in progress or was interrupted.
    public var hasUnfinishedTransaction: Bool {
        (try? FileSystem.status(of: Home.join(path, Self.marker), followingLinks: false)) != nil
    }
}

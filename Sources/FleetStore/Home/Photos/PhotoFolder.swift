public import FleetCore

/// The folder of the photos of notes: `photos`, beside the database, a file for each, named by the
/// SHA-256 of its bytes.
///
/// A process that adds or removes photos holds a lock, and before it makes the first file it puts a
/// marker there, which goes last. One that is killed leaves the marker, by which the next start knows
/// what to clear away.
public struct PhotoFolder: Sendable {
    /// The folder's path.
    public let path: String
    let lockPath: String

    static let marker = "unfinished"

    /// The folder of a home.
    public init(of home: Home) { self.init(beside: home.databasePath) }

    init(beside database: String) {
        let folder = FileSystem.folder(of: database) ?? "."
        path = Home.join(folder, "photos")
        lockPath = Home.join(Home.join(folder, "locks"), "photos.lock")
    }

    /// Where the file of a photo lies.
    public func path(of photo: Photo) -> String { Home.join(path, photo.fileName) }

    /// The bytes of a photo; `nil` if its file is missing or is not what was put there.
    public func bytes(of photo: Photo) -> [UInt8]? {
        guard let folder = try? OpenFolder(path), let file = try? folder.read(photo.fileName),
            (try? file.status().kind) == .file,
            let bytes = try? file.bytes(limit: Photo.largestFile)
        else { return nil }
        return Self.hash(of: bytes) == photo.hash ? bytes : nil
    }

    /// The hashes of those of some photos whose files are missing, or have another size.
    public func missing(among photos: [Photo]) -> Set<String> {
        guard !photos.isEmpty else { return [] }
        guard let folder = try? OpenFolder(path) else { return Set(photos.map(\.hash)) }
        var missing: Set<String> = []
        for photo in photos {
            let status = try? folder.status(of: photo.fileName)
            let isThere = status?.kind == .file && status?.size == Int64(photo.bytes)
            if !isThere { missing.insert(photo.hash) }
        }
        return missing
    }

    /// Whether a change of the photos is under way, or was cut off.
    public var isUnfinished: Bool {
        (try? FileSystem.status(of: Home.join(path, Self.marker), followingLinks: false)) != nil
    }
}

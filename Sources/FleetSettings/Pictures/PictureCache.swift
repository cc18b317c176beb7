public import FleetCore
public import Foundation
import POSIX
import SystemPackage

/// Disk cache of feed pictures, so each is requested at most once a day.
///
/// Each picture is one self-contained file, and the whole folder may be deleted at any time. Any
/// number of processes may use it concurrently. Operations never fail: a picture that cannot be
/// stored is requested again. The least recently used pictures are removed first.
public struct PictureCache: Sendable {
    /// Maximum size of one picture in bytes.
    public static let maxPictureBytes = 5 << 20

    private let path: String
    private let limit: Int

    /// Creates the cache of a home, with a maximum total size in bytes.
    public init(home: Home, limit: Int = 64 << 20) {
        path = Home.join(home.cacheFolder, "pictures")
        self.limit = limit
    }

    /// Returns the cached picture of an address and marks it as used.
    ///
    /// A damaged entry, or one that is not a regular file, is removed.
    public func picture(at address: String, of key: SourceKey) -> CachedPicture? {
        guard let folder = CacheFolder(path) else { return nil }
        let name = Self.name(address, key)
        guard let bytes = folder.read(name, limit: Self.maxPictureBytes + Self.maxHeaderBytes),
            let picture = CachedPicture(file: bytes, at: address, of: key)
        else {
            folder.remove(name)
            return nil
        }
        return picture
    }

    /// Stores a picture, replacing the previous entry.
    public func store(_ picture: CachedPicture, of key: SourceKey) {
        guard picture.bytes.count <= Self.maxPictureBytes,
            let file = try? picture.encoded(for: key),
            file.count <= Self.maxPictureBytes + Self.maxHeaderBytes
        else { return }
        try? FileSystem.createFolders(FilePath(path))
        guard let folder = CacheFolder(path) else { return }
        folder.write(file, to: Self.name(picture.document.address, key))
        folder.trim(to: limit)
    }

    /// Removes the pictures of a source.
    public func remove(_ uuid: UUID) {
        CacheFolder(path)?.removeAll(startingWith: Self.prefix(SourceKey(uuid)))
    }

    /// Maximum size of a file's header in bytes.
    private static let maxHeaderBytes = 65_536

    /// Returns the file name; it contains hashes because addresses may be too long.
    private static func name(_ address: String, _ key: SourceKey) -> String {
        prefix(key) + StableHash.digits(of: StableHash.hash(address)) + CacheFolder.suffix
    }

    /// Returns the common prefix of the names of a source's pictures.
    private static func prefix(_ key: SourceKey) -> String {
        StableHash.digits(of: StableHash.hash(key.uuidText)) + "-"
    }
}

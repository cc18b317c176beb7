public import FleetCore

/// The pictures of feeds, kept on disk so that they are asked for once a day and not at every look.
///
/// Each is one file with a head of its own, so there is nothing that could disagree, and the whole
/// folder may be deleted at any time. Any number of processes may use it at once. It never fails:
/// what cannot be kept is asked for again. The pictures that were not used for the longest time go
/// first.
public struct PictureCache: Sendable {
    /// The most bytes that one picture may have.
    public static let largest = 5 << 20

    private let path: String
    private let limit: Int

    /// The cache of a home, of at most so many bytes.
    public init(home: Home, limit: Int = 64 << 20) {
        path = Home.join(home.cacheFolder, "pictures")
        self.limit = limit
    }

    /// What is kept of the picture at an address, which thereby counts as used.
    ///
    /// A file that is damaged, or no file at all, is removed.
    public func picture(at address: String, of key: SourceKey) -> CachedPicture? {
        guard let folder = CacheFolder(path) else { return nil }
        let name = Self.name(address, key)
        guard let bytes = folder.read(name, limit: Self.largest + Self.room),
            let picture = CachedPicture(file: bytes, at: address, of: key)
        else {
            folder.remove(name)
            return nil
        }
        return picture
    }

    /// Keeps what was learned of a picture in the place of what was known.
    public func keep(_ picture: CachedPicture, of key: SourceKey) {
        guard picture.bytes.count <= Self.largest, let file = try? picture.file(of: key),
            file.count <= Self.largest + Self.room
        else { return }
        try? FileSystem.createFolder(path)
        guard let folder = CacheFolder(path) else { return }
        folder.write(file, to: Self.name(picture.document.address, key))
        folder.trim(to: limit)
    }

    /// Forgets the pictures of a source.
    public func remove(_ key: SourceKey) {
        CacheFolder(path)?.removeAll(startingWith: Self.prefix(key))
    }

    /// The room for the head of a file.
    private static let room = 65_536

    /// The address itself would be too long for a name.
    private static func name(_ address: String, _ key: SourceKey) -> String {
        prefix(key) + Home.digits(StableHash.hash(address)) + CacheFolder.ending
    }

    /// How the names of a source's pictures begin.
    private static func prefix(_ key: SourceKey) -> String {
        Home.digits(StableHash.hash(key.text)) + "-"
    }
}

import FleetCore
import POSIX
import SystemPackage

/// File of the kept copy of a catalogue, which only its owner can read.
///
/// It may be deleted at any time, and any number of processes may use it: operations never fail.
public struct CatalogueFile: Sendable {
    /// Maximum size of the catalogue in bytes.
    private let maxBytes: Int
    private let folder: String
    private let name: String
    private let address: String

    /// Creates a reference to the copy of the catalogue at an address, which has no secrets.
    public init(home: Home, address: String, maxBytes: Int) {
        folder = Home.join(home.cacheFolder, "catalogue")
        name = StableHash.digits(of: StableHash.hash(address)) + ".csv"
        (self.address, self.maxBytes) = (address, maxBytes)
    }

    /// Returns the copy; `nil` if there is none or it is damaged.
    public func load() -> CachedCatalogue? {
        CacheFolder(folder)?.read(name, limit: maxBytes + Self.maxHeaderBytes).flatMap {
            CachedCatalogue(file: $0, of: address)
        }
    }

    /// Replaces the copy.
    public func store(_ catalogue: CachedCatalogue) {
        guard let file = try? catalogue.encoded() else { return }
        try? FileSystem.createFolders(FilePath(folder))
        CacheFolder(folder)?.write(file, to: name)
    }

    /// Maximum size of the file's header in bytes.
    private static let maxHeaderBytes = 65_536
}

import FleetCore
import Foundation
import Testing

@testable import FleetSettings

@Suite("A copy of the catalogue is kept in the cache folder")
struct CatalogueFileTests {
    private let scratch: ScratchHome
    private let file: CatalogueFile
    private let copy = CachedCatalogue(
        document: FeedCacheState.Document(address: "http://h/systems.csv", entityTag: "\"e\""),
        readAt: Timestamp(seconds: 10), dueAt: Timestamp(seconds: 20), bytes: Array("a,b\n".utf8))

    init() throws {
        scratch = try ScratchHome()
        file = CatalogueFile(home: scratch.home, address: "http://h/systems.csv", maxBytes: 100)
    }

    private var folder: String { scratch.home.cacheFolder + "/catalogue" }

    @Test("it is found again only for its address, and only its owner can read it")
    func roundTrip() throws {
        #expect(file.load() == nil)
        file.store(copy)
        #expect(file.load() == copy)
        let other = CatalogueFile(home: scratch.home, address: "http://h/b.csv", maxBytes: 100)
        #expect(other.load() == nil)
        let name = try #require(try scratch.names(in: folder).first)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/" + name)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try scratch.names(in: folder).count == 1)
    }

    @Test("a damaged, truncated or giant file counts as none")
    func damaged() throws {
        file.store(copy)
        let path = folder + "/" + (try #require(try scratch.names(in: folder).first))
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        for damaged in [
            Data(), bytes.dropLast(), bytes + Data([0]), Data("{}\n".utf8),
            bytes + Data(repeating: 0, count: 100_000),
        ] {
            try damaged.write(to: URL(fileURLWithPath: path))
            #expect(file.load() == nil)
        }
        file.store(copy)
        #expect(file.load() == copy)
    }
}

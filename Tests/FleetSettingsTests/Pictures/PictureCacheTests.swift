import FleetCore
import Foundation
import Testing

@testable import FleetSettings

@Suite("Pictures are cached on disk up to a size limit, and other files are not touched")
struct PictureCacheTests {
    private static let key = SourceKey(UUID(sourceName: "town"))
    private let scratch: ScratchHome
    private let cache: PictureCache

    init() throws {
        scratch = try ScratchHome()
        cache = PictureCache(home: scratch.home)
    }

    private var folder: String { scratch.home.cacheFolder + "/pictures" }

    private static func picture(_ name: String, _ bytes: [UInt8] = [1, 2, 3]) -> CachedPicture {
        CachedPicture(
            document: FeedCacheState.Document(
                address: "http://h/\(name)", entityTag: "\"e\"", lastModified: "then"),
            expiresAt: Timestamp(milliseconds: 1_763_640_000_000), bytes: bytes)
    }

    private func found(_ name: String) -> CachedPicture? {
        cache.picture(at: "http://h/\(name)", of: Self.key)
    }

    /// Returns the path of the only file.
    private func file() throws -> String {
        let names = try scratch.names(in: folder)
        try #require(names.count == 1)
        return folder + "/" + names[0]
    }

    @Test("an entry is found only for its source and address, also if it is empty")
    func roundTrip() throws {
        #expect(found("a") == nil)
        cache.store(Self.picture("a"), of: Self.key)
        cache.store(Self.picture("none", []), of: Self.key)
        #expect(found("a") == Self.picture("a"))
        #expect(found("none") == Self.picture("none", []))
        #expect(found("b") == nil)
        #expect(cache.picture(at: "http://h/a", of: SourceKey(UUID(sourceName: "other"))) == nil)
        cache.store(Self.picture("a", [9]), of: Self.key)
        #expect(found("a")?.bytes == [9])
    }

    @Test("removing a source removes its pictures and no others")
    func removal() {
        let other = SourceKey(UUID(sourceName: "other"))
        for key in [Self.key, other] { cache.store(Self.picture("a"), of: key) }
        cache.remove(Self.key.uuid)
        #expect(found("a") == nil)
        #expect(cache.picture(at: "http://h/a", of: other) != nil)
    }

    @Test("the folder and its files are private, and their names do not contain the address")
    func modes() throws {
        cache.store(Self.picture("secret"), of: Self.key)
        #expect(try scratch.mode(of: folder) == 0o700)
        #expect(try scratch.mode(of: try file()) == 0o600)
        #expect(try !file().contains("secret"))
    }

    @Test("a file that is truncated, modified or extended is ignored and removed")
    func damaged() throws {
        cache.store(Self.picture("a", Array(repeating: 7, count: 60)), of: Self.key)
        let path = try file()
        let whole = try Data(contentsOf: URL(filePath: path))
        for cut in 0..<whole.count where cut < 16 || cut > whole.count - 70 || cut % 5 == 0 {
            try whole.prefix(cut).write(to: URL(filePath: path))
            #expect(found("a") == nil, "truncated to \(cut) bytes")
            #expect(!FileManager.default.fileExists(atPath: path))
        }
        for offset in (whole.count - 60)..<whole.count {
            var bytes = whole
            bytes[offset] ^= 1
            try bytes.write(to: URL(filePath: path))
            #expect(found("a") == nil, "modified at byte \(offset)")
        }
        try (whole + [0]).write(to: URL(filePath: path))
        #expect(found("a") == nil)
        try whole.write(to: URL(filePath: path))
        #expect(found("a") != nil, "the original file is valid")
    }

    @Test("a file larger than any picture is not read but removed")
    func large() throws {
        cache.store(Self.picture("a"), of: Self.key)
        let path = try file()
        #expect(truncate(path, 1 << 40) == 0)
        #expect(found("a") == nil)
        #expect(!FileManager.default.fileExists(atPath: path))
        cache.store(Self.picture("a", Array(repeating: 7, count: (5 << 20) + 1)), of: Self.key)
        #expect(try scratch.names(in: folder).isEmpty)
    }

    @Test("a link in place of a picture is neither read nor written through, and is removed")
    func links() throws {
        cache.store(Self.picture("a"), of: Self.key)
        let path = try file()
        let outside = scratch.folder + "/outside"
        // Even a valid file is not read through a link.
        try FileManager.default.moveItem(atPath: path, toPath: outside)
        let before = try Data(contentsOf: URL(filePath: outside))
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: outside)
        #expect(found("a") == nil)
        #expect(try scratch.names(in: folder).isEmpty)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: outside)
        cache.store(Self.picture("a", [9]), of: Self.key)
        #expect(found("a")?.bytes == [9])
        #expect(try Data(contentsOf: URL(filePath: outside)) == before)
    }

    @Test("a folder that is a link is not used")
    func linkedFolder() throws {
        let outside = scratch.folder + "/outside"
        try FileManager.default.createDirectory(
            atPath: outside, withIntermediateDirectories: true)
        try FileManager.default.createDirectory(
            atPath: scratch.home.cacheFolder, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: folder, withDestinationPath: outside)
        cache.store(Self.picture("a"), of: Self.key)
        #expect(found("a") == nil)
        #expect(try scratch.names(in: outside).isEmpty)
    }

    @Test("a pipe or a folder in place of a picture does not block or fail")
    func otherKinds() throws {
        cache.store(Self.picture("a"), of: Self.key)
        let path = try file()
        try FileManager.default.removeItem(atPath: path)
        #expect(mkfifo(path, 0o600) == 0)
        #expect(found("a") == nil)
        try FileManager.default.createDirectory(
            atPath: path + "/in", withIntermediateDirectories: true)
        #expect(found("a") == nil)
        cache.store(Self.picture("a"), of: Self.key)
        #expect(found("a") == nil)
        #expect(try scratch.names(in: folder).count == 1, "no temporary file is left")
    }

    @Test("the least recently used pictures are removed first")
    func leastRecentlyUsed() throws {
        let cache = PictureCache(home: scratch.home, limit: 50_000)
        func picture(_ number: Int) -> CachedPicture {
            Self.picture("\(number)", Array(repeating: UInt8(number), count: 12_000))
        }
        var times: [String: Int] = [:]
        for number in 0..<4 {
            let before = Set((try? scratch.names(in: folder)) ?? [])
            cache.store(picture(number), of: Self.key)
            let added = try #require(Set(try scratch.names(in: folder)).subtracting(before).first)
            times[added] = number
        }
        // All were last used long ago, in this order.
        for (name, number) in times {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: Double(1000 + number))],
                ofItemAtPath: folder + "/" + name)
        }
        #expect(cache.picture(at: "http://h/0", of: Self.key) != nil, "this marks it as used")
        cache.store(picture(4), of: Self.key)
        let cached = (0..<5).filter { cache.picture(at: "http://h/\($0)", of: Self.key) != nil }
        #expect(cached == [0, 2, 3, 4])
    }

    @Test("leftovers of killed processes are removed after an hour; other files stay")
    func leftovers() throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        for name in [".picture-old", ".picture-new", "foreign.txt"] {
            try Data([1]).write(to: URL(filePath: folder + "/" + name))
        }
        for name in [".picture-old", "foreign.txt"] {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -7200)],
                ofItemAtPath: folder + "/" + name)
        }
        cache.store(Self.picture("a"), of: Self.key)
        let names = try scratch.names(in: folder)
        #expect(names.count == 3 && names.contains(".picture-new") && names.contains("foreign.txt"))
    }

    @Test("concurrent readers and writers see only complete pictures")
    func concurrent() async throws {
        let cache = PictureCache(home: scratch.home, limit: 300_000)
        await withTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    for round in 0..<100 {
                        let bytes = [UInt8](repeating: UInt8(writer), count: 20_000 + round)
                        cache.store(Self.picture("\(round % 5)", bytes), of: Self.key)
                        guard let found = cache.picture(at: "http://h/\(round % 5)", of: Self.key)
                        else { continue }
                        #expect(found.bytes.count >= 20_000)
                        #expect(Set(found.bytes).count == 1)
                    }
                }
            }
        }
        #expect(try scratch.names(in: folder).count == 5)
    }

    @Test("deleting the folder during use loses only the pictures")
    func deleted() throws {
        cache.store(Self.picture("a"), of: Self.key)
        try FileManager.default.removeItem(atPath: scratch.home.cacheFolder)
        #expect(found("a") == nil)
        cache.store(Self.picture("a"), of: Self.key)
        #expect(found("a") != nil)
    }
}

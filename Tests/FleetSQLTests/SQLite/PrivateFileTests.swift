import FleetSQLite
import Foundation
import Testing

@Suite("Only the owner may read the store")
struct PrivateFileTests {
    private func modes(in folder: StoreFolder) throws -> [String: Int] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return try Dictionary(
            uniqueKeysWithValues: names.filter { $0.hasPrefix("fleet.sqlite") }.map { name in
                let attributes = try FileManager.default.attributesOfItem(
                    atPath: folder.path + "/" + name)
                return (name, (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0)
            })
    }

    @Test("a new store, its log and its index have mode 0600")
    func new() throws {
        let folder = try StoreFolder()
        let store = try HomeStore(path: folder.file)
        #expect(
            try modes(in: folder)
                == ["fleet.sqlite": 0o600, "fleet.sqlite-wal": 0o600, "fleet.sqlite-shm": 0o600])
        try store.close()
    }

    @Test("the files of an existing store, and copies beside it, become private")
    func existing() throws {
        let folder = try StoreFolder()
        let store = try HomeStore(path: folder.file)
        try Data().write(to: URL(filePath: folder.file + ".bad"))
        for name in try modes(in: folder).keys {
            try folder.setMode(0o644, of: folder.path + "/" + name)
        }
        let second = try HomeStore(path: folder.file)
        #expect(try modes(in: folder).values.sorted() == [0o600, 0o600, 0o600, 0o600])
        try second.close()
        try store.close()
    }
}

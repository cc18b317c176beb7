import FleetCore
import Testing

@testable import FleetStore

@Suite("Lists of notes read the beginnings of texts")
struct NoteHeadTests {
    private let key = SourceKey(name: "town")

    private func store(_ texts: String...) async throws -> FleetStore {
        let store = try FleetStore.inMemory()
        for (place, text) in texts.enumerated() {
            _ = try await store.add(
                Note(
                    number: 0, vehicleID: "Vé-\(place)", text: text,
                    createdAt: Timestamp(seconds: Double(place))), to: key)
        }
        return store
    }

    @Test("the newest first, with the first line, at most two hundred characters, and the lines")
    func heads() async throws {
        let long = String(repeating: "é", count: 10_000)
        let store = try await store("one", "two\r\nlines", "a\nb\nc", long)
        _ = try await store.edit(1, text: "uno", at: Timestamp(seconds: 9), of: key)
        let heads = try store.snapshot { try $0.noteHeads(of: key) }
        #expect(heads.map(\.number) == [4, 3, 2, 1])
        #expect(heads.map(\.firstLine) == [String(long.prefix(200)), "a", "two", "uno"])
        #expect(heads.map(\.lineCount) == [1, 3, 2, 1])
        #expect(heads.map(\.editedAt) == [nil, nil, nil, Timestamp(seconds: 9)])
        #expect(try store.snapshot { try $0.noteHeads(of: SourceKey(name: "x")) }.isEmpty)
    }

    @Test("a head tells how many photos the note has")
    func photos() async throws {
        let scene = try PhotoScene()
        let paths = try ["x", "y"].map { try scene.write($0, to: $0) }
        _ = try await scene.add("both", scene.files(paths))
        _ = try await scene.add("none")
        let one = try await scene.add("the first", scene.files(paths[0]))
        func counts() throws -> [Int] {
            try scene.store.snapshot { try $0.noteHeads(of: scene.key) }.map(\.photoCount)
        }
        #expect(try counts() == [1, 0, 2])
        _ = try await scene.store.edit(
            one.number, text: nil, removing: [1], at: Timestamp(seconds: 1), of: scene.key)
        #expect(try counts() == [0, 0, 2])
    }

    @Test("a search looks through whole texts and codes, A–Z and a–z alike")
    func search() async throws {
        let store = try await store(
            String(repeating: "x", count: 9000) + "Brake", "50% of\nit", "brake", "_")
        func found(_ text: String) throws -> [Int64] {
            try store.snapshot { try $0.notes(containing: text, of: key) }.sorted()
        }
        #expect(try found("BRAKE") == [1, 3])
        #expect(try found("%") == [2])
        #expect(try found("_") == [4])
        #expect(try found("vé-2") == [3])
        #expect(try found("'; DROP") == [])
    }
}

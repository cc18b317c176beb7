import Testing

@testable import FleetCore

@Suite("A hash index over texts")
struct ByteIndexTests {
    @Test("each text is found again after any number of others", arguments: [0, 1, 500])
    func find(capacity: Int) {
        let texts = (0..<1000).map { "vehicle-\($0 * 7919)" }
        var index = ByteIndex(minimumCapacity: capacity)
        func number(of text: String) -> Int? {
            var text = text
            let hash = text.withUTF8 { ByteIndex.hash(UnsafeRawBufferPointer($0)) }
            return index.find(hash, orInsert: index.count) { texts[$0] == text }
        }
        #expect(texts.allSatisfy { number(of: $0) == nil })
        #expect(texts.map(number) == Array(0..<1000))
    }

    @Test("texts with equal hashes stay apart")
    func collisions() {
        let texts = ["a", "b", "c"]
        var index = ByteIndex()
        for (number, text) in texts.enumerated() {
            #expect(index.find(.max, orInsert: number) { texts[$0] == text } == nil)
        }
        #expect(index.find(.max, orInsert: 3) { texts[$0] == "b" } == 1)
    }
}

import JSON
import Testing

@Suite struct RepairTests {
    @Test("a byte order mark is skipped")
    func byteOrderMark() throws {
        var document = JSONDocument([0xEF, 0xBB, 0xBF] + Array("[1]".utf8))
        #expect(document.count == 3)
        #expect(try document.value(maxNodes: 2, maxDepth: 1) == .array([.integer(1)]))
        document.repairUTF8()
        #expect(document.count == 3)
        #expect(document.repairs == 0)
    }

    @Test("a document with spare capacity for the parser is not copied")
    func noCopy() {
        var bytes = Array(repeating: UInt8(ascii: " "), count: 1 << 20)
        bytes.reserveCapacity(bytes.count + 64)
        let address = bytes.withUnsafeBufferPointer(\.baseAddress)
        let document = JSONDocument(consume bytes)
        #expect(document.withBytes(\.baseAddress) == address)
        #expect(document.count == 1 << 20)
    }

    @Test("invalid UTF-8 is detected before any row and can be repaired")
    func invalidUTF8() throws {
        var document = JSONDocument(
            Array(#"[{"id":"a"},{"id":""#.utf8) + [0xFF, 0x22, 0x7D, 0x5D])
        let scan = RowScan(arrays: [""], fields: ["id"], headers: [])
        var ids: [String?] = []
        #expect(throws: JSONError.invalidUTF8) {
            _ = try document.scan(scan, header: { _, _ in }, row: { ids.append($0[0].string) })
        }
        #expect(ids.isEmpty)
        let isRepaired = document.repair(after: .invalidUTF8)
        #expect(isRepaired)
        _ = try document.scan(scan, header: { _, _ in }, row: { ids.append($0[0].string) })
        #expect(ids == ["a", "\u{FFFD}"])
        #expect(document.repairs == 1)
    }

    /// Swift's decoder replaces maximal subparts too.
    @Test("repaired text equals the result of Swift's decoder")
    func repairOracle() {
        var generator = SystemRandomNumberGenerator()
        let awkward: [UInt8] = [
            0x41, 0x7F, 0x80, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF,
            0xF0, 0xF1, 0xF4, 0xF5, 0xFF, 0x8F, 0x90, 0xBB,
        ]
        for _ in 0..<5_000 {
            let bytes = (0..<12).map { _ in awkward.randomElement(using: &generator) ?? 0x41 }
            // The letter prevents a byte order mark from being skipped.
            var document = JSONDocument([0x41] + bytes)
            document.repairUTF8()
            let expected = String(decoding: [0x41] + bytes, as: UTF8.self)
            #expect(document.withBytes { Array($0) } == Array(expected.utf8))
            let replaced = expected.unicodeScalars.count { $0 == "\u{FFFD}" }
            let original = replacements(in: bytes)
            #expect(document.repairs == replaced - original)
        }
    }

    /// Returns the number of U+FFFD in the original.
    private func replacements(in bytes: [UInt8]) -> Int {
        bytes.indices.count { bytes[$0...].starts(with: [0xEF, 0xBF, 0xBD]) }
    }

    @Test("control characters in strings become spaces")
    func controlCharacters() throws {
        var document = JSONDocument(Array("[\"a\tb\u{1}\",\n1]".utf8))
        #expect(throws: JSONError.controlCharacter) {
            try document.value(maxNodes: 9, maxDepth: 1)
        }
        let isRepaired = document.repair(after: .controlCharacter)
        #expect(isRepaired)
        #expect(
            try document.value(maxNodes: 9, maxDepth: 1) == .array([.string("a b "), .integer(1)]))
        #expect(document.repairs == 1)
    }

    @Test("lone surrogates in selected values are counted, and their fields marked")
    func loneSurrogates() throws {
        let document = JSONDocument(
            Array(
                #"{"h":"\ud83d","x":"\ud800","r":[{"a":"\udc00\ud800","b":"\ud83d\udeb2"}]}"#.utf8))
        var isRepaired: [Bool] = []
        var texts: [String?] = []
        let result = try document.scan(
            RowScan(arrays: ["r"], fields: ["a", "b"], headers: ["h"]),
            header: { isRepaired.append($1.isRepaired) },
            row: { row in
                isRepaired += [row[0].isRepaired, row[1].isRepaired]
                texts = [row[0].string, row[1].string]
            })
        #expect(isRepaired == [true, true, false])
        #expect(texts == ["\u{FFFD}\u{FFFD}", "🚲"])
        #expect(result.repairs == 3)
    }

    @Test(
        "other errors cannot be repaired",
        arguments: [JSONError.empty, .truncated, .syntax("x"), .tooDeep, .tooLarge, .largeValue])
    func irreparable(error: JSONError) {
        var document = JSONDocument([])
        let isRepaired = document.repair(after: error)
        #expect(!isRepaired)
    }
}

import Testing

@testable import FleetCore

@Suite("Stable hashes")
struct StableHashTests {
    @Test("A hash is equal in every process and version", arguments: fixedHashes)
    func fixed(text: String, seed: UInt64, expected: UInt64) {
        #expect(StableHash.hash(text, seed: seed) == expected)
    }

    @Test("Consecutive texts are not concatenated")
    func boundaries() {
        func hash(_ texts: String...) -> UInt64 {
            var hash = StableHash()
            for text in texts { hash.combine(text) }
            return hash.value
        }
        #expect(hash("ab", "c") != hash("a", "bc"))
        #expect(hash("a", "") != hash("a"))
        #expect(hash("\u{0}") != hash("\u{0}\u{0}"))
        #expect(hash("12345678") != hash("12345678\u{0}"))
    }

    @Test("A hundred thousand consecutive IDs have distinct hashes")
    func spread() {
        let hashes = Set((0..<100_000).map { StableHash.hash("DCS-\($0)") })
        #expect(hashes.count == 100_000)
        #expect(Set(hashes.map { $0 & 0xFF }).count == 256)
        #expect(Set(hashes.map { $0 >> 56 }).count == 256)
    }
}

/// Computed in Python from the definition.
private let fixedHashes: [(String, UInt64, UInt64)] = [
    ("", 0, 0x515267C9714253EB),
    ("a", 0, 0xF3AC17522D26E44C),
    ("DCS-FEO", 0, 0x966CE8C2D1625F4D),
    ("DCS-FEO", 1, 0xFE910982BBFD5F43),
    ("12345678", 0, 0x6D36F2F933153B0A),
    ("123456789", 0, 0xB5F99774425610EE),
    ("https://example.com/gbfs.json", 0, 0xCEF30B5EE86A89FF),
    ("é👩", 42, 0xF2B68CD7D98BD927),
]

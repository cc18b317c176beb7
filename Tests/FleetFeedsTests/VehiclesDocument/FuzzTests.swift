import FleetCore
import Testing

@testable import FleetFeeds

@Suite("Damaged feeds never crash the reader")
struct FuzzTests {
    private static let rounds = 20

    @Test("Documents with flipped bits, missing ends and repeated parts are read or rejected")
    func mutations() throws {
        var random = SeededRandom(state: 20_251_120)
        for name in try Fixture.names(in: "") where !name.hasSuffix("deep.json") {
            let bytes = try Fixture.bytes(name)
            for _ in 0..<Self.rounds { check(random.damaged(bytes)) }
        }
    }

    /// Parses the bytes in every way; typed throws already ensure that only `FeedFailure` is
    /// thrown.
    private func check(_ bytes: [UInt8]) {
        _ = try? VehicleTypesDocument().parse(bytes, at: "here")
        _ = try? SystemInformationDocument().parse(bytes, at: "here")
        if case .sites(let document) = try? FeedDocument(sites: bytes, at: "here").content {
            #expect(Set(document.sites.map { Array($0.id.utf8) }).count == document.sites.count)
        }
        guard
            case .vehicles(let document) = try? FeedDocument(vehicles: bytes, at: "here").content
        else {
            return
        }
        let ids = Set(document.vehicles.map { Array($0.id.utf8) })
        #expect(ids.count == document.vehicles.count)
        #expect(!ids.contains([]))
    }
}

/// SplitMix64 generator, so that failures are reproducible.
private struct SeededRandom: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &self) where !bytes.isEmpty {
            let index = Int.random(in: 0..<bytes.count, using: &self)
            switch Int.random(in: 0..<6, using: &self) {
            case 0: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &self)
            case 1: bytes.removeLast(bytes.count - index)
            case 2: bytes[index] = UInt8.random(in: .min ... .max, using: &self)
            case 3: bytes.insert(contentsOf: bytes[index...].prefix(40), at: index)
            case 4: bytes.removeSubrange(index..<min(index + 9, bytes.count))
            default: bytes.insert("{}[],:\"\\".utf8.randomElement(using: &self) ?? 0, at: index)
            }
        }
        return bytes
    }
}

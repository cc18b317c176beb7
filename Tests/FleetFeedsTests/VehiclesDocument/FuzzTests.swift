import FleetCore
import Testing

@testable import FleetFeeds

@Suite("No damage to a feed crashes the reader")
struct FuzzTests {
    private static let rounds = 40

    @Test("flipped bits, cut ends and doubled parts are read or refused")
    func mutations() throws {
        var dice = Dice(state: 20_251_120)
        for name in try Fixture.names(in: "") where !name.hasSuffix("deep.json") {
            let bytes = try Fixture.bytes(name)
            for _ in 0..<Self.rounds { check(dice.damaged(bytes)) }
        }
    }

    /// The initialisers throw nothing but `FeedFailure`, by their type; they must return.
    private func check(_ bytes: [UInt8]) {
        _ = try? SideDocument(vehicleTypes: bytes, at: "here")
        _ = try? SideDocument(systemInformation: bytes, at: "here")
        if case .sites(let document) = try? SitesAnswer(bytes, at: "here") {
            #expect(Set(document.sites.map { Array($0.id.utf8) }).count == document.sites.count)
        }
        guard case .vehicles(let document) = try? FeedDocument(bytes, at: "here").content else {
            return
        }
        let codes = Set(document.vehicles.map { Array($0.id.utf8) })
        #expect(codes.count == document.vehicles.count)
        #expect(!codes.contains([]))
    }
}

/// SplitMix64, so that a failure comes again.
private struct Dice: RandomNumberGenerator {
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
            let place = Int.random(in: 0..<bytes.count, using: &self)
            switch Int.random(in: 0..<6, using: &self) {
            case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &self)
            case 1: bytes.removeLast(bytes.count - place)
            case 2: bytes[place] = UInt8.random(in: .min ... .max, using: &self)
            case 3: bytes.insert(contentsOf: bytes[place...].prefix(40), at: place)
            case 4: bytes.removeSubrange(place..<min(place + 9, bytes.count))
            default: bytes.insert("{}[],:\"\\".utf8.randomElement(using: &self) ?? 0, at: place)
            }
        }
        return bytes
    }
}

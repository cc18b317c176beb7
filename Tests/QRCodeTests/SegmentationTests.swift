import Testing

@testable import QRCode

@Suite("Segmentation")
struct SegmentationTests {
    @Test("the mode of a byte is the narrowest one that can encode it")
    func narrowest() {
        let alphanumerics = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".utf8
        for byte in UInt8.min...UInt8.max {
            let mode = Symbol.Mode(narrowestFor: byte)
            #expect((mode == .numeric) == "0123456789".utf8.contains(byte))
            #expect((mode != .byte) == alphanumerics.contains(byte))
        }
    }

    @Test("a payload is one segment if a split needs the same version")
    func whole() throws {
        let payload = Array("abc0123456".utf8)
        let segmentation = try Segmentation(of: payload, level: .low)
        #expect(segmentation.segments == [Segment(mode: .byte, range: 0..<10)])
        #expect(segmentation.version == 1)
    }

    @Test("a payload is split if this allows a smaller version")
    func split() throws {
        let payload = Array("id=01234567890123456789".utf8)
        let segmentation = try Segmentation(of: payload, level: .low)
        #expect(
            segmentation.segments == [
                Segment(mode: .byte, range: 0..<3), Segment(mode: .numeric, range: 3..<23),
            ])
        #expect(segmentation.version == 1)
    }

    @Test("a split covers the payload in order and has the fewest bits")
    func shortest() {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<40 {
            let count = Int.random(in: 1...60, using: &random)
            let payload = Payloads.make(.mixed, count: count, &random)
            for range in VersionRange.allCases {
                let segments = ShortestSplit(of: payload, versions: range).segments
                #expect(segments.flatMap(\.range) == Array(payload.indices))
                #expect(
                    segments.allSatisfy {
                        Symbol.Mode(narrowestFor: Array(payload[$0.range])) <= $0.mode
                    })
                #expect(segments.reduce(0) { $0 + $1.bits(range) } == fewestBits(payload, range))
            }
        }
    }

    /// Returns the fewest bits by trying every start of the last segment, for every end.
    private func fewestBits(_ payload: [UInt8], _ range: VersionRange) -> Int {
        var fewest = [0]
        for end in 1...payload.count {
            let candidates = (0..<end).map { start in
                let mode = Symbol.Mode(narrowestFor: Array(payload[start..<end]))
                return fewest[start] + Segment(mode: mode, range: start..<end).bits(range)
            }
            fewest.append(candidates.min()!)
        }
        return fewest[payload.count]
    }
}

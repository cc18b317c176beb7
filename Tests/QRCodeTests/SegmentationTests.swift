import Testing

@testable import QRCode

@Suite("Segmentation")
struct SegmentationTests {
    @Test("a byte belongs to the narrowest mode that has it")
    func narrowest() {
        let alphanumerics = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".utf8
        for byte in UInt8.min...UInt8.max {
            let mode = Symbol.Mode(narrowestFor: byte)
            #expect((mode == .numeric) == "0123456789".utf8.contains(byte))
            #expect((mode != .byte) == alphanumerics.contains(byte))
        }
    }

    @Test("one segment does where a split gains no version")
    func whole() throws {
        let payload = Array("abc0123456".utf8)
        let segmentation = try Segmentation(of: payload, level: .low)
        #expect(segmentation.segments == [Segment(mode: .byte, range: 0..<10)])
        #expect(segmentation.version == 1)
    }

    @Test("a split is taken where it gains a version")
    func split() throws {
        let payload = Array("id=01234567890123456789".utf8)
        let segmentation = try Segmentation(of: payload, level: .low)
        #expect(
            segmentation.segments == [
                Segment(mode: .byte, range: 0..<3), Segment(mode: .numeric, range: 3..<23),
            ])
        #expect(segmentation.version == 1)
    }

    @Test("a split covers the payload in order, and no split is shorter")
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

    /// The fewest bits by trying, for every end, every start of the last segment.
    private func fewestBits(_ payload: [UInt8], _ range: VersionRange) -> Int {
        var fewest = [0]
        for end in 1...payload.count {
            let ways = (0..<end).map { start in
                let mode = Symbol.Mode(narrowestFor: Array(payload[start..<end]))
                return fewest[start] + Segment(mode: mode, range: start..<end).bits(range)
            }
            fewest.append(ways.min()!)
        }
        return fewest[payload.count]
    }
}

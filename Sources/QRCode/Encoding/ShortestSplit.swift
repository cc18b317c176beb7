/// The split of a payload into segments that takes the fewest bits.
///
/// For every byte it keeps, by mode, the cheapest way to have come that far and to be in that mode.
/// Costs are sixths of a bit, because characters are not whole bits long; segments are.
struct ShortestSplit {
    let segments: [Segment]

    private typealias Mode = Symbol.Mode

    /// Costs by the raw value of their mode.
    private typealias Costs = SIMD3<Int32>

    /// More than any payload costs, and far from overflow.
    private static let unreachable: Int32 = 1 << 28

    init(of payload: [UInt8], versions: VersionRange) {
        let headers = Mode.costs { 6 * $0.headerBits(versions) }
        let characters = Mode.costs { $0.sixthsPerCharacter }
        var costs = headers
        var ways = [SIMD3<UInt8>]()
        ways.reserveCapacity(payload.count)
        for byte in payload {
            var way = SIMD3<UInt8>()
            (costs, way) = Self.step(costs, headers)
            costs &+= characters
            for index in 0..<Mode(narrowestFor: byte).rawValue {
                costs[index] = Self.unreachable
            }
            ways.append(way)
        }
        segments = Self.segments(ways, last: costs)
    }

    /// The cost of being in each mode at the next byte, and the mode of the byte before it.
    private static func step(_ costs: Costs, _ headers: Costs) -> (Costs, SIMD3<UInt8>) {
        var best = costs
        var way = SIMD3<UInt8>(0, 1, 2)
        for mode in 0..<3 {
            for other in 0..<3 where other != mode {
                let cost = (costs[other] + 5) / 6 * 6 + headers[mode]
                guard cost < best[mode] else { continue }
                best[mode] = cost
                way[mode] = UInt8(other)
            }
        }
        return (best, way)
    }

    /// Walks back from the cheapest end, and joins bytes of one mode.
    private static func segments(_ ways: [SIMD3<UInt8>], last: Costs) -> [Segment] {
        var segments: [Segment] = []
        var mode = Mode.allCases.min { last[$0.rawValue] < last[$1.rawValue] } ?? .byte
        var end = ways.count
        for index in ways.indices.reversed() {
            let before = Mode(rawValue: Int(ways[index][mode.rawValue])) ?? .byte
            guard before != mode || index == 0 else { continue }
            segments.append(Segment(mode: mode, range: index..<end))
            (mode, end) = (before, index)
        }
        return segments.reversed()
    }
}

extension Symbol.Mode {
    /// A cost for each mode, in the order of their raw values.
    fileprivate static func costs(_ cost: (Symbol.Mode) -> Int) -> SIMD3<Int32> {
        SIMD3(Int32(cost(.numeric)), Int32(cost(.alphanumeric)), Int32(cost(.byte)))
    }
}

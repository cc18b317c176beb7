/// Segments of a payload, and the smallest version that holds them.
///
/// It is a single segment unless a split allows a smaller version, because readers guess the text
/// encoding per segment; otherwise it is the shortest split. libqrencode's own split is not always
/// the shortest: near the limit it rejects payloads that fit.
struct Segmentation: Equatable {
    let segments: [Segment]
    let version: Int
    /// Length of all segments, headers included.
    let bits: Int

    init(of payload: [UInt8], level: ErrorCorrection) throws(QRCodeError) {
        let mode = Symbol.Mode(narrowestFor: payload)
        let whole = Segmentation(level) { _ in [Segment(mode: mode, range: payload.indices)] }
        if let split = Self.split(payload, level), split.version < whole?.version ?? .max {
            self = split
        } else if let whole {
            self = whole
        } else {
            let limit = level.capacity(of: mode)
            throw .tooLong(mode: mode, count: payload.count, limit: limit, level: level)
        }
    }

    /// Returns the shortest split, or nil if it is too long.
    ///
    /// Rejects payloads beyond the capacity of the narrowest mode without splitting them.
    private static func split(_ payload: [UInt8], _ level: ErrorCorrection) -> Segmentation? {
        guard payload.count <= level.capacity(of: .numeric) else { return nil }
        return Segmentation(level) { ShortestSplit(of: payload, versions: $0).segments }
    }

    /// Creates the segments for the first range of versions that holds them; nil if none does.
    private init?(_ level: ErrorCorrection, segments: (VersionRange) -> [Segment]) {
        for range in VersionRange.allCases {
            let candidate = segments(range)
            let bits = candidate.reduce(0) { $0 + $1.bits(range) }
            guard let version = range.smallest(holding: bits, level: level) else { continue }
            self.segments = candidate
            self.version = version
            self.bits = bits
            return
        }
        return nil
    }
}

/// Part of a payload that is encoded in one mode (ISO/IEC 18004, 7.4).
struct Segment: Equatable {
    let mode: Symbol.Mode
    /// Range of bytes in the payload.
    let range: Range<Int>

    /// Returns the length in bits, header included.
    func bits(_ versions: VersionRange) -> Int {
        mode.headerBits(versions) + (range.count * mode.sixthsPerCharacter + 5) / 6
    }
}

/// Split of a payload into segments with the fewest bits.
///
/// For each byte and mode, it determines the lowest cost of all splits that encode the byte in that
/// mode. Costs are in sixths of a bit, since only segments, not characters, have whole bits.
struct ShortestSplit {
    let segments: [Segment]

    private typealias Mode = Symbol.Mode

    /// Costs, indexed by the raw value of the mode.
    private typealias Costs = SIMD3<Int32>

    /// For each mode, the raw value of the mode of the byte before.
    private typealias PreviousModes = SIMD3<UInt8>

    /// Greater than the cost of any payload, and safe from overflow.
    private static let unreachable: Int32 = 1 << 28

    init(of payload: [UInt8], versions: VersionRange) {
        let headers = Mode.costs { 6 * $0.headerBits(versions) }
        let characterCosts = Mode.costs { $0.sixthsPerCharacter }
        var costs = headers
        var history = [PreviousModes]()
        history.reserveCapacity(payload.count)
        for byte in payload {
            var previous = PreviousModes()
            (costs, previous) = Self.step(costs, headers)
            costs &+= characterCosts
            for index in 0..<Mode(narrowestFor: byte).rawValue {
                costs[index] = Self.unreachable
            }
            history.append(previous)
        }
        segments = Self.segments(history, finalCosts: costs)
    }

    /// Returns the lowest cost of each mode at the next byte, and the mode of the byte before it.
    private static func step(_ costs: Costs, _ headers: Costs) -> (Costs, PreviousModes) {
        var best = costs
        var previous = PreviousModes(0, 1, 2)
        for mode in 0..<3 {
            for other in 0..<3 where other != mode {
                let cost = (costs[other] + 5) / 6 * 6 + headers[mode]
                guard cost < best[mode] else { continue }
                best[mode] = cost
                previous[mode] = UInt8(other)
            }
        }
        return (best, previous)
    }

    /// Walks back from the mode with the lowest cost, and joins adjacent bytes of the same mode.
    private static func segments(
        _ history: [PreviousModes], finalCosts: Costs
    ) -> [Segment] {
        var segments: [Segment] = []
        var mode = Mode.allCases.min { finalCosts[$0.rawValue] < finalCosts[$1.rawValue] } ?? .byte
        var end = history.count
        for index in history.indices.reversed() {
            let previous = Mode(rawValue: Int(history[index][mode.rawValue])) ?? .byte
            guard previous != mode || index == 0 else { continue }
            segments.append(Segment(mode: mode, range: index..<end))
            (mode, end) = (previous, index)
        }
        return segments.reversed()
    }
}

extension Symbol.Mode {
    /// Returns a cost for each mode, in the order of their raw values.
    fileprivate static func costs(_ cost: (Symbol.Mode) -> Int) -> SIMD3<Int32> {
        SIMD3(Int32(cost(.numeric)), Int32(cost(.alphanumeric)), Int32(cost(.byte)))
    }
}

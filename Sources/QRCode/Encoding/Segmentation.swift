/// The segments of a payload, and the smallest version that holds them.
///
/// One segment where a split gains no version, since a reader that guesses a text's encoding does
/// so by segment; otherwise the shortest split. libqrencode has a split of its own, which is not
/// always the shortest: near the limit it refuses payloads that fit.
struct Segmentation: Equatable {
    let segments: [Segment]
    let version: Int
    /// The length of all segments, headers included.
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

    /// The shortest split, or `nil` if even that is too long.
    ///
    /// What is longer than the narrowest mode allows is not looked at, whatever its length.
    private static func split(_ payload: [UInt8], _ level: ErrorCorrection) -> Segmentation? {
        guard payload.count <= level.capacity(of: .numeric) else { return nil }
        return Segmentation(level) { ShortestSplit(of: payload, versions: $0).segments }
    }

    /// The segments for the first range of versions that holds them; `nil` if none does.
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

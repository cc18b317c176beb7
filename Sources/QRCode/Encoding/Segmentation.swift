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

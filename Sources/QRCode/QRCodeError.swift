/// Why there is no symbol, or no picture of it.
public enum QRCodeError: Error, Equatable, Sendable {
    /// There is nothing to encode.
    case empty

    /// The payload is longer than the largest symbol holds.
    ///
    /// `mode` is the narrowest that takes the whole payload, `count` the bytes given (in the
    /// numeric and alphanumeric modes these are characters), and `limit` what `level` holds of
    /// that mode. `count` is always over `limit`.
    case tooLong(mode: Symbol.Mode, count: Int, limit: Int, level: ErrorCorrection)

    /// The scale is outside of `Symbol.scales`.
    case scaleOutOfRange(Int)

    /// The quiet zone is outside of `Symbol.quietZones`.
    case quietZoneOutOfRange(Int)

    /// The resolution is outside of `Symbol.resolutions`.
    case resolutionOutOfRange(Double)

    /// The image would be `side` pixels wide and high, where `limit` is the most.
    ///
    /// `largestScale` is the most pixels a module may have with the same quiet zone.
    case imageTooLarge(side: Int, limit: Int, largestScale: Int)

    /// There was not enough memory.
    case outOfMemory

    /// A library refused what should be right; `library` is its name.
    case refused(library: String)
}

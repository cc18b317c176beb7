/// Error about a symbol that cannot be encoded or drawn.
public enum QRCodeError: Error, Equatable, Sendable {
    /// The payload is empty.
    case empty

    /// The payload exceeds the capacity of the largest symbol.
    ///
    /// `mode` is the narrowest mode for the whole payload, `count` is the length of the payload in
    /// characters of this mode (bytes in byte mode), and `limit` is the capacity at `level` in this
    /// mode. `count` is always greater than `limit`.
    case tooLong(mode: Symbol.Mode, count: Int, limit: Int, level: ErrorCorrection)

    /// The scale is outside of `Symbol.scales`.
    case scaleOutOfRange(Int)

    /// The quiet zone is outside of `Symbol.quietZones`.
    case quietZoneOutOfRange(Int)

    /// The resolution is outside of `Symbol.resolutions`.
    case resolutionOutOfRange(Double)

    /// The image would be `side` pixels wide and high, which exceeds `limit`.
    ///
    /// `maxScale` is the maximum scale with the same quiet zone.
    case imageTooLarge(side: Int, limit: Int, maxScale: Int)

    /// There was not enough memory.
    case outOfMemory

    /// A library rejected valid input; `library` is its name.
    case libraryError(library: String)
}

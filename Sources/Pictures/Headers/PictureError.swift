/// Error about a file that is not a valid picture, or that cannot be decoded.
public enum PictureError: Error, Equatable, Sendable {
    /// The bytes are not a picture in a known format.
    case notAPicture
    /// The bytes end too early.
    case truncated
    /// The picture exceeds the limits of `PictureInfo`, or cannot be decoded with limited memory.
    case tooLarge(width: Int, height: Int)
    /// The file has more bytes than `PictureInfo.maxFileBytes`.
    case tooManyBytes
    /// The picture uses a feature that is not supported; the associated value describes it.
    case unsupported(String)
    /// The picture violates its format; the associated value describes how.
    case damaged(String)
    /// The library that decodes the format is not installed.
    case noDecoder(library: String)
    /// There is not enough memory.
    case outOfMemory
}

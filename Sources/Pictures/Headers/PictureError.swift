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

    /// Message that continues a sentence about the file: `photo.jpg` `is incomplete`.
    public var message: String {
        switch self {
        case .notAPicture: "is not a JPEG, PNG or WebP picture"
        case .truncated: "is incomplete"
        case .tooLarge(let width, let height): "is too large: \(width) × \(height) pixels"
        case .tooManyBytes: "is larger than \(PictureInfo.maxFileBytes / (1 << 20)) MiB"
        case .unsupported(let reason): "is not supported: \(reason)"
        case .damaged(let reason): "is damaged: \(reason)"
        case .noDecoder(let library): "cannot be decoded: \(library) is not installed"
        case .outOfMemory: "does not fit in memory"
        }
    }
}

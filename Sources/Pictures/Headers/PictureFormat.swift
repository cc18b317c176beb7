/// File format of pictures.
public enum PictureFormat: String, CaseIterable, Sendable {
    /// ITU-T T.81: baseline, extended or progressive, with 8 bits per sample.
    case jpeg
    /// Portable Network Graphics (https://www.w3.org/TR/png-3/).
    case png
    /// WebP (RFC 9649), not animated.
    case webp
    /// Scalable Vector Graphics, for icons of GBFS only.
    case svg

    /// Extension of file names.
    public var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

    /// IANA media type.
    public var mediaType: String { self == .svg ? "image/svg+xml" : "image/\(rawValue)" }
}

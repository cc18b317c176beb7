/// A format of pictures.
public enum PictureFormat: String, CaseIterable, Sendable {
    /// ITU-T T.81, baseline, extended or progressive, of 8 bits.
    case jpeg
    /// Portable Network Graphics (https://www.w3.org/TR/png-3/).
    case png
    /// WebP (RFC 9649), not animated.
    case webp
    /// Scalable Vector Graphics, which icons of GBFS are; no photo is.
    case svg

    /// What the name of a file of it ends with.
    public var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

    /// What it is called on the web (IANA media types).
    public var mediaType: String { self == .svg ? "image/svg+xml" : "image/\(rawValue)" }
}

/// Format and size of a picture, from its content and not from its name.
///
/// The initializer verifies the size, the end of the file and, in a PNG, all checksums. The decoder
/// verifies the rest, so a picture that has its properties may still be damaged.
public struct PictureInfo: Equatable, Sendable {
    /// Maximum file size in bytes.
    public static let maxFileBytes = 20 << 20
    /// Maximum width and height in pixels.
    public static let maxSide = 20_000
    /// Maximum number of pixels.
    public static let maxPixels = 50_000_000

    /// File format.
    public let format: PictureFormat
    /// Width in pixels, as stored.
    public let width: Int
    /// Height in pixels, as stored.
    public let height: Int

    /// Inspects a file.
    ///
    /// No data may follow the end of a PNG or a WebP. A JPEG may have trailing data: cameras append
    /// second images and short videos, which decoders ignore.
    public init(inspecting bytes: [UInt8]) throws(PictureError) {
        guard bytes.count <= Self.maxFileBytes else { throw .tooManyBytes }
        if bytes.starts(with: PNGStructure.signature) {
            self = try PNGStructure(bytes).info
        } else if bytes.starts(with: JPEGStructure.signature) {
            self = try JPEGStructure(bytes).info
        } else if WebPStructure.hasSignature(bytes) {
            self = try WebPStructure(bytes).info
        } else {
            throw .notAPicture
        }
    }

    /// Creates the properties from a header; throws if the size exceeds the limits.
    init(_ format: PictureFormat, width: Int, height: Int) throws(PictureError) {
        guard width > 0, height > 0 else { throw .damaged("it has no pixels") }
        guard width <= Self.maxSide, height <= Self.maxSide,
            width * height <= Self.maxPixels
        else { throw .tooLarge(width: width, height: height) }
        (self.format, self.width, self.height) = (format, width, height)
    }
}

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

/// Picture that a feed links to: raster or vector graphics.
///
/// Photos are always raster pictures.
public enum LinkedPicture: Equatable, Sendable {
    /// A picture with pixels.
    case raster(PictureInfo)
    /// An SVG document without declarations and processing instructions, not yet rendered.
    case drawing

    /// Maximum file size of a drawing in bytes.
    public static let maxDrawingBytes = 1 << 20

    /// Validates a file by its content only.
    public init(inspecting bytes: [UInt8]) throws(PictureError) {
        if try SVGProlog.isSVG(bytes) {
            self = .drawing
        } else {
            self = .raster(try PictureInfo(inspecting: bytes))
        }
    }

    /// File format.
    public var format: PictureFormat {
        switch self {
        case .raster(let info): info.format
        case .drawing: .svg
        }
    }
}

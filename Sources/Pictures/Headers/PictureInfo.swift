/// Format and size of a picture, from its content and not from its name.
///
/// The initializer validates the whole structure: every header, length and checksum. It does not
/// decode pixels, so the pixels of a valid picture may still be damaged.
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

    /// Validates a file.
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

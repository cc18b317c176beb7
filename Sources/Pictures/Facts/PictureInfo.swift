/// What a picture is, told by its content and never by its name.
///
/// Its whole structure is checked: every header, length and checksum up to the end. Pixels are not
/// decoded, so that a picture whose structure is sound may still show damage.
public struct PictureFacts: Equatable, Sendable {
    /// The most bytes of a picture.
    public static let largestFile = 20 << 20
    /// The most pixels of a side.
    public static let longestSide = 20_000
    /// The most pixels altogether.
    public static let mostPixels = 50_000_000

    /// The format.
    public let format: PictureFormat
    /// Pixels from left to right, as stored.
    public let width: Int
    /// Pixels from top to bottom, as stored.
    public let height: Int

    /// Tells what bytes are.
    ///
    /// Nothing may follow the end of a PNG or a WebP. Behind a JPEG anything may stand: cameras leave
    /// second images and short videos there, and no decoder reads on.
    public init(inspecting bytes: [UInt8]) throws(PictureFault) {
        guard bytes.count <= Self.largestFile else { throw .tooManyBytes }
        if bytes.starts(with: PNGStructure.signature) {
            self = try PNGStructure(bytes).facts
        } else if bytes.starts(with: JPEGStructure.signature) {
            self = try JPEGStructure(bytes).facts
        } else if WebPStructure.isSigned(bytes) {
            self = try WebPStructure(bytes).facts
        } else {
            throw .notAPicture
        }
    }

    /// Takes the size that a header tells, unless it is beyond the limits.
    init(_ format: PictureFormat, width: Int, height: Int) throws(PictureFault) {
        guard width > 0, height > 0 else { throw .damaged("it has no pixels") }
        guard width <= Self.longestSide, height <= Self.longestSide,
            width * height <= Self.mostPixels
        else { throw .tooLarge(width: width, height: height) }
        (self.format, self.width, self.height) = (format, width, height)
    }
}

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

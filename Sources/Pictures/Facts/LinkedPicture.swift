/// A picture that a feed links to: one of pixels, or a drawing, which photos never are.
public enum LinkedPicture: Equatable, Sendable {
    /// A picture of pixels.
    case pixels(PictureFacts)
    /// An SVG document that loads and declares nothing; it has yet to be drawn.
    case drawing

    /// The most bytes of a drawing.
    public static let largestDrawing = 1 << 20

    /// Tells what bytes are, by nothing but them.
    public init(inspecting bytes: [UInt8]) throws(PictureFault) {
        if try SVGProlog.isSVG(bytes) {
            self = .drawing
        } else {
            self = .pixels(try PictureFacts(inspecting: bytes))
        }
    }

    /// The format.
    public var format: PictureFormat {
        switch self {
        case .pixels(let facts): facts.format
        case .drawing: .svg
        }
    }
}

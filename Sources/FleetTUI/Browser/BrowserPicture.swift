public import QRCode

/// Image to lay over the screen.
public struct BrowserPicture: Equatable, Sendable {
    /// Content of an image.
    public enum Content: Equatable, Sendable {
        /// QR code with its quiet zone.
        case symbol(Symbol)
        /// Pixel image.
        case pixels(SheetPicture)
    }

    /// Content of the image.
    public let content: Content
    /// Cells that it covers.
    public let frame: Rect
}

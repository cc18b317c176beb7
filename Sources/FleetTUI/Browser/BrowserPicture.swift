public import QRCode

/// An image that is to be laid over the screen.
public struct BrowserPicture: Equatable, Sendable {
    /// What it shows.
    public enum Content: Equatable, Sendable {
        /// A QR code, with its quiet zone.
        case symbol(Symbol)
        /// A picture.
        case pixels(SheetPicture)
    }

    /// What it shows.
    public let content: Content
    /// The cells that it may cover.
    public let place: Rect
}

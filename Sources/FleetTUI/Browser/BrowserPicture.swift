public import QRCode

/// A QR code that is to be laid over the screen as an image, with its quiet zone.
public struct BrowserPicture: Equatable, Sendable {
    /// The code.
    public let symbol: Symbol
    /// The cells that it may cover.
    public let place: Rect
}

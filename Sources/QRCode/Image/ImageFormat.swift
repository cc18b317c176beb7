/// A kind of image file that a symbol can be written as.
public enum ImageFormat: String, CaseIterable, Sendable {
    /// Portable Network Graphics, one bit a pixel.
    case png

    /// The format that a file name's extension stands for, in capitals or not; `nil` if none.
    public init?(fileExtension: some StringProtocol) {
        self.init(rawValue: fileExtension.lowercased())
    }
}

extension Symbol {
    /// The symbol as an image file of the given format; see `png(scale:quietZone:)`.
    public func image(
        _ format: ImageFormat, scale: Int, quietZone: Int = standardQuietZone
    ) throws(QRCodeError) -> [UInt8] {
        switch format {
        case .png: try png(scale: scale, quietZone: quietZone)
        }
    }
}

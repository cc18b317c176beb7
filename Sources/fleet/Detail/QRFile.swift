import QRCode

/// Output for the image of a QR code.
enum QRFile: Equatable, Sendable {
    /// A PNG on standard output.
    case standardOutput
    /// A file in the format of its extension.
    case path(String, SymbolFormat)
}

/// Format of a file with a QR code.
enum SymbolFormat: Equatable, Sendable {
    case image(ImageFormat)
    /// A page of the size of the symbol with its quiet zone.
    case pdf
    /// The symbol drawn with characters.
    case text

    /// Creates the format of a file name extension, ignoring case; returns nil if it has none.
    init?(fileExtension: some StringProtocol) {
        switch fileExtension.lowercased() {
        case "pdf": self = .pdf
        case "txt": self = .text
        case let other:
            guard let format = ImageFormat(fileExtension: other) else { return nil }
            self = .image(format)
        }
    }
}

import QRCode

/// Where the image of a QR code goes.
enum QRFile: Equatable, Sendable {
    /// A PNG on the standard output.
    case standardOutput
    /// A file of the format that its name says.
    case path(String, SymbolFormat)
}

/// What a file with a QR code is.
enum SymbolFormat: Equatable, Sendable {
    case image(ImageFormat)
    /// A page that is the symbol, quiet zone included.
    case pdf
    /// The symbol drawn with characters.
    case text

    /// The format that a file name's extension stands for, in capitals or not; `nil` if none.
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

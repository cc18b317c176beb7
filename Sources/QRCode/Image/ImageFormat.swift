/// A kind of image file that a symbol can be written as.
public enum ImageFormat: String, CaseIterable, Sendable {
    /// Portable Network Graphics, one bit a pixel.
    case png
    /// Scalable Vector Graphics, one path.
    case svg

    /// The format that a file name's extension stands for, in capitals or not; `nil` if none.
    public init?(fileExtension: some StringProtocol) {
        self.init(rawValue: fileExtension.lowercased())
    }
}

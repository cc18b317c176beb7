/// File format for images of symbols.
public enum ImageFormat: String, CaseIterable, Sendable {
    /// Portable Network Graphics, with one bit per pixel.
    case png
    /// Scalable Vector Graphics.
    case svg

    /// Creates the format of a file name extension, ignoring case; nil for other extensions.
    public init?(fileExtension: some StringProtocol) {
        self.init(rawValue: fileExtension.lowercased())
    }
}

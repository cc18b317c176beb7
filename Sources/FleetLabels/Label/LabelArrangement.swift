/// Position of the text of a label relative to its symbol.
public enum LabelArrangement: String, CaseIterable, Sendable {
    /// The text is centered below the symbol.
    case below

    /// The text is right of the symbol, left-aligned and vertically centered.
    case beside

    /// The symbol is alone.
    case code

    /// Maximum height of a label whose text is beside the symbol by default: that of half-inch
    /// tapes, in millimetres.
    private static let tapeHeight = 12.7

    /// Returns the arrangement that suits the shape of a label.
    static func suiting(_ label: PaperSize) -> LabelArrangement {
        label.width > label.height && label.height <= tapeHeight + 0.01 ? .beside : .below
    }
}

/// Error that prevents a label or a whole run from being printed as requested.
public enum LabelError: Error, Equatable, Sendable {
    /// The position of the first label exceeds `limit`, the labels on a page.
    case startOutOfRange(Int, limit: Int)

    /// A page has no such position, only those from 1 to `limit`.
    case positionOutOfRange(Int, limit: Int)

    /// A roll has no positions, since each of its labels is a page.
    case positionsOnRoll

    /// No position of the first page is free.
    case noFreePosition

    /// The correction is outside of `PrintCorrection.shifts` or `PrintCorrection.scales`.
    case correctionOutOfRange(PrintCorrection)

    /// The correction moves the print of a label beyond the edge of the page by `millimetres`.
    case outsideOfPage(millimetres: Double)

    /// The number of copies is outside of `LabelDesign.copyLimits`.
    case copiesOutOfRange(Int)

    /// The quiet zone is outside of `Symbol.quietZones`.
    case quietZoneOutOfRange(Int)

    /// The symbol's size or the printer's resolution is out of range.
    case size(PrintSizeError)

    /// The symbol needs `needed` millimetres, requested or minimal, but the label has only
    /// `available` millimetres left beside the text.
    case symbolDoesNotFit(needed: Double, available: Double)

    /// The text, the one of the label that needs the most, would fill `needed` rows at
    /// `LabelFitter.minFontSize`, but only `available` rows are left; 0 if a character is too wide.
    case textDoesNotFit(text: String, needed: Int, available: Int)

    /// The text has more than `limit` characters.
    case textTooLong(count: Int, limit: Int)

    /// The text has too many marks above or below its letters and would overlap its neighbors.
    case textTooTall(text: String)

    /// The image of a page would have too many pixels.
    case imageTooLarge(width: Int, height: Int)

    /// `library` is not installed, or too old.
    case missingLibrary(String)

    /// There was not enough memory.
    case outOfMemory

    /// A library failed unexpectedly; `reason` is the library's message.
    case libraryError(library: String, reason: String)
}

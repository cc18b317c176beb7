/// Why a label, or a whole run, cannot be printed as asked.
public enum LabelError: Error, Equatable, Sendable {
    /// The first label is not on the page, which has `limit`.
    case startOutOfRange(Int, limit: Int)

    /// The copies are outside of `LabelDesign.copyLimits`.
    case copiesOutOfRange(Int)

    /// The quiet zone is outside of `Symbol.quietZones`.
    case quietZoneOutOfRange(Int)

    /// The symbol cannot be printed so small, or on such a printer.
    case size(PrintSizeError)

    /// The label leaves the symbol a square of `available` millimetres beside its text, and it
    /// needs `needed`: what was asked for, or the least that can be printed.
    case symbolDoesNotFit(needed: Double, available: Double)

    /// The text would need `needed` millimetres at `LabelFitting.smallestText`.
    case textDoesNotFit(text: String, needed: Double, available: Double)

    /// The text has more characters than any label holds.
    case textTooLong(count: Int, limit: Int)

    /// The text has so many marks over or under its letters that it would reach into its
    /// neighbors.
    case textTowers(text: String)

    /// `library` is not installed, or too old.
    case missingLibrary(String)

    /// There was not enough memory.
    case outOfMemory

    /// A library refused what should be right; `reason` is in its own words.
    case refused(library: String, reason: String)
}

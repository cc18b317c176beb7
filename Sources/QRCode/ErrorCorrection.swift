/// Error correction level (ISO/IEC 18004, 6.5.1).
///
/// The raw value is the letter of the level in the standard. Higher levels compare greater.
public enum ErrorCorrection: String, CaseIterable, Sendable, Comparable {
    /// About 7 % of the codewords can be restored.
    case low = "L"
    /// About 15 % of the codewords can be restored.
    case medium = "M"
    /// About 25 % of the codewords can be restored.
    case quartile = "Q"
    /// About 30 % of the codewords can be restored.
    case high = "H"

    /// Orders levels by their recovery capacity.
    public static func < (left: ErrorCorrection, right: ErrorCorrection) -> Bool {
        left.rank < right.rank
    }

    /// 0 for low to 3 for high.
    var rank: Int {
        switch self {
        case .low: 0
        case .medium: 1
        case .quartile: 2
        case .high: 3
        }
    }
}

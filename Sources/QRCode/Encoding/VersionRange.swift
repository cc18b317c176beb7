/// Versions with the same length of the character count indicator (ISO/IEC 18004, table 3).
enum VersionRange: CaseIterable {
    case small
    case medium
    case large

    var versions: ClosedRange<Int> {
        switch self {
        case .small: 1...9
        case .medium: 10...26
        case .large: 27...40
        }
    }

    /// Returns the smallest version in the range that holds `bits` at `level`; nil if there is
    /// none.
    func smallest(holding bits: Int, level: ErrorCorrection) -> Int? {
        versions.first { Capacity.bits(version: $0, level: level) >= bits }
    }
}

/// How full something is, as a bar drawn to an eighth of a cell.
struct FilledBar {
    /// The bar, with spaces where it is not full.
    let text: String

    private static let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

    /// Draws a share of 0...1.
    init(share: Double, cells: Int) {
        let share = share.isFinite ? min(max(share, 0), 1) : 0
        let eighths = Int((share * Double(cells * 8)).rounded())
        let full = String(repeating: "█", count: eighths / 8) + Self.parts[eighths % 8]
        text = full + String(repeating: " ", count: cells - full.count)
    }
}

/// Horizontal gauge with a resolution of an eighth of a cell.
struct FilledBar {
    /// Bar, padded with spaces to its full width.
    let text: String

    private static let partialBlocks = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

    /// Creates a bar of `cells` columns that is filled to a share of 0...1.
    init(share: Double, cells: Int) {
        let share = share.isFinite ? min(max(share, 0), 1) : 0
        let eighths = Int((share * Double(cells * 8)).rounded())
        let full = String(repeating: "█", count: eighths / 8) + Self.partialBlocks[eighths % 8]
        text = full + String(repeating: " ", count: cells - full.count)
    }
}

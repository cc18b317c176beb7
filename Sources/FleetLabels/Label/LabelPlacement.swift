/// Positions of symbol and text on a label, in millimetres from its top left corner.
struct LabelPlacement {
    struct Line {
        /// Left end of the line.
        let x: Double
        let baseline: Double

        /// Font size in points.
        let fontSize: Double
    }

    let size: PrintSize

    /// Left edge of the symbol's quiet zone.
    var symbolX = 0.0
    /// Upper edge of the symbol's quiet zone.
    var symbolY = 0.0
    var lines: [Line] = []

    init(size: PrintSize) {
        self.size = size
    }
}

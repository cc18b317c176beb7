/// Where symbol and text lie on a label: millimetres from its upper left corner.
struct LabelPlaces {
    struct Line {
        /// The line's left end.
        let x: Double
        let baseline: Double

        /// How high its letters are, in points.
        let letters: Double
    }

    let size: PrintSize

    /// The upper left corner of the symbol's quiet zone.
    var symbolX = 0.0
    var symbolY = 0.0
    var lines: [Line] = []

    init(size: PrintSize) {
        self.size = size
    }
}

/// Positions of symbol and text on a label, in millimetres from its top left corner.
struct LabelPlacement {
    struct Line {
        /// Left end of the line.
        let x: Double
        let width: Double
        let baseline: Double

        /// Font size in points.
        let fontSize: Double
    }

    let size: PrintSize

    /// Whether the quiet zone of the symbol is also in the margins of the label.
    let reachesEdge: Bool

    /// Left edge of the symbol's quiet zone.
    var symbolX = 0.0
    /// Upper edge of the symbol's quiet zone.
    var symbolY = 0.0
    var lines: [Line] = []

    init(size: PrintSize, reachesEdge: Bool) {
        self.size = size
        self.reachesEdge = reachesEdge
    }

    /// Returns the edges of everything that is printed.
    /// - Parameter blank: The width of the symbol's edges that has no color.
    func printed(blank: Double) -> Frame {
        var frame = Frame(
            left: symbolX + blank, top: symbolY + blank, right: symbolX + size.side - blank,
            bottom: symbolY + size.side - blank)
        for line in lines {
            let height = Length.millimetres(points: line.fontSize)
            frame = frame.union(
                Frame(
                    left: line.x, top: line.baseline - height * 0.75, right: line.x + line.width,
                    bottom: line.baseline + height * 0.25))
        }
        return frame
    }
}

/// Edges of a rectangle, in millimetres.
struct Frame: Equatable {
    var left: Double
    var top: Double
    var right: Double
    var bottom: Double

    func union(_ other: Frame) -> Frame {
        Frame(
            left: min(left, other.left), top: min(top, other.top),
            right: max(right, other.right), bottom: max(bottom, other.bottom))
    }

    func moved(x: Double, y: Double) -> Frame {
        Frame(left: left + x, top: top + y, right: right + x, bottom: bottom + y)
    }

    /// Returns how far it extends beyond the page at most, in millimetres; 0 if it fits.
    func excess(over page: PaperSize) -> Double {
        max(0, -left, -top, right - page.width, bottom - page.height)
    }

    func intersects(_ other: Frame) -> Bool {
        left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }
}

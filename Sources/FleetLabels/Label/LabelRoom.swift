/// Space on a label for its symbol and its text, in millimetres.
struct LabelRoom {
    /// Margin inside the edges of a label.
    static let margin = 1.0

    /// Part of the width that remains for text beside a symbol of the default size.
    private static let textShare = 1.0 / 3

    let label: PaperSize
    let arrangement: LabelArrangement

    /// How far the quiet zone of the symbol extends into the margins, in millimetres.
    var reach = 0.0

    private var width: Double { max(0, label.width - 2 * Self.margin) }
    private var height: Double { max(0, label.height - 2 * Self.margin) }

    /// Returns the largest side of a symbol.
    /// - Parameter textHeight: The height that remains for text below it.
    func maxSide(textHeight: Double) -> Double {
        switch arrangement {
        case .below: max(0, min(width + 2 * reach, height + reach - textHeight))
        case .beside: min(height + 2 * reach, width + reach)
        case .code: min(width, height) + 2 * reach
        }
    }

    /// Returns the default side of a symbol; beside it, text has a third of the width.
    func defaultSide(textHeight: Double) -> Double {
        let side = maxSide(textHeight: textHeight)
        guard arrangement == .beside else { return side }
        return min(side, width * (1 - Self.textShare) + reach)
    }

    /// Returns the space for text with a symbol.
    /// - Parameter quietZone: The width of the symbol's quiet zone, which separates it from text.
    func text(side: Double, quietZone: Double) -> PaperSize {
        switch arrangement {
        case .below: PaperSize(width: width, height: height + reach - side)
        case .beside:
            PaperSize(
                width: label.width - Self.margin - textX(side: side, quietZone: quietZone),
                height: height)
        case .code: PaperSize(width: 0, height: 0)
        }
    }

    /// Returns the left edge of text beside a symbol.
    func textX(side: Double, quietZone: Double) -> Double {
        Self.margin - reach + side + max(0, Self.margin - quietZone)
    }

    /// Returns the top left corner of a symbol that text of this height belongs to.
    func origin(side: Double, textHeight: Double) -> (x: Double, y: Double) {
        let (x, y) = ((label.width - side) / 2, (label.height - side) / 2)
        switch arrangement {
        case .below:
            let stack = side + textHeight
            return (x, min((label.height - stack) / 2, label.height - Self.margin - stack))
        case .beside: return (Self.margin - reach, y)
        case .code: return (x, y)
        }
    }
}

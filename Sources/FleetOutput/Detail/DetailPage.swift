package import FleetCore
package import FleetRuntime
import FleetTUI

/// A vehicle and its QR code on a terminal: side by side if both fit, as in the browser.
package struct DetailPage {
    let detail: VehicleDetail
    let style: TableStyle
    /// Size of the terminal.
    let size: CanvasSize
    /// Whether a pager shows what does not fit, from its beginning.
    let isPaged: Bool

    package init(
        detail: VehicleDetail, style: TableStyle, size: (columns: Int, rows: Int), isPaged: Bool
    ) {
        (self.detail, self.style, self.isPaged) = (detail, style, isPaged)
        self.size = CanvasSize(columns: size.columns, rows: size.rows)
    }

    /// Returns the lines and the QR code; prints an alternative if the code does not fit.
    package func text(
        with qrCode: SymbolOutput, on output: Output, _ ansi: AnsiChoice
    ) throws -> String {
        let art = try qrCode.art(ansi, on: output)
        let drawn = art.map { Self.lines($0.text) } ?? []
        let symbol = art.map { CanvasSize(columns: $0.columns, rows: drawn.count) }
        // The last row is for the prompt. Without a pager, the end of the output is in view.
        let area = CanvasSize(columns: size.columns, rows: isPaged ? size.rows - 1 : .max)
        let layout = DetailLayout(symbol: symbol, in: area) {
            Self.lines(detail.text(style: style, columns: $0).string).count
        }
        let text = detail.text(style: style, columns: layout.textColumns).string
        guard let art, let offset = layout.symbol else {
            if let art { qrCode.logNarrow(art, on: output) }
            return text
        }
        if offset.column > 0 { return sideBySide(drawn, layout.textColumns, at: offset.column) }
        return layout.textRow > 0 ? art.text + "\n" + text : text + "\n" + art.text
    }

    private func sideBySide(_ drawn: [String], _ columns: Int, at column: Int) -> String {
        var plain = style
        plain.isColored = false
        let texts = [style, plain].map {
            Self.lines(detail.text(style: $0, columns: columns).string)
        }
        return (0..<max(texts[0].count, drawn.count)).map { row in
            let isText = row < texts[0].count
            let text = isText ? texts[0][row] : ""
            guard row < drawn.count else { return text + "\n" }
            let gap = column - (isText ? DisplayWidth.of(texts[1][row]) : 0)
            return text + String(repeating: " ", count: max(gap, 1)) + drawn[row] + "\n"
        }.joined()
    }

    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map(String.init)
    }
}

import FleetCore
import QRCode

extension VehicleSheet {
    /// Returns the area that it covers: the right part of a wide screen, so the list stays visible.
    static func part(of screen: Rect) -> Rect {
        guard screen.columns >= 110 else { return screen }
        let columns = min(max(screen.columns / 2, 66), 84)
        return Rect(
            column: screen.endColumn - columns, row: screen.row, columns: columns,
            rows: screen.rows)
    }

    static func body(of part: Rect) -> Rect {
        part.inset(columns: 2, rows: 1)
    }

    /// Positions of the lines, the QR code and the pictures.
    struct Layout {
        /// Width of the lines in columns.
        var textColumns: Int
        /// Position of the QR code, relative to the left of the body and the top of the content; nil if
        /// it does not fit.
        var symbol: (column: Int, row: Int)?
        /// Total number of rows.
        var extent: Int
        /// Areas of the pictures, relative to the same origin.
        var pictures: [Rect] = []
    }

    /// Returns the layout, with the pictures below the lines and the QR code.
    func layout(in body: Rect) -> Layout {
        var layout = layoutWithoutPictures(in: body)
        layout.pictures = frames(
            of: pictures, columns: body.columns, below: layout.extent + 1)
        if let end = layout.pictures.map(\.endRow).max() { layout.extent = end + 1 }
        return layout
    }

    /// Returns a layout with the QR code beside the lines if it fits, else below them.
    private func layoutWithoutPictures(in body: Rect) -> Layout {
        let rows = lines.count
        guard let symbol else {
            return Layout(textColumns: body.columns, symbol: nil, extent: rows)
        }
        let beside = body.columns - symbol.columns - 2
        if beside >= 34 {
            return Layout(
                textColumns: beside, symbol: (beside + 2, 0), extent: max(rows, symbol.rows))
        }
        guard symbol.columns <= body.columns else {
            return Layout(textColumns: body.columns, symbol: nil, extent: rows + 2)
        }
        return Layout(
            textColumns: body.columns, symbol: (0, rows + 1), extent: rows + 1 + symbol.rows)
    }

    /// Draws the sheet.
    func render(
        in part: Rect, showsPictures: Bool, isFavorite: Bool, on canvas: inout Canvas
    ) {
        let body = Self.body(of: part)
        canvas.draw(in: part) { canvas in
            canvas.fill(part, .plain)
            canvas.frame(part, Style(.frame))
            drawTitle(in: part, isFavorite: isFavorite, on: &canvas)
            let layout = layout(in: body)
            canvas.draw(in: body) { canvas in
                if detail == nil {
                    if presence == .absent {
                        drawMissing(isFavorite: isFavorite, in: body, on: &canvas)
                    }
                } else {
                    drawContent(layout, in: body, showsPictures: showsPictures, on: &canvas)
                }
            }
            if scroll.isNeeded { canvas.drawMoreHint(below: scroll.hasMoreBelow, in: part) }
        }
    }

    /// Returns the QR code and the pictures that are entirely visible.
    func pictures(in part: Rect) -> [BrowserPicture] {
        let body = Self.body(of: part)
        guard detail != nil else { return [] }
        let layout = layout(in: body)
        let code = symbol.flatMap { symbol in
            symbolFrame(layout, in: body).map {
                BrowserPicture(content: .symbol(symbol.symbol), frame: $0)
            }
        }
        return ([code].compactMap(\.self) + positionedPictures(layout, in: body))
            .filter { $0.frame.intersection(body) == $0.frame }
    }

    /// Returns the area of the QR code, visible or not; nil if it does not fit.
    private func symbolFrame(_ layout: Layout, in body: Rect) -> Rect? {
        guard let symbol, let offset = layout.symbol else { return nil }
        return Rect(
            column: body.column + offset.column, row: body.row - scroll.top + offset.row,
            columns: symbol.columns, rows: symbol.rows)
    }

    private func drawTitle(in part: Rect, isFavorite: Bool, on canvas: inout Canvas) {
        let room = part.columns - 6
        let used = canvas.put(
            (isFavorite ? " ★ " : " ") + "\(id.limited) ", column: part.column + 2, row: part.row,
            Style(.accent, bold: true), limit: room)
        let status =
            switch presence {
            case .absent where detail != nil: " missing; last known data "
            case .absent, .present: ""
            case .unknown: " loading … "
            }
        canvas.put(
            status, column: part.column + 2 + used, row: part.row, Style(.warning),
            limit: room - used)
    }

    /// Draws that the vehicle is not in the feed, and which keys help.
    private func drawMissing(isFavorite: Bool, in body: Rect, on canvas: inout Canvas) {
        let top = body.row - scroll.top
        let (text, keys) =
            isFavorite
            ? (
                "★ This favorite is missing from the feed.",
                "* removes the favorite, "
            )
            : ("No vehicle has this ID.", "")
        let lines = text.wrapped(to: max(8, body.columns))
        for (row, line) in lines.enumerated() {
            canvas.put(line, column: body.column, row: top + row, limit: body.columns)
        }
        canvas.put(
            keys + "Esc goes back to the list, / searches it", column: body.column,
            row: top + lines.count, Style(.muted), limit: body.columns)
    }

    private func drawContent(
        _ layout: Layout, in body: Rect, showsPictures: Bool, on canvas: inout Canvas
    ) {
        let top = body.row - scroll.top
        for (row, line) in lines.enumerated() {
            draw(line, columns: layout.textColumns, in: body, at: top + row, on: &canvas)
        }
        drawPictures(layout, in: body, on: &canvas)
        if let symbol, let frame = symbolFrame(layout, in: body) {
            if showsPictures, frame.intersection(body) == frame {
                canvas.fill(frame, Style(.black, on: .white))
            } else {
                symbol.draw(column: frame.column, row: frame.row, on: &canvas)
            }
        } else {
            canvas.put(
                "Not enough space for the QR code; p writes it to a file.", column: body.column,
                row: top + lines.count + 1, Style(.muted), limit: body.columns)
        }
    }

    private func draw(
        _ line: DetailLine, columns: Int, in body: Rect, at row: Int, on canvas: inout Canvas
    ) {
        let name = min(15, columns / 3)
        canvas.put(
            line.name, column: body.column, row: row, Style(.muted), limit: name - 1)
        let isChanged = changedNames.contains(line.name)
        let measurement = measurement(of: line)
        let plain = Style(isChanged ? .accent : .text, bold: isChanged)
        let used = canvas.put(
            line.value.limited + (isChanged ? " ←" : ""), column: body.column + name, row: row,
            measurement?.state == .alarm ? .alarm : plain, limit: columns - name)
        guard let measurement, let trend = history.trend(of: measurement.quantity) else { return }
        canvas.put(
            Sparkline.text(of: trend, width: columns - name - used - 2),
            column: body.column + name + used + 2, row: row, Style(.accent))
    }

    /// Returns the measurement that a line shows.
    private func measurement(of line: DetailLine) -> Measurement? {
        detail?.vehicle.measurements.first {
            $0.quantity.label == line.name && line.value.hasPrefix($0.text)
        }
    }
}

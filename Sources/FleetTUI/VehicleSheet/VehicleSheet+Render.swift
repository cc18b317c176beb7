import FleetCore
import QRCode

extension VehicleSheet {
    /// The part of the screen that it covers: on a wide one the right, so that the list stays in sight.
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

    /// Where the lines and the code are.
    struct Layout {
        /// The columns for the lines.
        var text: Int
        /// Where the code is from the body's left and the content's top; `nil` if it does not fit.
        var symbol: (column: Int, row: Int)?
        /// The rows of all.
        var extent: Int
        /// Where the pictures are, likewise.
        var pictures: [Rect] = []
    }

    /// The pictures below the lines and the code.
    func layout(in body: Rect) -> Layout {
        var layout = layoutWithoutPictures(in: body)
        layout.pictures = places(
            of: pictures, columns: body.columns, below: layout.extent + 1)
        if let end = layout.pictures.map(\.endRow).max() { layout.extent = end + 1 }
        return layout
    }

    /// The code beside the lines if there is room, else below them.
    private func layoutWithoutPictures(in body: Rect) -> Layout {
        let rows = lines.count
        guard let symbol else { return Layout(text: body.columns, symbol: nil, extent: rows) }
        let beside = body.columns - symbol.columns - 2
        if beside >= 34 {
            return Layout(
                text: beside, symbol: (beside + 2, 0), extent: max(rows, symbol.rows))
        }
        guard symbol.columns <= body.columns else {
            return Layout(text: body.columns, symbol: nil, extent: rows + 2)
        }
        return Layout(
            text: body.columns, symbol: (0, rows + 1), extent: rows + 1 + symbol.rows)
    }

    /// Draws it over a screen.
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
                    if presence == .absent { drawAbsence(isFavorite, in: body, on: &canvas) }
                } else {
                    drawContent(layout, in: body, showsPictures, on: &canvas)
                }
            }
            if scroll.isNeeded { canvas.putMore(below: scroll.hasMoreBelow, in: part) }
        }
    }

    /// The code and the pictures, and where they are, as far as all of one is in sight.
    func pictures(in part: Rect) -> [BrowserPicture] {
        let body = Self.body(of: part)
        guard detail != nil else { return [] }
        let layout = layout(in: body)
        let code = symbol.flatMap { symbol in
            symbolPlace(layout, in: body).map {
                BrowserPicture(content: .symbol(symbol.symbol), place: $0)
            }
        }
        return ([code].compactMap(\.self) + placedPictures(layout, in: body))
            .filter { $0.place.intersection(body) == $0.place }
    }

    /// Where the code is, in sight or not; `nil` if it does not fit.
    private func symbolPlace(_ layout: Layout, in body: Rect) -> Rect? {
        guard let symbol, let place = layout.symbol else { return nil }
        return Rect(
            column: body.column + place.column, row: body.row - scroll.top + place.row,
            columns: symbol.columns, rows: symbol.rows)
    }

    private func drawTitle(in part: Rect, isFavorite: Bool, on canvas: inout Canvas) {
        let room = part.columns - 6
        let used = canvas.put(
            (isFavorite ? " ★ " : " ") + "\(id.limited) ", column: part.column + 2, row: part.row,
            Style(.accent, bold: true), limit: room)
        let words =
            switch presence {
            case .absent where detail != nil: " has gone; this was the last of it "
            case .absent, .present: ""
            case .unread: " reading … "
            }
        canvas.put(
            words, column: part.column + 2 + used, row: part.row, Style(.warning),
            limit: room - used)
    }

    /// That nothing is known of it, and what helps.
    private func drawAbsence(_ isFavorite: Bool, in body: Rect, on canvas: inout Canvas) {
        let top = body.row - scroll.top
        let (words, keys) =
            isFavorite
            ? (
                "★ a favorite that is away: the feed does not have it now.",
                "* keeps it no longer, "
            )
            : ("There is no such vehicle.", "")
        let lines = words.wrapped(to: max(8, body.columns))
        for (row, line) in lines.enumerated() {
            canvas.put(line, column: body.column, row: top + row, limit: body.columns)
        }
        canvas.put(
            keys + "esc goes back to the list, / searches in it", column: body.column,
            row: top + lines.count, Style(.muted), limit: body.columns)
    }

    private func drawContent(
        _ layout: Layout, in body: Rect, _ showsPictures: Bool, on canvas: inout Canvas
    ) {
        let top = body.row - scroll.top
        for (row, line) in lines.enumerated() { draw(line, layout.text, body, top + row, &canvas) }
        drawPictures(layout, in: body, on: &canvas)
        if let symbol, let place = symbolPlace(layout, in: body) {
            if showsPictures, place.intersection(body) == place {
                canvas.fill(place, Style(.black, on: .white))
            } else {
                symbol.draw(column: place.column, row: place.row, on: &canvas)
            }
        } else {
            canvas.put(
                "The QR code needs more room; p writes it to a file.", column: body.column,
                row: top + lines.count + 1, Style(.muted), limit: body.columns)
        }
    }

    private func draw(
        _ line: DetailLine, _ columns: Int, _ body: Rect, _ row: Int, _ canvas: inout Canvas
    ) {
        let name = min(15, columns / 3)
        canvas.put(
            line.name, column: body.column, row: row, Style(.muted), limit: name - 1)
        let isNew = changed.contains(line.name)
        let measurement = measurement(of: line)
        let plain = Style(isNew ? .accent : .text, bold: isNew)
        let used = canvas.put(
            line.value.limited + (isNew ? " ←" : ""), column: body.column + name, row: row,
            measurement?.state == .alarm ? .alarm : plain, limit: columns - name)
        guard let measurement, let course = courses.course(of: measurement.quantity) else { return }
        canvas.put(
            Sparkline.text(of: course, width: columns - name - used - 2),
            column: body.column + name + used + 2, row: row, Style(.accent))
    }

    /// What was measured, if the line tells it.
    private func measurement(of line: DetailLine) -> Measurement? {
        detail?.vehicle.measurements.first {
            $0.quantity.words == line.name && line.value.hasPrefix($0.words)
        }
    }
}

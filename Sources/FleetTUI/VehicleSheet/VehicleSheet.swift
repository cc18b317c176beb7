import FleetCore

/// Details of one vehicle and its QR code.
struct VehicleSheet: Screen {
    static let title = "vehicle"

    /// Whether the vehicle is in the feed.
    enum Presence {
        case unknown, present, absent
    }

    /// ID of the vehicle; until the vehicle is found, as it was requested.
    private(set) var id: String
    private(set) var presence = Presence.unknown
    private(set) var detail: VehicleDetail?
    /// Row in the store.
    private(set) var row: Int64?
    private(set) var notes: [Note] = []
    private(set) var lines: [DetailLine] = []
    /// Names of the lines that changed with the last snapshot.
    private(set) var changedNames: Set<String> = []
    private(set) var symbol: SymbolPicture?
    /// Sensor values since it was opened.
    private(set) var history = MeasurementHistory()
    var pictures: [SheetPicture] = []
    var pictureSubject: PictureSubject?
    var scroll = SheetScroll()

    init(id: String) {
        self.id = id
    }

    /// Updates the details after a lookup; a vehicle that is gone is still shown as it was.
    mutating func update(_ found: FoundVehicle?, style: TableStyle, sites: SortedSites?) {
        presence = found?.row == nil ? .absent : .present
        row = found?.row
        guard let found else { return }
        let detail = found.detail
        notes = found.notes
        let new = lines(of: detail, style, sites)
        if let old = self.detail, old.vehicle.id == detail.vehicle.id {
            if old.vehicle != detail.vehicle {
                changedNames = differences(from: new)
            } else if old.fetchedAt != detail.fetchedAt {
                changedNames = []
            }
        } else {
            symbol = SymbolPicture(detail.vehicle.labelText)
            (changedNames, history) = ([], MeasurementHistory())
        }
        history.add(detail.vehicle.measurements)
        (self.detail, id, lines) = (detail, detail.vehicle.id, new)
    }

    /// Updates the ages, and the name of the station once the sites are loaded.
    mutating func tick(style: TableStyle, sites: SortedSites?) {
        if let detail { lines = lines(of: detail, style, sites) }
    }

    /// Returns the details, then the notes, as lines.
    private func lines(
        of detail: VehicleDetail, _ style: TableStyle, _ sites: SortedSites?
    ) -> [DetailLine] {
        detail.lines(style: style).map { line in
            guard line.name == "station", let id = detail.vehicle.stationID,
                line.value == id.limited,
                let name = sites?[id]?.name
            else { return line }
            return DetailLine(name: line.name, value: "\(id.limited) · \(name.limited)")
        }
            + notes.flatMap { note in
                note.lines.enumerated().map { index, line in
                    DetailLine(
                        name: index == 0 ? "note \(note.number)" : "", value: String(line))
                }
            }
    }

    /// Returns the names of the lines that differ, except for times.
    private func differences(from new: [DetailLine]) -> Set<String> {
        let times: Set<String> = ["updated", "fetched", "reported", "last reported"]
        let old = Dictionary(lines.map { ($0.name, $0.value) }) { first, _ in first }
        return Set(new.filter { old[$0.name] != $0.value }.map(\.name)).subtracting(times)
    }
}

extension VehicleSheet {
    static let hints =
        [
            KeyHint("p", "write the QR code as PNG", short: "PNG"),
            KeyHint("*", "toggle favorite", short: "favorite"),
            KeyHint("a", "add a note", short: "note"),
            KeyHint("y", "copy the ID to the clipboard", short: "copy"),
            KeyHint("← → h l", "previous or next vehicle", short: "neighbors"),
            KeyHint("j k ↓ ↑", "scroll"),
            KeyHint("esc", "close (or click outside)", short: "close"),
        ] + [.link, .task, .export, .undo].compactMap { BrowserCommand.named($0)?.hint }

    mutating func handle(_ key: Key, _ context: ScreenContext) -> [Action]? {
        switch key {
        case .escape, .character("q"), .backspace: return [.close]
        case .character("a"): return detail == nil ? [] : [.writeNote(.vehicle(id: id))]
        case .character("p"):
            return detail.map { [.perform(.write(.writeQR(id: $0.vehicle.labelText)))] } ?? []
        case .character("y"): return copy()
        case .right, .character("l"): return [.openVehicle(steps: 1)]
        case .left, .character("h"): return [.openVehicle(steps: -1)]
        case .mouse(let mouse):
            let isClosed = scroll.isClosed(
                by: mouse, at: context.clock.machine, part: context.layout.details)
            return isClosed ? [.close] : []
        default: return scroll.handle(key) ? [] : nil
        }
    }

    /// Copies the ID to the clipboard, unless control characters in it could act where it is
    /// pasted.
    private func copy() -> [Action] {
        guard let id = detail?.vehicle.id else { return [] }
        guard !TerminalText.hasControls(id) else {
            return [.notice("not copied: the ID contains control characters", isFailure: true)]
        }
        return [
            .perform(.terminal(.copy(id))), .notice("copied \(id) (if the terminal allows it)"),
        ]
    }

    mutating func resize(_ context: ScreenContext) {
        let body = Self.body(context)
        scroll.resize(body.rows, extent: layout(in: body, context.setup.symbolStyle).extent)
    }
}

extension VehicleSheet {
    /// Area inside the frame.
    private static func body(_ context: ScreenContext) -> Rect {
        context.layout.details.inset(columns: 2, rows: 1)
    }

    /// Width of the names of lines in `columns` columns.
    private static func nameWidth(in columns: Int) -> Int { min(15, columns / 3) }

    /// Returns the lines, long values continued on further ones.
    private func wrappedLines(in columns: Int) -> [DetailLine] {
        lines.flatMap { $0.wrapped(to: columns - Self.nameWidth(in: columns)) }
    }

    /// Returns the layout, with the pictures below the lines and the QR code.
    private func layout(in body: Rect, _ style: SymbolStyle) -> DetailLayout {
        var layout = DetailLayout(
            symbol: symbol?.size(style), in: CanvasSize(columns: body.columns, rows: body.rows),
            minRowsAbove: DetailLayout.minRowsAbove
        ) { wrappedLines(in: $0).count }
        layout.pictures = frames(
            of: pictures, columns: body.columns, below: layout.extent + 1)
        if let end = layout.pictures.map(\.endRow).max() { layout.extent = end + 1 }
        return layout
    }

    /// Returns whether the vehicle is a favorite.
    private func isFavorite(_ list: VehicleListModel) -> Bool {
        presence == .absent ? list.missingFavorite(id) != nil : list.favoriteIDs.contains(id)
    }

    func render(_ context: ScreenContext, into canvas: inout Canvas) {
        let (part, body) = (context.layout.details, Self.body(context))
        let isFavorite = isFavorite(context.list)
        canvas.draw(in: part) { canvas in
            canvas.fill(part, .plain)
            canvas.frame(part, Style(.frame))
            drawTitle(in: part, isFavorite: isFavorite, on: &canvas)
            let layout = layout(in: body, context.setup.symbolStyle)
            canvas.draw(in: body) { canvas in
                if detail == nil {
                    if presence == .absent {
                        drawMissing(isFavorite: isFavorite, in: body, on: &canvas)
                    }
                } else {
                    drawContent(layout, in: body, context, on: &canvas)
                }
            }
            if scroll.isNeeded { canvas.drawMoreHint(below: scroll.hasMoreBelow, in: part) }
        }
    }

    /// Returns the QR code and the pictures that are entirely visible.
    func pictures(_ context: ScreenContext) -> [BrowserPicture] {
        let body = Self.body(context)
        guard detail != nil else { return [] }
        let style = context.setup.symbolStyle
        let layout = layout(in: body, style)
        let code = symbol.flatMap { symbol in
            symbolFrame(layout, in: body, style).map {
                BrowserPicture(content: .symbol(symbol.symbol), frame: $0)
            }
        }
        return ([code].compactMap(\.self) + positionedPictures(layout, in: body))
            .filter { $0.frame.intersection(body) == $0.frame }
    }

    /// Returns the area of the QR code, visible or not; `nil` if it does not fit.
    private func symbolFrame(
        _ layout: DetailLayout, in body: Rect, _ style: SymbolStyle
    ) -> Rect? {
        guard let size = symbol?.size(style), let offset = layout.symbol else { return nil }
        return Rect(
            column: body.column + offset.column, row: body.row - scroll.top + offset.row,
            columns: size.columns, rows: size.rows)
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
        _ layout: DetailLayout, in body: Rect, _ context: ScreenContext, on canvas: inout Canvas
    ) {
        let top = body.row - scroll.top
        for (row, line) in wrappedLines(in: layout.textColumns).enumerated() {
            let row = top + layout.textRow + row
            draw(line, columns: layout.textColumns, in: body, at: row, on: &canvas)
        }
        drawPictures(layout, context.setup.pictures, in: body, on: &canvas)
        let style = context.setup.symbolStyle
        if let symbol, let frame = symbolFrame(layout, in: body, style) {
            if context.showsPictures, frame.intersection(body) == frame {
                canvas.fill(frame, Style(.black, on: .white))
            } else {
                symbol.draw(style, column: frame.column, row: frame.row, on: &canvas)
            }
        } else {
            canvas.put(
                "Not enough space for the QR code; p writes it to a file.", column: body.column,
                row: top + layout.textRows + 1, Style(.muted), limit: body.columns)
        }
    }

    private func draw(
        _ line: DetailLine, columns: Int, in body: Rect, at row: Int, on canvas: inout Canvas
    ) {
        let name = Self.nameWidth(in: columns)
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

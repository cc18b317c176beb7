import FleetCore

/// All that is known of one vehicle, and its QR code.
struct VehicleSheet: Sendable {
    /// What a key did that others have to carry out.
    enum Outcome: Equatable {
        case handled, ignored
        case close
        /// The QR code is to be written to a file.
        case write
        /// The code is to be copied.
        case copy(String)
        /// The vehicle so many places on in the list is wanted.
        case neighbor(Int)
    }

    /// What is known of whether the vehicle is there.
    private enum Presence: Equatable {
        case unread, present, absent
    }

    /// The vehicle's code, as it was asked for until it is found.
    private(set) var id: String
    private var presence = Presence.unread
    private(set) var detail: VehicleDetail?
    /// Its row in the store.
    private(set) var row: Int64?
    private var notes: [Note] = []
    private var lines: [DetailLine] = []
    /// The names of what changed with the last snapshot.
    private var changed: Set<String> = []
    private var symbol: SymbolPicture?
    private var scroll = 0
    private var extent = 0
    private var height = 0

    init(id: String) {
        self.id = id
    }

    /// Takes what was found, of a newer snapshot too; a vehicle that has gone stays shown as it was.
    mutating func update(_ found: FoundVehicle?, style: TableStyle) {
        presence = found == nil ? .absent : .present
        row = found?.row
        guard let found else { return }
        let detail = found.detail
        notes = found.notes
        let new = lines(of: detail, style)
        if let old = self.detail, old.vehicle.id == detail.vehicle.id {
            if old.vehicle != detail.vehicle {
                changed = differences(from: new)
            } else if old.fetchedAt != detail.fetchedAt {
                changed = []
            }
        } else {
            symbol = SymbolPicture(detail.vehicle.id)
            changed = []
        }
        (self.detail, id, lines) = (detail, detail.vehicle.id, new)
    }

    /// The ages go on.
    mutating func tick(style: TableStyle) {
        if let detail { lines = lines(of: detail, style) }
    }

    /// What is known, then the notes, line by line.
    private func lines(of detail: VehicleDetail, _ style: TableStyle) -> [DetailLine] {
        detail.lines(style: style)
            + notes.flatMap { note in
                let lines = note.text.split(
                    omittingEmptySubsequences: false, whereSeparator: \.isNewline)
                return lines.enumerated().map { place, line in
                    DetailLine(
                        name: place == 0 ? "note \(note.number)" : "", value: String(line))
                }
            }
    }

    /// What a newer snapshot says differently, its own time apart.
    private func differences(from new: [DetailLine]) -> Set<String> {
        let times: Set<String> = ["updated", "fetched", "reported", "last reported"]
        let old = Dictionary(lines.map { ($0.name, $0.value) }) { first, _ in first }
        return Set(new.filter { old[$0.name] != $0.value }.map(\.name)).subtracting(times)
    }
}

extension VehicleSheet {
    /// Handles a key.
    mutating func handle(_ key: Key, part: Rect) -> Outcome {
        switch key {
        case .escape, .character("q"), .backspace: return .close
        case .character("p"): return detail == nil ? .handled : .write
        case .character("y"): return detail.map { .copy($0.vehicle.id) } ?? .handled
        case .right, .character("n"), .character("l"): return .neighbor(1)
        case .left, .character("N"), .character("h"): return .neighbor(-1)
        case .down, .character("j"): move(by: 1)
        case .up, .character("k"): move(by: -1)
        case .pageDown, .character(" "): move(by: height - 1)
        case .pageUp: move(by: 1 - height)
        case .home, .character("g"): move(by: -extent)
        case .end, .character("G"): move(by: extent)
        case .mouse(let mouse): return handle(mouse, part: part)
        default: return .ignored
        }
        return .handled
    }

    private mutating func handle(_ mouse: Mouse, part: Rect) -> Outcome {
        switch mouse.kind {
        case .wheelDown: move(by: 3)
        case .wheelUp: move(by: -3)
        case .press where !part.contains(column: mouse.column, row: mouse.row): return .close
        case .press, .drag, .release: break
        }
        return .handled
    }

    private mutating func move(by rows: Int) {
        scroll = max(0, min(scroll + rows, extent - height))
    }

    /// Takes the room that there is.
    mutating func resize(_ part: Rect) {
        let body = Self.body(of: part)
        height = body.rows
        extent = layout(in: body).extent
        move(by: 0)
    }

    /// What its keys do.
    static let hints = [
        KeyHint("p", "write the QR code as PNG", short: "PNG"),
        KeyHint("*", "keep as a favorite, or no longer", short: "favorite"),
        KeyHint("y", "copy the code to the clipboard", short: "copy"),
        KeyHint("← → h l", "the vehicle before, the one after", short: "neighbors"),
        KeyHint("j k ↓ ↑", "scroll"),
        KeyHint("esc", "close; so does a click outside", short: "close"),
    ]
}

extension VehicleSheet {
    /// The part of the screen that it covers: on a wide one the right, so that the list stays in sight.
    static func part(of screen: Rect) -> Rect {
        guard screen.columns >= 110 else { return screen }
        let columns = min(max(screen.columns / 2, 66), 84)
        return Rect(
            column: screen.endColumn - columns, row: screen.row, columns: columns,
            rows: screen.rows)
    }

    private static func body(of part: Rect) -> Rect {
        part.inset(columns: 2, rows: 1)
    }

    /// Where the lines and the code are.
    private struct Layout {
        /// The columns for the lines.
        var text: Int
        /// Where the code is from the body's left and the content's top; `nil` if it does not fit.
        var symbol: (column: Int, row: Int)?
        /// The rows of all.
        var extent: Int
    }

    /// The code beside the lines if there is room, else below them.
    private func layout(in body: Rect) -> Layout {
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
                drawContent(layout, in: body, showsPictures, on: &canvas)
            }
            if extent > height {
                let more = scroll + height < extent ? " ↓ more " : " ↑ "
                canvas.put(
                    more, endColumn: part.endColumn - 2, row: part.endRow - 1, Style(.muted))
            }
        }
    }

    private func part(around body: Rect) -> Rect { body.inset(columns: -2, rows: -1) }

    /// The code and where it is, if all of it is in sight.
    func picture(in part: Rect) -> BrowserPicture? {
        let body = Self.body(of: part)
        guard detail != nil, let symbol, let place = layout(in: body).symbol else { return nil }
        let rect = Rect(
            column: body.column + place.column, row: body.row - scroll + place.row,
            columns: symbol.columns, rows: symbol.rows)
        guard rect.intersection(body) == rect else { return nil }
        return BrowserPicture(symbol: symbol.symbol, place: rect)
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

    private func drawContent(
        _ layout: Layout, in body: Rect, _ showsPictures: Bool, on canvas: inout Canvas
    ) {
        let top = body.row - scroll
        guard detail != nil else {
            guard presence == .absent else { return }
            canvas.put("There is no such vehicle.", column: body.column, row: top)
            canvas.put(
                "esc goes back to the list, / searches in it", column: body.column, row: top + 1,
                Style(.muted), limit: body.columns)
            return
        }
        for (row, line) in lines.enumerated() { draw(line, layout.text, body, top + row, &canvas) }
        if let place = layout.symbol {
            let (column, row) = (body.column + place.column, top + place.row)
            if showsPictures, picture(in: part(around: body)) != nil {
                symbol?.drawPlace(column: column, row: row, on: &canvas)
            } else {
                symbol?.draw(column: column, row: row, on: &canvas)
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
        canvas.put(
            line.value.limited + (isNew ? " ←" : ""), column: body.column + name, row: row,
            Style(isNew ? .accent : .text, bold: isNew), limit: columns - name)
    }
}

import FleetCore

/// What the screen of notes is drawn with.
struct NotesLook {
    let model: NotesModel
    /// The source's name, or its location.
    let source: String
    let style: TableStyle
}

extension NotesScreen {
    /// Draws it over a screen.
    func render(_ look: NotesLook, in part: Rect, on canvas: inout Canvas) {
        let layout = NotesLayout(part)
        canvas.draw(in: part) { canvas in
            canvas.fill(part, .plain)
            canvas.frame(part, Style(.frame))
            canvas.put(
                title(look.model), column: part.column + 2, row: part.row,
                Style(.accent, bold: true), limit: part.columns - 4)
            guard !look.model.shown.isEmpty else {
                return drawEmpty(look, in: part.inset(columns: 2, rows: 1), on: &canvas)
            }
            canvas.draw(in: layout.list) { drawList(look, in: layout.list, on: &$0) }
            canvas.fill(
                layout.line, Style(.frame), character: layout.line.columns == 1 ? "│" : "─")
            canvas.draw(in: layout.text) { drawText(look, in: layout.text, on: &$0) }
        }
    }

    private func title(_ model: NotesModel) -> String {
        let all = ShortCount.grouped(model.heads.count)
        guard model.state == .read else { return " Notes " }
        guard let search = model.search else { return " Notes · \(all) " }
        return
            " Notes · \(ShortCount.grouped(model.shown.count)) of \(all) with “\(search.limited)” "
    }

    private func drawList(_ look: NotesLook, in part: Rect, on canvas: inout Canvas) {
        let notes = look.model.shown
        let places = (top..<top + part.rows).clamped(to: notes.indices)
        let widest = places.map { DisplayWidth.of(code(of: notes[$0])) }.max() ?? 0
        for place in places {
            let row = part.row + place - top
            draw(
                notes[place], place == selected, min(widest, part.columns / 4), look, part, row,
                &canvas)
        }
    }

    private func code(of note: NoteHead) -> String {
        TerminalText.drawn(note.vehicleID.limited)
    }

    /// The vehicle, the age, whether the place is known, and the first line.
    private func draw(
        _ note: NoteHead, _ isChosen: Bool, _ idWidth: Int, _ look: NotesLook, _ part: Rect,
        _ row: Int, _ canvas: inout Canvas
    ) {
        let ground = canvas.putGround(
            ofRow: Rect(column: part.column, row: row, columns: part.columns, rows: 1),
            isChosen: isChosen)
        var column = part.column + 2
        canvas.put(
            code(of: note), column: column, row: row, Style(on: ground, bold: true),
            limit: idWidth)
        column += idWidth + 2
        canvas.put(
            ShortText.distance(of: note.createdAt, now: look.style.now),
            endColumn: column + 10, row: row, Style(.muted, on: ground))
        column += 11
        if note.position != nil {
            canvas.put("✎", column: column, row: row, Style(.accent, on: ground))
        }
        column += 2
        let more = more(of: note)
        let used = canvas.put(
            note.firstLine, column: column, row: row, Style(on: ground),
            limit: part.endColumn - column - DisplayWidth.of(more))
        canvas.put(more, column: column + used, row: row, Style(.muted, on: ground))
    }

    /// How many more lines the note has, and how many photos.
    private func more(of note: NoteHead) -> String {
        let lines = note.lineCount > 1 ? " +\(note.lineCount - 1)" : ""
        return lines + (ShortText.photos(note.photoCount).map { " · " + $0 } ?? "")
    }

    /// What is known of the chosen note, its text and its photos.
    private func drawText(_ look: NotesLook, in part: Rect, on canvas: inout Canvas) {
        guard let head = chosen(look.model.shown) else { return }
        canvas.put(
            facts(of: head, look), column: part.column, row: part.row, Style(.muted),
            limit: part.columns)
        guard let open = look.model.open, open.number == head.number, let note = open.note else {
            return
        }
        let body = part.dropping(top: 1)
        let rows = note.rows(of: body.columns).dropFirst(textTop)
        for (place, text) in rows.prefix(body.rows).enumerated() {
            canvas.put(text, column: body.column, row: body.row + place)
        }
        if rows.count > body.rows {
            canvas.put(" … J", endColumn: part.endColumn, row: part.row, Style(.accent))
        }
    }

    private func facts(of note: NoteHead, _ look: NotesLook) -> String {
        let age = ShortText.age(of: note.createdAt, now: look.style.now)
        let edited = note.editedAt.map { time in
            "edited " + (ShortText.age(of: time, now: look.style.now) ?? look.style.localTime(time))
        }
        return [
            "note \(note.number)", age,
            note.position.map { "at " + ShortText.position($0) } ?? "place not known", edited,
            look.style.localTime(note.createdAt),
        ].compactMap(\.self).joined(separator: " · ")
    }
}

extension NotesScreen {
    private func drawEmpty(_ look: NotesLook, in body: Rect, on canvas: inout Canvas) {
        let lines = emptiness(look).flatMap { text, style in
            text.wrapped(to: max(8, body.columns)).map { ($0, style) }
        }
        let top = body.row + max(0, (body.rows - lines.count) / 3)
        canvas.draw(in: body) { canvas in
            for (row, (text, style)) in lines.enumerated() {
                canvas.putCentered(text, in: body, row: top + row, style)
            }
        }
    }

    /// Why there is no note to see, and how the first is written.
    private func emptiness(_ look: NotesLook) -> [(String, Style)] {
        let source = look.source.limited
        switch look.model.state {
        case .unread: return [("reading …", Style(.muted))]
        case .unkept:
            return [
                ("\(source) has no name to keep notes by.", .plain),
                ("fleet source add NAME \(source)", Style(.accent)),
            ]
        case .read where look.model.search != nil:
            return [
                ("No note has that in its text or its vehicle's code.", .plain),
                ("/ searches for something else, esc for nothing", Style(.accent)),
            ]
        case .read:
            return [
                ("No notes yet.", .plain),
                ("Open a vehicle with ↵, then a writes the first; so does", .plain),
                ("fleet note add CODE \"TEXT\" --source \(source)", Style(.accent)),
            ]
        }
    }
}

import FleetCore

/// Data that the notes screen is drawn with.
struct NotesRenderContext {
    let model: NotesModel
    /// Name of the source, or its location.
    let source: String
    let style: TableStyle
}

extension NotesScreen {
    /// Draws the screen.
    func render(_ context: NotesRenderContext, in part: Rect, on canvas: inout Canvas) {
        let layout = NotesLayout(part)
        canvas.draw(in: part) { canvas in
            canvas.fill(part, .plain)
            canvas.frame(part, Style(.frame))
            canvas.put(
                title(context.model), column: part.column + 2, row: part.row,
                Style(.accent, bold: true), limit: part.columns - 4)
            guard !context.model.shown.isEmpty else {
                return drawEmpty(context, in: part.inset(columns: 2, rows: 1), on: &canvas)
            }
            canvas.draw(in: layout.list) { drawList(context, in: layout.list, on: &$0) }
            canvas.fill(
                layout.line, Style(.frame), character: layout.line.columns == 1 ? "│" : "─")
            canvas.draw(in: layout.text) { drawText(context, in: layout.text, on: &$0) }
        }
    }

    private func title(_ model: NotesModel) -> String {
        let all = ShortCount.grouped(model.summaries.count)
        guard model.state == .loaded else { return " Notes " }
        guard let search = model.search else { return " Notes · \(all) " }
        return
            " Notes · \(ShortCount.grouped(model.shown.count)) of \(all) with “\(search.limited)” "
    }

    private func drawList(_ context: NotesRenderContext, in part: Rect, on canvas: inout Canvas) {
        let notes = context.model.shown
        let indices = (top..<top + part.rows).clamped(to: notes.indices)
        let widest = indices.map { DisplayWidth.of(id(of: notes[$0])) }.max() ?? 0
        for index in indices {
            let row = Rect(
                column: part.column, row: part.row + index - top, columns: part.columns, rows: 1)
            draw(
                notes[index], isSelected: index == selected,
                idWidth: min(widest, part.columns / 4), context, in: row, on: &canvas)
        }
    }

    private func id(of note: NoteSummary) -> String {
        TerminalText.drawable(note.vehicleID.limited)
    }

    /// Draws the vehicle ID, the age, a mark for a known location, and the first line of a note.
    private func draw(
        _ note: NoteSummary, isSelected: Bool, idWidth: Int, _ context: NotesRenderContext,
        in row: Rect, on canvas: inout Canvas
    ) {
        let background = canvas.drawRowBackground(row, isSelected: isSelected)
        var column = row.column + 2
        canvas.put(
            id(of: note), column: column, row: row.row, Style(on: background, bold: true),
            limit: idWidth)
        column += idWidth + 2
        canvas.put(
            ShortText.relativeTime(of: note.createdAt, now: context.style.now),
            endColumn: column + 10, row: row.row, Style(.muted, on: background))
        column += 11
        if note.position != nil {
            canvas.put("✎", column: column, row: row.row, Style(.accent, on: background))
        }
        column += 2
        let more = more(of: note)
        let used = canvas.put(
            note.firstLine, column: column, row: row.row, Style(on: background),
            limit: row.endColumn - column - DisplayWidth.of(more))
        canvas.put(more, column: column + used, row: row.row, Style(.muted, on: background))
    }

    /// Returns the number of further lines and of photos.
    private func more(of note: NoteSummary) -> String {
        let lines = note.lineCount > 1 ? " +\(note.lineCount - 1)" : ""
        return lines + (ShortText.photoCount(note.photoCount).map { " · " + $0 } ?? "")
    }

    /// Draws the details, the text and the photos of the selected note.
    private func drawText(_ context: NotesRenderContext, in part: Rect, on canvas: inout Canvas) {
        guard let summary = selectedNote(in: context.model.shown) else { return }
        canvas.put(
            details(of: summary, context), column: part.column, row: part.row, Style(.muted),
            limit: part.columns)
        guard let open = context.model.open, open.number == summary.number, let note = open.note
        else {
            return
        }
        let body = part.dropping(top: 1)
        let rows = note.rows(columns: body.columns).dropFirst(textTop)
        for (row, text) in rows.prefix(body.rows).enumerated() {
            canvas.put(text, column: body.column, row: body.row + row)
        }
        if rows.count > body.rows {
            canvas.put(" … J", endColumn: part.endColumn, row: part.row, Style(.accent))
        }
    }

    private func details(of note: NoteSummary, _ context: NotesRenderContext) -> String {
        let age = ShortText.age(of: note.createdAt, now: context.style.now)
        let edited = note.editedAt.map { time in
            "edited "
                + (ShortText.age(of: time, now: context.style.now) ?? context.style.localTime(time))
        }
        return [
            "note \(note.number)", age,
            note.position.map { "at " + ShortText.position($0) } ?? "no location", edited,
            context.style.localTime(note.createdAt),
        ].compactMap(\.self).joined(separator: " · ")
    }
}

extension NotesScreen {
    private func drawEmpty(_ context: NotesRenderContext, in body: Rect, on canvas: inout Canvas) {
        let lines = emptyLines(context).flatMap { text, style in
            text.wrapped(to: max(8, body.columns)).map { ($0, style) }
        }
        let top = body.row + max(0, (body.rows - lines.count) / 3)
        canvas.draw(in: body) { canvas in
            for (row, (text, style)) in lines.enumerated() {
                canvas.putCentered(text, in: body, row: top + row, style)
            }
        }
    }

    /// Returns why no note is shown, and how to write the first one.
    private func emptyLines(_ context: NotesRenderContext) -> [(String, Style)] {
        let source = context.source.limited
        switch context.model.state {
        case .loading: return [("loading …", Style(.muted))]
        case .unavailable:
            return [
                ("\(source) needs a name before it can have notes.", .plain),
                ("fleet source add NAME \(source)", Style(.accent)),
            ]
        case .loaded where context.model.search != nil:
            return [
                ("No note matches in its text or vehicle ID.", .plain),
                ("/ changes the search, Esc clears it", Style(.accent)),
            ]
        case .loaded:
            return [
                ("No notes yet.", .plain),
                ("Open a vehicle with Enter and press a to add one, or run", .plain),
                ("fleet note add ID \"TEXT\" --source \(source)", Style(.accent)),
            ]
        }
    }
}

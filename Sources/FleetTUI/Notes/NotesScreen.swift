import FleetCore

/// List of notes, and the text of the selected one.
struct NotesScreen: Screen {
    static let title = "notes"

    /// Notes of the source.
    private(set) var model = NotesModel()
    /// Selected and visible notes.
    private var cursor = ListCursor()
    private var selectedNumber: Int64?
    /// First visible row of the selected note's text.
    private var textTop = 0
    /// Search that is being typed.
    private(set) var searchField: TextField?
    /// Number of the note that the next `d` removes.
    private var pendingRemoval: Int64?

    /// Index of the selected note.
    private var selected: Int { cursor.selected }

    /// Index of the topmost visible note.
    private var top: Int { cursor.top }

    private var selectedNote: NoteSummary? {
        model.shown.indices.contains(selected) ? model.shown[selected] : nil
    }

    /// Marks the notes as outdated.
    mutating func expire() { model.expire() }

    /// Returns the request for the notes, if needed.
    mutating func request() -> Effect? { model.request() }

    /// Forgets the pending request, which will not be answered.
    mutating func forgetRequest() { model.forgetRequest() }

    /// Returns the request for the text of the selected note, if needed.
    mutating func requestText() -> Effect? { model.open(selectedNote) }

    /// Applies loaded notes, `nil` if the source cannot have any; returns whether they were
    /// pending.
    mutating func apply(_ notes: NoteList?, generation: Int) -> Bool {
        guard model.apply(notes, generation: generation) else { return false }
        follow()
        return true
    }

    /// Applies the text of a note if it is still the selected one.
    mutating func apply(_ note: Note?, number: Int64) { model.apply(note, number: number) }

    /// Ends the search, and selects a note by its number as soon as it is loaded.
    mutating func select(number: Int64) {
        model.search(nil)
        selectedNumber = number
        follow()
    }

    /// Follows reloaded notes: the selected one stays selected.
    private mutating func follow() {
        let notes = model.shown
        if let selectedNumber, selectedNote?.number != selectedNumber,
            let found = notes.firstIndex(where: { $0.number == selectedNumber })
        {
            cursor.select(found, of: notes.count)
        }
        clamp()
    }

    mutating func resize(_ context: ScreenContext) {
        cursor.resize(NotesLayout(context.layout.body).list.rows, of: model.shown.count)
        clamp()
    }

    private mutating func clamp() {
        cursor.clamp(to: model.shown.count)
        guard let number = selectedNote?.number, number != selectedNumber else { return }
        (selectedNumber, textTop) = (number, 0)
    }

    private mutating func select(_ target: Int) {
        cursor.select(target, of: model.shown.count)
        (selectedNumber, textTop) = (nil, 0)
        clamp()
    }
}

extension NotesScreen {
    static let hints = [
        KeyHint("↵", "open the vehicle", short: "open"),
        KeyHint("a", "add a note about the same vehicle", short: "add"),
        KeyHint("d d", "remove the note", short: "remove"),
        KeyHint("/", "search texts and IDs", short: "search"),
        KeyHint("m", "show it on the map"),
        KeyHint("E", "edit the text", short: "edit"),
        KeyHint("J K", "scroll the text"),
        KeyHint("j k ↓ ↑", "move"),
        KeyHint("esc", "close", short: "close"),
    ]

    mutating func handle(_ key: Key, _ context: ScreenContext) -> [Action]? {
        if searchField != nil, let actions = typeSearch(key) { return actions }
        let armed = pendingRemoval
        pendingRemoval = nil
        let part = context.layout.body
        switch key {
        case .mouse(let mouse): return handle(mouse, part: part)
        case .escape where model.search != nil: return search(nil)
        case .escape, .character("q"), .backspace: return [.close]
        case .character("/"):
            searchField = TextField(nil)
            return search(nil)
        case .character("J"): scrollText(by: 1, NotesLayout(part).text)
        case .character("K"): scrollText(by: -1, NotesLayout(part).text)
        case .enter, .character("a"), .character("E"), .character("d"), .delete:
            let hint = Action.notice("open a vehicle with Enter, and press a to add a note")
            return selectedNote.map { act(on: $0, key, armed: armed) } ?? [hint]
        case .character("m"): return selectedNote.map(showOnMap)
        default:
            guard let target = cursor.target(of: key, count: model.shown.count) else { return nil }
            select(target)
        }
        return []
    }

    private mutating func act(on note: NoteSummary, _ key: Key, armed: Int64?) -> [Action] {
        switch key {
        case .enter: return open(note)
        case .character("a"): return [.writeNote(.stableID(note.vehicleID))]
        case .character("E"):
            // The text is usually there; until then, the key has no effect.
            guard let open = model.open, open.number == note.number else { return [] }
            return open.note.map { [.editNote($0)] } ?? []
        default:
            guard armed != note.number else {
                return [.perform(.write(.removeNote(number: note.number)))]
            }
            pendingRemoval = note.number
            return [
                .notice("press d again to remove note \(note.number) about \(note.vehicleID)")
            ]
        }
    }

    private func open(_ note: NoteSummary) -> [Action] {
        [.perform(.read(.vehicleByStableID(note.vehicleID)))]
    }

    private func showOnMap(_ note: NoteSummary) -> [Action] {
        guard note.position != nil else {
            return [.notice("note \(note.number) has no location")]
        }
        return [.showOnMap(.note(note.number))]
    }

    /// Changes the search.
    private mutating func search(_ text: String?) -> [Action] {
        model.search(text.flatMap { $0.isEmpty ? nil : $0 })
        return [.readNotes]
    }

    /// Scrolls the text of the selected note.
    private mutating func scrollText(by step: Int, _ part: Rect) {
        let rows = model.open?.note?.rows(columns: part.columns).count ?? 0
        textTop = max(0, min(textTop + step, rows - part.dropping(top: 1).rows))
    }

    private mutating func handle(_ mouse: Mouse, part: Rect) -> [Action] {
        let (list, notes) = (NotesLayout(part).list, model.shown)
        switch mouse.kind {
        case .wheelDown: select(selected + 3)
        case .wheelUp: select(selected - 3)
        case .press where list.contains(column: mouse.column, row: mouse.row):
            let target = top + mouse.row - list.row
            guard notes.indices.contains(target) else { return [] }
            if target == selected { return open(notes[target]) }
            select(target)
        case .press where !part.contains(column: mouse.column, row: mouse.row): return [.close]
        case .press, .drag, .release: break
        }
        return []
    }

    /// Types into the search; returns `nil` if the key is meant for the list.
    private mutating func typeSearch(_ key: Key) -> [Action]? {
        switch TextField.handleSearch(key, &searchField) {
        case .unchanged: []
        case .changed(let text): search(text)
        case nil: nil
        }
    }
}

extension NotesScreen {
    func render(_ context: ScreenContext, into canvas: inout Canvas) {
        let part = context.layout.body
        let layout = NotesLayout(part)
        canvas.draw(in: part) { canvas in
            canvas.fill(part, .plain)
            canvas.frame(part, Style(.frame))
            canvas.put(
                title, column: part.column + 2, row: part.row,
                Style(.accent, bold: true), limit: part.columns - 4)
            guard !model.shown.isEmpty else {
                return drawEmpty(context, in: part.inset(columns: 2, rows: 1), on: &canvas)
            }
            canvas.draw(in: layout.list) { drawList(context, in: layout.list, on: &$0) }
            canvas.fill(
                layout.line, Style(.frame), character: layout.line.columns == 1 ? "│" : "─")
            canvas.draw(in: layout.text) { drawText(context, in: layout.text, on: &$0) }
        }
    }

    private var title: String {
        let all = ShortText.grouped(model.summaries.count)
        guard model.state == .loaded else { return " Notes " }
        guard let search = model.search else { return " Notes · \(all) " }
        return
            " Notes · \(ShortText.grouped(model.shown.count)) of \(all) with “\(search.limited)” "
    }

    private func drawList(_ context: ScreenContext, in part: Rect, on canvas: inout Canvas) {
        let notes = model.shown
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
        _ note: NoteSummary, isSelected: Bool, idWidth: Int, _ context: ScreenContext,
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
        return note.photoCount > 0
            ? lines + " · " + ShortText.count(note.photoCount, "photo") : lines
    }

    /// Draws the details, the text and the photos of the selected note.
    private func drawText(_ context: ScreenContext, in part: Rect, on canvas: inout Canvas) {
        guard let summary = selectedNote else { return }
        canvas.put(
            details(of: summary, context), column: part.column, row: part.row, Style(.muted),
            limit: part.columns)
        guard let open = model.open, open.number == summary.number, let note = open.note
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

    private func details(of note: NoteSummary, _ context: ScreenContext) -> String {
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
    private func drawEmpty(_ context: ScreenContext, in body: Rect, on canvas: inout Canvas) {
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
    private func emptyLines(_ context: ScreenContext) -> [(String, Style)] {
        let source = context.setup.source.limited
        switch model.state {
        case .loading: return [("loading …", Style(.muted))]
        case .unavailable:
            return [
                ("\(source) needs a name before it can have notes.", .plain),
                ("fleet source add NAME \(source)", Style(.accent)),
            ]
        case .loaded where model.search != nil:
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

/// Areas of the notes screen: the list, and the text beside or below it.
struct NotesLayout: Equatable {
    let list: Rect
    /// Selected note: a row of details, then its text.
    let text: Rect
    /// Line between list and text.
    let line: Rect

    /// Divides the inside of a frame.
    init(_ part: Rect) {
        let body = part.inset(columns: 2, rows: 1)
        if body.columns >= 96 {
            let columns = body.columns / 2
            list = Rect(column: body.column, row: body.row, columns: columns, rows: body.rows)
            line = Rect(
                column: body.column + columns + 1, row: body.row, columns: 1, rows: body.rows)
            text = Rect(
                column: line.column + 2, row: body.row, columns: body.endColumn - line.column - 2,
                rows: body.rows)
        } else {
            let rows = min(max(2, body.rows / 3), max(0, body.rows - 2))
            list = body.dropping(bottom: rows + 1)
            line = Rect(
                column: body.column, row: list.endRow, columns: body.columns,
                rows: min(1, body.rows))
            text = Rect(
                column: body.column, row: line.endRow, columns: body.columns, rows: rows)
        }
    }
}

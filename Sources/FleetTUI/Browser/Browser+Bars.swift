import FleetCore
import FleetService

/// The first rows and the last.
extension Browser {
    func drawHeader(_ part: Rect, on canvas: inout Canvas) {
        guard part.rows > 0 else { return }
        let (words, ink) = stateWords
        let used = canvas.put(
            words + " ", endColumn: part.endColumn, row: part.row, Style(ink),
            limit: part.columns * 2 / 3)
        let simulated =
            (isOfSites ? sites.info : info)?.feed.isSimulated == true ? " (simulated)" : ""
        canvas.put(
            " " + setup.source.limited + simulated, column: part.column, row: part.row,
            Style(.accent, bold: true), limit: part.columns - used - 1)
        if part.rows > 1 { drawSummary(part, on: &canvas) }
    }

    private func drawSummary(_ part: Rect, on canvas: inout Canvas) {
        var column = part.column + 1
        let end = part.endColumn - (alarmSign.map(DisplayWidth.of) ?? 0)
        func put(_ text: String, _ style: Style) {
            let room = end - column - 1
            column += canvas.put(text, column: column, row: part.row + 1, style, limit: room)
        }
        put(isOfSites ? siteCountWords : countWords, .plain)
        if isOfSites {
            if let note = sites.info?.reading.notes.first {
                put("  ▲ " + note.limited, Style(.bad))
            }
            return
        }
        if query.filter.favorites != nil, catalog.awayCount > 0 {
            put(" · \(ShortCount.grouped(catalog.awayCount)) away", Style(.warning))
        }
        let phrases = ShortText.phrases(of: query.filter)
        if !phrases.isEmpty {
            put("  ▼ ", Style(.warning, bold: true))
            put(phrases.joined(separator: " · "), Style(.warning))
        }
        if router.ground == .list, query.order != .id {
            put("  by \(query.order.name)", Style(.muted))
        }
        if let skipped = info?.reading.skipped, skipped > 0 {
            put("  \(skipped) unreadable", Style(.bad))
        }
    }

    /// The sites that give alarm are counted on every screen, whatever lies on its header.
    func drawAlarms(_ header: Rect, on canvas: inout Canvas) {
        guard header.rows > 0, let alarmSign else { return }
        canvas.put(
            alarmSign, endColumn: header.endColumn, row: header.endRow - 1, .alarm,
            limit: header.columns)
    }

    private var alarmSign: String? { sites.roll?.alarmWords.map { " \($0) " } }

    private var countWords: String {
        guard let info else { return "no vehicles yet" }
        if router.ground == .map, mapRequest.isAnswered { return map.summary }
        guard catalog.info != nil else { return "reading \(ShortCount.vehicles(info.total)) …" }
        let counts = catalog.counts
        return "\(ShortCount.grouped(counts.matching)) of \(ShortCount.vehicles(counts.total))"
    }

    private var stateWords: (String, Ink) {
        let (info, update) = isOfSites ? (sites.info, sites.update) : (info, update)
        let age = info.flatMap { ShortText.age(of: $0.fetchedAt, now: clock.shown) }
        let read = age.map { size.columns < 60 ? " \($0)" : " · read \($0)" } ?? ""
        if (isOfSites ? sites.refreshAskedAt : refreshAskedAt) != nil {
            return ("◌ refreshing" + read, .accent)
        }
        switch update?.state {
        case .idle, nil: return ("◌ starting" + read, .muted)
        case .loading: return ("◌ reading" + read, .accent)
        case .live: return ("● live" + read, .good)
        case .failed: return ((trouble?.sign ?? "▲") + " failed" + read, .bad)
        case .stopped: return ("■ stopped" + read, .bad)
        }
    }

    /// Draws the last row; returns where something is typed.
    func drawFooter(_ part: Rect, on canvas: inout Canvas) -> (column: Int, row: Int)? {
        guard part.rows > 0 else { return nil }
        if let line = typedLine { return draw(line, part, on: &canvas) }
        if let notice {
            draw(notice, on: &canvas)
            return nil
        }
        drawHints(part, on: &canvas)
        return nil
    }

    /// Where the notice is: in the last row, and in those above it as far as it needs them.
    var noticePart: Rect? {
        guard let notice, typedLine == nil else { return nil }
        let footer = layout.footer
        let rows = min(notice.lines(of: footer.columns - 2).count, footer.endRow)
        return Rect(
            column: 0, row: footer.endRow - rows, columns: footer.columns, rows: rows)
    }

    private func draw(_ notice: Notice, on canvas: inout Canvas) {
        guard let part = noticePart else { return }
        canvas.fill(part, .plain)
        let style = Style(notice.isFailure ? .bad : .accent)
        for (row, line) in notice.lines(of: part.columns - 2).prefix(part.rows).enumerated() {
            canvas.put(
                " " + line, column: part.column, row: part.row + row, style,
                limit: part.columns - 1)
        }
    }

    /// What is being typed, and what stands before it.
    private var typedLine: (lead: String, text: String)? {
        if let entry = noteEntry {
            let code = TerminalText.drawn(entry.subject.text.limited)
            let lead = " note about \(DisplayWidth.shortened(code, to: max(4, size.columns / 4))): "
            return (lead, entry.field.text)
        }
        let search =
            switch router.current {
            case .list: list.search
            case .notes: notesScreen.search
            case .sites: siteList.field
            case .map, .vehicle, .site, .events, .filter, .help: SearchField?.none
            }
        return search.map { (" /", $0.text) }
    }

    private func draw(
        _ line: (lead: String, text: String), _ part: Rect, on canvas: inout Canvas
    ) -> (column: Int, row: Int) {
        let room = max(4, part.columns - 2 - DisplayWidth.of(line.lead))
        var shown = String(line.text.suffix(room))
        while DisplayWidth.of(TerminalText.drawn(shown)) > room { shown.removeFirst() }
        let used = canvas.put(
            line.lead + shown, column: part.column, row: part.row, Style(.accent),
            limit: part.columns - 1)
        let hint = "↵ keeps it, esc gives it up "
        if used + hint.count + 2 < part.columns {
            canvas.put(hint, endColumn: part.endColumn, row: part.row, Style(.muted))
        }
        return (part.column + used, part.row)
    }

    private func drawHints(_ part: Rect, on canvas: inout Canvas) {
        let hints = hints(of: router.current) + HelpScreen.everywhere
        var column = part.column + 1
        for hint in footerHints(hints) {
            guard let word = hint.short else { continue }
            guard column + hint.footerWidth <= part.endColumn + 2 else { break }
            column += canvas.put(
                hint.cap, column: column, row: part.row, Style(.accent, bold: true))
            column += 1
            column += canvas.put(word, column: column, row: part.row, Style(.muted)) + 2
        }
    }

    /// Where there is no room for all, help and the way out stay; on a narrow screen they come first.
    private func footerHints(_ hints: [KeyHint]) -> [KeyHint] {
        let first = hints.filter { ["?", "q"].contains($0.keys) }
        var hints = hints.filter { $0.short != nil }
        guard size.columns >= 60 else { return first + hints.filter { !first.contains($0) } }
        while hints.reduce(-1, { $0 + $1.footerWidth }) > size.columns,
            let last = hints.lastIndex(where: { !first.contains($0) })
        {
            hints.remove(at: last)
        }
        return hints
    }
}

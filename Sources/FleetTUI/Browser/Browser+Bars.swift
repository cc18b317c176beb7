import FleetCore
import FleetService

/// Header and footer.
extension Browser {
    func drawHeader(_ part: Rect, on canvas: inout Canvas) {
        guard part.rows > 0 else { return }
        let (label, color) = stateLabel
        let used = canvas.put(
            label + " ", endColumn: part.endColumn, row: part.row, Style(color),
            limit: part.columns * 2 / 3)
        let simulated =
            (showsSites ? siteFeed.info : info)?.feed.isSimulated == true ? " (simulated)" : ""
        canvas.put(
            " " + setup.source.limited + simulated, column: part.column, row: part.row,
            Style(.accent, bold: true), limit: part.columns - used - 1)
        if part.rows > 1 { drawSummary(part, on: &canvas) }
    }

    private func drawSummary(_ part: Rect, on canvas: inout Canvas) {
        var column = part.column + 1
        let end = part.endColumn - (alarmBadge.map(DisplayWidth.of) ?? 0)
        func put(_ text: String, _ style: Style) {
            let room = end - column - 1
            column += canvas.put(text, column: column, row: part.row + 1, style, limit: room)
        }
        put(showsSites ? siteCountLabel : countLabel, .plain)
        if showsSites {
            if let warning = siteFeed.info?.parseReport.notices.first {
                put("  ▲ " + warning.limited, Style(.bad))
            }
            return
        }
        if query.filter.favorites != nil, listModel.missingCount > 0 {
            put(" · \(ShortCount.grouped(listModel.missingCount)) missing", Style(.warning))
        }
        let phrases = ShortText.phrases(of: query.filter)
        if !phrases.isEmpty {
            put("  ▼ ", Style(.warning, bold: true))
            put(phrases.joined(separator: " · "), Style(.warning))
        }
        if router.baseScreen == .list, query.order != .id {
            put("  by \(query.order.name)", Style(.muted))
        }
        if let skipped = info?.parseReport.skipped, skipped > 0 {
            put("  \(skipped) unreadable", Style(.bad))
        }
    }

    /// Draws the number of sites with an alarm, which every screen shows.
    func drawAlarms(_ header: Rect, on canvas: inout Canvas) {
        guard header.rows > 0, let alarmBadge else { return }
        canvas.put(
            alarmBadge, endColumn: header.endColumn, row: header.endRow - 1, .alarm,
            limit: header.columns)
    }

    private var alarmBadge: String? { siteFeed.sortedSites?.alarmLabel.map { " \($0) " } }

    private var countLabel: String {
        guard let info else { return "no vehicles yet" }
        if router.baseScreen == .map, mapRequest.hasResult { return map.summary }
        guard listModel.info != nil else { return "loading \(ShortCount.vehicles(info.total)) …" }
        let counts = listModel.counts
        return "\(ShortCount.grouped(counts.matching)) of \(ShortCount.vehicles(counts.total))"
    }

    private var stateLabel: (String, ColorRole) {
        let (info, update) = showsSites ? (siteFeed.info, siteFeed.update) : (info, update)
        let age = info.flatMap { ShortText.age(of: $0.fetchedAt, now: clock.shown) }
        let fetched = age.map { size.columns < 60 ? " \($0)" : " · fetched \($0)" } ?? ""
        if (showsSites ? siteFeed.refreshRequestedAt : refreshRequestedAt) != nil {
            return ("◌ refreshing" + fetched, .accent)
        }
        switch update?.state {
        case .idle, nil: return ("◌ starting" + fetched, .muted)
        case .loading: return ("◌ loading" + fetched, .accent)
        case .live: return ("● live" + fetched, .good)
        case .failed: return ((failureBanner?.sign ?? "▲") + " failed" + fetched, .bad)
        case .stopped: return ("■ stopped" + fetched, .bad)
        }
    }

    /// Draws the last row; returns the position of the text cursor.
    func drawFooter(_ part: Rect, on canvas: inout Canvas) -> (column: Int, row: Int)? {
        guard part.rows > 0 else { return nil }
        if let line = inputLine { return draw(line, part, on: &canvas) }
        if let notice {
            draw(notice, on: &canvas)
            return nil
        }
        drawHints(part, on: &canvas)
        return nil
    }

    /// Area of the notice: the last row, and as many rows above it as the text needs.
    var noticePart: Rect? {
        guard let notice, inputLine == nil else { return nil }
        let footer = layout.footer
        let rows = min(notice.lines(columns: footer.columns - 2).count, footer.endRow)
        return Rect(
            column: 0, row: footer.endRow - rows, columns: footer.columns, rows: rows)
    }

    private func draw(_ notice: Notice, on canvas: inout Canvas) {
        guard let part = noticePart else { return }
        canvas.fill(part, .plain)
        let style = Style(notice.isFailure ? .bad : .accent)
        for (row, line) in notice.lines(columns: part.columns - 2).prefix(part.rows).enumerated() {
            canvas.put(
                " " + line, column: part.column, row: part.row + row, style,
                limit: part.columns - 1)
        }
    }

    /// Text that is being typed, and its prompt.
    private var inputLine: (prompt: String, text: String)? {
        if let draft = noteDraft {
            let id = TerminalText.drawable(draft.subject.id.limited)
            let prompt = " note about \(DisplayWidth.shortened(id, to: max(4, size.columns / 4))): "
            return (prompt, draft.field.text)
        }
        let searchField =
            switch router.current {
            case .list: list.searchField
            case .notes: notesScreen.searchField
            case .sites: siteList.searchField
            case .map, .vehicle, .site, .events, .filter, .help: TextField?.none
            }
        return searchField.map { (" /", $0.text) }
    }

    private func draw(
        _ line: (prompt: String, text: String), _ part: Rect, on canvas: inout Canvas
    ) -> (column: Int, row: Int) {
        let room = max(4, part.columns - 2 - DisplayWidth.of(line.prompt))
        var shown = String(line.text.suffix(room))
        while DisplayWidth.of(TerminalText.drawable(shown)) > room { shown.removeFirst() }
        let used = canvas.put(
            line.prompt + shown, column: part.column, row: part.row, Style(.accent),
            limit: part.columns - 1)
        let hint = "Enter saves, Esc cancels "
        if used + hint.count + 2 < part.columns {
            canvas.put(hint, endColumn: part.endColumn, row: part.row, Style(.muted))
        }
        return (part.column + used, part.row)
    }

    private func drawHints(_ part: Rect, on canvas: inout Canvas) {
        let hints = hints(of: router.current) + HelpScreen.commonHints
        var column = part.column + 1
        for hint in footerHints(hints) {
            guard let label = hint.short else { continue }
            guard column + hint.footerWidth <= part.endColumn + 2 else { break }
            column += canvas.put(
                hint.firstKey, column: column, row: part.row, Style(.accent, bold: true))
            column += 1
            column += canvas.put(label, column: column, row: part.row, Style(.muted)) + 2
        }
    }

    /// Returns the hints that fit: help and quit always stay, and come first on a narrow screen.
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

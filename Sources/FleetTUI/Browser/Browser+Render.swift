import FleetCore
import FleetService

extension Browser {
    /// Banner for the current failure, if any.
    private var failureBanner: FailureBanner? {
        FailureBanner(showsSites ? siteFeed.update : update, now: clock.machine)
    }

    /// Whether a list has been loaded.
    private var hasList: Bool { showsSites ? siteFeed.sortedSites != nil : info != nil }

    /// Areas of the terminal.
    var layout: BrowserLayout {
        let rows = failureBanner?.rows(aboveList: hasList, in: Rect(size)) ?? 0
        return BrowserLayout(size, bannerRows: rows)
    }

    /// Draws the front screens; returns the position of the text cursor, `nil` if nothing is being
    /// typed.
    @discardableResult
    public func render(into canvas: inout Canvas) -> (column: Int, row: Int)? {
        let context = context
        let layout = context.layout
        drawHeader(layout.header, on: &canvas)
        if let failureBanner {
            failureBanner.render(aboveList: hasList, in: layout.banner, on: &canvas)
        }
        let base = router.stack.lastIndex(where: \.isBaseScreen) ?? 0
        for (index, route) in router.stack.enumerated().dropFirst(base)
        where index > base || layout.body.rows > 0 {
            screen(route)?.render(context, into: &canvas)
        }
        drawAlarms(layout.header, on: &canvas)
        let cursor = drawFooter(layout.footer, on: &canvas)
        drawNotice(on: &canvas)
        return cursor
    }

    /// Canvas with the drawn screen.
    public var canvas: Canvas {
        var canvas = Canvas(size: size)
        render(into: &canvas)
        return canvas
    }

    /// Images to lay over the screen.
    public var pictures: [BrowserPicture] {
        guard showsPictures else { return [] }
        let pictures = vehicleSheet?.pictures(context) ?? []
        // An image would cover the notice.
        guard let notice = noticePart else { return pictures }
        return pictures.filter { $0.frame.intersection(notice).rows == 0 }
    }

    /// Whether images are enabled and no other screen covers them.
    var showsPictures: Bool {
        guard setup.pictures == .overlay, case .vehicle = router.current else { return false }
        return true
    }
}

// MARK: - Header

extension Browser {
    private func drawHeader(_ part: Rect, on canvas: inout Canvas) {
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
            put(" · \(ShortText.grouped(listModel.missingCount)) missing", Style(.warning))
        }
        let phrases = ShortText.phrases(
            of: query.filter, hasSavedColors: query.filter.color == setup.savedColors,
            clearing: "c")
        if !phrases.isEmpty {
            put("  ▼ ", Style(.warning, bold: true))
            put(phrases.joined(separator: " · "), Style(.warning))
        }
        if let label = marks.label { put("  " + label, Style(.accent, bold: true)) }
        if router.baseScreen == .list, query.order != .id {
            put("  by \(query.order.name)", Style(.muted))
        }
        if let skipped = info?.parseReport.skipped, skipped > 0 {
            put("  \(skipped) unreadable", Style(.bad))
        }
    }

    /// Draws the number of sites with an alarm, which every screen shows.
    private func drawAlarms(_ header: Rect, on canvas: inout Canvas) {
        guard header.rows > 0, let alarmBadge else { return }
        canvas.put(
            alarmBadge, endColumn: header.endColumn, row: header.endRow - 1, .alarm,
            limit: header.columns)
    }

    private var alarmBadge: String? { siteFeed.sortedSites?.alarmLabel.map { " \($0) " } }

    private var countLabel: String {
        guard let info else { return "no vehicles yet" }
        if router.baseScreen == .map, map.isLoaded { return map.summary }
        guard listModel.info != nil else {
            return "loading \(ShortText.count(info.listedTotal, "vehicle")) …"
        }
        let counts = listModel.counts
        return
            "\(ShortText.grouped(counts.matching)) of \(ShortText.count(counts.total, "vehicle"))"
    }

    /// Number of sites, and the search that filters them.
    private var siteCountLabel: String {
        guard let sortedSites = siteFeed.sortedSites else { return "no sites yet" }
        guard let search = siteList.search else { return sortedSites.countLabel }
        let count = ShortText.grouped(siteList.sites.count)
        return "\(count) of \(sortedSites.countLabel)  ▼ \(search.limited)"
    }

    /// Age of the data, as in the header of a list: since the feed changed, else since it was
    /// fetched.
    private func dataAge(_ info: SnapshotInfo) -> String {
        let updatedAt = info.feed.lastUpdated
        let age = ShortText.relativeTime(of: updatedAt ?? info.fetchedAt, now: clock.shown)
        if size.columns < 60 { return " " + age }
        return (updatedAt == nil ? " · fetched " : " · updated ") + age
    }

    private var stateLabel: (String, ColorRole) {
        if !showsSites, let momentLabel { return (momentLabel, .warning) }
        let (info, update) = showsSites ? (siteFeed.info, siteFeed.update) : (info, update)
        let fetched = info.map(dataAge) ?? ""
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
}

// MARK: - Footer

extension Browser {
    /// Draws the last row; returns the position of the text cursor.
    private func drawFooter(_ part: Rect, on canvas: inout Canvas) -> (column: Int, row: Int)? {
        guard part.rows > 0 else { return nil }
        if let line = inputLine {
            drawSuggestions(above: part, on: &canvas)
            return draw(line, part, on: &canvas)
        }
        drawHints(part, on: &canvas)
        return nil
    }

    /// Area of the notice: as many rows as the text needs above the keys, or on a tiny screen in
    /// their place.
    private var noticePart: Rect? {
        guard let notice else { return nil }
        let layout = layout
        let room = layout.footer.row - layout.header.endRow
        let rows = min(notice.lines(columns: size.columns - 2).count, room)
        guard rows > 0 else { return layout.footer }
        return Rect(
            column: 0, row: layout.footer.row - rows, columns: size.columns, rows: rows)
    }

    private func drawNotice(on canvas: inout Canvas) {
        guard let notice, let part = noticePart else { return }
        canvas.fill(part, Style(on: .selection))
        let style = Style(notice.isFailure ? .bad : .accent, on: .selection)
        for (row, line) in notice.lines(columns: part.columns - 2).prefix(part.rows).enumerated() {
            canvas.put(
                " " + line, column: part.column, row: part.row + row, style,
                limit: part.columns - 1)
        }
    }

    /// Text that is being typed, and its prompt.
    private var inputLine: (prompt: String, field: TextField, hint: String)? {
        if let line = commandLine {
            let action = line.purpose == .command ? "Enter runs" : "Enter adds"
            return (line.prompt, line.field, "Tab completes, \(action), Esc cancels ")
        }
        let hint = "Enter saves, Esc cancels "
        if let typed = typedNote {
            return (
                typed.prompt(columns: size.columns / 4), typed.field, "ctrl-P adds a photo, " + hint
            )
        }
        return screen(router.current)?.searchField.map {
            (" /", $0, "Enter keeps the search, Esc cancels ")
        }
    }

    /// Draws the suggestions of the command line that fit into the row above it, from one of which
    /// the chosen one is in view.
    private func drawSuggestions(above footer: Rect, on canvas: inout Canvas) {
        guard let line = commandLine, !line.suggestions.isEmpty, footer.row > 0 else { return }
        let row = Rect(
            column: footer.column, row: footer.row - 1, columns: footer.columns, rows: 1)
        canvas.fill(row, Style(on: .sheet))
        let texts = line.suggestions.map { TerminalText.drawable($0.limited) }
        var first = 0
        var width = 0
        for (index, text) in texts[...(line.chosen ?? 0)].enumerated().reversed() {
            width += DisplayWidth.of(text) + 2
            if width > row.columns - 2 { break }
            first = index
        }
        var column = row.column + 1
        for (index, text) in texts.enumerated().dropFirst(first) where column < row.endColumn - 1 {
            let isChosen = index == line.chosen
            column +=
                canvas.put(
                    text, column: column, row: row.row,
                    Style(
                        isChosen ? .accent : .text, on: isChosen ? .selection : .sheet,
                        bold: isChosen),
                    limit: row.endColumn - column - 1) + 2
        }
    }

    /// Draws the part of the text around the cursor that fits; returns the position of the cursor.
    private func draw(
        _ line: (prompt: String, field: TextField, hint: String), _ part: Rect,
        on canvas: inout Canvas
    ) -> (column: Int, row: Int) {
        let room = max(4, part.columns - 2 - DisplayWidth.of(line.prompt))
        let after = Self.drawableLine(String(line.field.after.prefix(room)))
        let beforeRoom = max(1, room - min(DisplayWidth.of(after), room / 3))
        var before = Self.drawableLine(String(line.field.before.suffix(beforeRoom)))
        while DisplayWidth.of(before) > beforeRoom { before.removeFirst() }
        let cursor = canvas.put(
            line.prompt + before, column: part.column, row: part.row, Style(.accent),
            limit: part.columns - 1)
        let used =
            cursor
            + canvas.put(
                after, column: part.column + cursor, row: part.row, Style(.accent),
                limit: max(0, part.columns - 1 - cursor))
        if used + line.hint.count + 2 < part.columns {
            canvas.put(line.hint, endColumn: part.endColumn, row: part.row, Style(.muted))
        }
        return (part.column + cursor, part.row)
    }

    /// Returns typed text on a single line, with a sign for each line break of a note.
    private static func drawableLine(_ text: String) -> String {
        TerminalText.drawable(String(text.map { $0.isNewline ? "↵" : $0 }))
    }

    private func drawHints(_ part: Rect, on canvas: inout Canvas) {
        let isMarking = router.current == .list && !marks.isEmpty
        let screenHints = screen(router.current).map { type(of: $0).hints } ?? []
        let own = isMarking ? BrowserCommand.markedHints : screenHints
        let hints = own + Self.commonHints(besides: own)
        var column = part.column + 1
        for hint in footerHints(hints) {
            guard var label = hint.short else { continue }
            if hint.keys == "q", router.current != .list { label = "back" }
            guard column + hint.footerWidth <= part.endColumn + 2 else { break }
            column += canvas.put(
                hint.firstKey, column: column, row: part.row, Style(.accent, bold: true))
            column += 1
            column += canvas.put(label, column: column, row: part.row, Style(.muted)) + 2
        }
    }

    /// Returns the common keys without those that a screen uses itself.
    static func commonHints(besides own: [KeyHint]) -> [KeyHint] {
        commonHints.filter { hint in !own.contains(where: hint.shares) }
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

import FleetCore

/// Sheet for editing the filter; changes apply at once.
struct FilterSheet: Screen {
    static let title = "filter"

    private static let minSectionWidth = 26

    private var sections: [FilterSection]
    private var filter: Filter
    /// Index of the cursor's section.
    private var section = 0
    /// Index of the cursor's choice in that section.
    private var row = 0
    /// How far the sheet is dragged down or up.
    var drag = SheetDrag()
    private var dragStart: Int?
    /// Maximum number of rows that it is dragged up.
    private static let maxRowsUp = 3

    init(_ model: VehicleListModel, filter: Filter) {
        self.filter = filter
        sections = FilterSection.all(
            facets: model.facets, of: model.info?.feed, filter: filter)
    }

    /// Updates the counts for a new snapshot; the cursor stays on its choice.
    mutating func update(_ model: VehicleListModel, filter: Filter) {
        let current = choice
        self.filter = filter
        sections = FilterSection.all(
            facets: model.facets, of: model.info?.feed, filter: filter)
        section = min(section, max(sections.count - 1, 0))
        let choices = sections.isEmpty ? [] : sections[section].choices
        let index = choices.firstIndex { $0.criterion == current?.criterion }
        row = index ?? min(row, max(choices.count - 1, 0))
    }

    /// Returns the area that it covers: the lower half of the screen, less when dragged down.
    private func part(of screen: Rect) -> Rect {
        let rows = min(max(screen.rows / 2, 8), screen.rows)
        return screen.dropping(top: max(0, screen.rows - rows + drag.offset))
    }

    private var choice: FilterChoice? {
        guard sections.indices.contains(section),
            sections[section].choices.indices.contains(row)
        else { return nil }
        return sections[section].choices[row]
    }

    /// Returns the sections that fit, including that of the cursor.
    private func visibleSections(columns: Int) -> Range<Int> {
        let fitting = max(1, min(columns / Self.minSectionWidth, sections.count))
        let first = max(0, min(section - fitting + 1, sections.count - fitting))
        return first..<min(first + fitting, sections.count)
    }
}

extension FilterSheet {
    static let hints = [
        KeyHint("space", "select or deselect", short: "select"),
        KeyHint("tab → ←", "next or previous section", short: "section"),
        KeyHint("↑ ↓", "move"),
        KeyHint("c", "clear all", short: "clear"),
        KeyHint("esc", "close (or click outside, or drag it down)", short: "close"),
    ]

    mutating func handle(_ key: Key, _ context: ScreenContext) -> [Action]? {
        switch key {
        case .escape, .character("q"), .character("f"): return [.close]
        case .down, .character("j"): move(by: 1)
        case .up, .character("k"): move(by: -1)
        case .right, .tab, .character("l"): go(to: section + 1)
        case .left, .backTab, .character("h"): go(to: section + sections.count - 1)
        case .character(" "), .enter, .character("x"): return toggle(context)
        case .character("c"): return clear(context)
        case .mouse(let mouse): return handle(mouse, context)
        default: return nil
        }
        return []
    }

    private mutating func move(by step: Int) {
        guard sections.indices.contains(section) else { return }
        row = min(max(row + step, 0), sections[section].choices.count - 1)
    }

    private mutating func go(to next: Int) {
        guard !sections.isEmpty else { return }
        section = next % sections.count
        row = min(row, sections[section].choices.count - 1)
    }

    private mutating func toggle(_ context: ScreenContext) -> [Action] {
        guard let choice else { return [] }
        choice.criterion.toggle(in: &filter)
        return [context.changeQuery { $0.filter = filter }]
    }

    /// Clears the criteria of the sheet; those that only the command line sets stay.
    private mutating func clear(_ context: ScreenContext) -> [Action] {
        filter.color = .all
        filter.types = []
        filter.states = []
        filter.battery = nil
        return [context.changeQuery { $0.filter = filter }]
    }

    private mutating func handle(_ mouse: Mouse, _ context: ScreenContext) -> [Action] {
        let screen = context.layout.sheet
        let part = part(of: screen)
        switch mouse.kind {
        case .press:
            guard part.contains(column: mouse.column, row: mouse.row) else { return [.close] }
            guard mouse.row > part.row else {
                drag.reset()
                dragStart = mouse.row
                return []
            }
            return press(mouse, in: part, context)
        case .drag:
            guard let dragStart else { return [] }
            drag.hold(at: max(-Self.maxRowsUp, min(mouse.row - dragStart, screen.rows - 2)))
        case .release: return endDrag(screen: screen, at: context.clock.machine)
        case .wheelDown: move(by: 1)
        case .wheelUp: move(by: -1)
        }
        return []
    }

    /// Closes the sheet if it was dragged by a third of its height; otherwise it springs back.
    private mutating func endDrag(screen: Rect, at time: Timestamp) -> [Action] {
        guard dragStart != nil else { return [] }
        let distance = drag.offset
        dragStart = nil
        drag.release(at: time)
        return distance * 3 >= part(of: screen).rows ? [.close] : []
    }

    private mutating func press(
        _ mouse: Mouse, in part: Rect, _ context: ScreenContext
    ) -> [Action] {
        let body = body(of: part)
        for (index, area) in zip(visibleSections(columns: body.columns), areas(in: body))
        where area.contains(column: mouse.column, row: mouse.row) {
            let target = firstVisible(in: area, section: index) + mouse.row - area.row - 1
            guard mouse.row > area.row, sections[index].choices.indices.contains(target) else {
                continue
            }
            (section, row) = (index, target)
            return toggle(context)
        }
        return []
    }
}

extension FilterSheet {
    func render(_ context: ScreenContext, into canvas: inout Canvas) {
        let part = part(of: context.layout.sheet)
        let showsSwatches = context.setup.showsSwatches
        canvas.draw(in: part) { canvas in
            canvas.fill(part, Style(on: .sheet))
            let edge = Rect(column: part.column, row: part.row, columns: part.columns, rows: 1)
            canvas.fill(edge, Style(.frame, on: .sheet), character: "─")
            canvas.put(
                " ━━━ ", column: part.column + part.columns / 2 - 2, row: part.row,
                Style(.muted, on: .sheet))
            canvas.put(
                " Filter ", column: part.column + 2, row: part.row,
                Style(.accent, on: .sheet, bold: true))
            let body = body(of: part)
            let visible = visibleSections(columns: body.columns)
            for (index, area) in zip(visible, areas(in: body)) {
                draw(section: index, in: area, showsSwatches: showsSwatches, on: &canvas)
            }
            drawMoreHints(visible, in: body, on: &canvas)
        }
    }

    private func body(of part: Rect) -> Rect {
        part.dropping(top: 1).inset(columns: 1, rows: 0)
    }

    private func areas(in body: Rect) -> [Rect] {
        let count = visibleSections(columns: body.columns).count
        guard count > 0 else { return [] }
        let width = body.columns / count
        return (0..<count).map {
            Rect(column: body.column + $0 * width, row: body.row, columns: width, rows: body.rows)
        }
    }

    /// Returns the index of the first visible choice of a section.
    private func firstVisible(in area: Rect, section index: Int) -> Int {
        guard index == section else { return 0 }
        // The heading takes a row; a sheet that is dragged out of sight has no rows left.
        return max(0, row - max(area.rows - 1, 1) + 1)
    }

    private func draw(
        section index: Int, in area: Rect, showsSwatches: Bool, on canvas: inout Canvas
    ) {
        let section = sections[index]
        let isCurrent = index == self.section
        let title = Style(isCurrent ? .accent : .muted, on: .sheet, bold: isCurrent)
        canvas.put(section.title, column: area.column + 1, row: area.row, title)
        let first = firstVisible(in: area, section: index)
        for (row, choice) in section.choices.dropFirst(first).prefix(max(0, area.rows - 1))
            .enumerated()
        {
            let line = Rect(
                column: area.column, row: area.row + 1 + row, columns: area.columns - 1, rows: 1)
            draw(
                choice, isSingle: section.isSingle, hasCursor: isCurrent && first + row == self.row,
                in: line, showsSwatches: showsSwatches, on: &canvas)
        }
    }

    private func draw(
        _ choice: FilterChoice, isSingle: Bool, hasCursor: Bool, in line: Rect,
        showsSwatches: Bool, on canvas: inout Canvas
    ) {
        let background: ColorRole = hasCursor ? .selection : .sheet
        canvas.fill(line, Style(on: background))
        let isSelected = choice.criterion.isSelected(in: filter)
        let box = isSingle ? (isSelected ? "(•)" : "( )") : (isSelected ? "[x]" : "[ ]")
        canvas.put(
            box, column: line.column + 1, row: line.row,
            Style(isSelected ? .accent : .muted, on: background, bold: isSelected))
        var left = line.column + 5
        if showsSwatches, case .color(let color) = choice.criterion {
            if case .tones(let tones) = color {
                canvas.drawSwatch(tones, column: left, row: line.row, on: background)
            }
            left += 3
        }
        let count = choice.count.map(String.init) ?? ""
        canvas.put(
            choice.label.limited, column: left, row: line.row,
            Style(on: background, bold: isSelected),
            limit: line.endColumn - left - count.utf8.count - 1)
        canvas.put(count, endColumn: line.endColumn, row: line.row, Style(.muted, on: background))
    }

    /// Marks the edges that have more sections beyond them.
    private func drawMoreHints(_ visible: Range<Int>, in body: Rect, on canvas: inout Canvas) {
        let style = Style(.muted, on: .sheet)
        if visible.lowerBound > 0 { canvas.put("‹", column: body.column, row: body.row, style) }
        if visible.upperBound < sections.count {
            canvas.put("›", column: body.endColumn - 1, row: body.row, style)
        }
    }
}

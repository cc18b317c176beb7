import FleetCore

/// Sheet for editing the filter; changes apply at once.
struct FilterSheet: Equatable, Sendable {
    /// Result of a key; the browser carries out the rest.
    enum Outcome: Equatable {
        case handled, ignored
        /// The filter changed.
        case changed(Filter)
        /// Close the sheet.
        case close
    }

    private static let minSectionWidth = 26

    private(set) var sections: [FilterSection]
    private(set) var filter: Filter
    /// Index of the cursor's section.
    private(set) var section = 0
    /// Index of the cursor's choice in that section.
    private(set) var row = 0
    /// Number of rows that the sheet is dragged down.
    private(set) var dragOffset = 0
    private var dragStart: Int?

    init(facets: [FacetCount], filter: Filter) {
        self.filter = filter
        sections = FilterSection.all(facets: facets, filter: filter)
    }

    /// Updates the counts for a new snapshot; the cursor stays on its choice.
    mutating func update(facets: [FacetCount], filter: Filter) {
        let current = choice
        self.filter = filter
        sections = FilterSection.all(facets: facets, filter: filter)
        section = min(section, max(sections.count - 1, 0))
        let choices = sections.isEmpty ? [] : sections[section].choices
        let index = choices.firstIndex { $0.criterion == current?.criterion }
        row = index ?? min(row, max(choices.count - 1, 0))
    }

    /// Returns the area that it covers: the lower half of the screen, less when dragged down.
    func part(of screen: Rect) -> Rect {
        let rows = min(max(screen.rows / 2, 8), screen.rows)
        return screen.dropping(top: screen.rows - rows + dragOffset)
    }

    private var choice: FilterChoice? {
        guard sections.indices.contains(section),
            sections[section].choices.indices.contains(row)
        else { return nil }
        return sections[section].choices[row]
    }

    /// Returns the sections that fit, including that of the cursor.
    func visibleSections(columns: Int) -> Range<Int> {
        let fitting = max(1, min(columns / Self.minSectionWidth, sections.count))
        let first = max(0, min(section - fitting + 1, sections.count - fitting))
        return first..<min(first + fitting, sections.count)
    }
}

extension FilterSheet {
    /// Handles a key; `screen` is the area that the sheet may cover.
    mutating func handle(_ key: Key, screen: Rect) -> Outcome {
        switch key {
        case .escape, .character("q"), .character("f"): return .close
        case .down, .character("j"): move(by: 1)
        case .up, .character("k"): move(by: -1)
        case .right, .tab, .character("l"): go(to: section + 1)
        case .left, .backTab, .character("h"): go(to: section + sections.count - 1)
        case .character(" "), .enter, .character("x"): return toggle()
        case .character("c"): return clear()
        case .mouse(let mouse): return handle(mouse, screen: screen)
        default: return .ignored
        }
        return .handled
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

    private mutating func toggle() -> Outcome {
        guard let choice else { return .handled }
        choice.criterion.toggle(in: &filter)
        return .changed(filter)
    }

    /// Clears the criteria of the sheet; those that only the command line sets stay.
    private mutating func clear() -> Outcome {
        filter.color = .all
        filter.types = []
        filter.states = []
        filter.battery = nil
        return .changed(filter)
    }

    private mutating func handle(_ mouse: Mouse, screen: Rect) -> Outcome {
        let part = part(of: screen)
        switch mouse.kind {
        case .press:
            guard part.contains(column: mouse.column, row: mouse.row) else { return .close }
            guard mouse.row > part.row else {
                dragStart = mouse.row
                return .handled
            }
            return press(mouse, in: part)
        case .drag:
            if let dragStart { dragOffset = max(0, min(mouse.row - dragStart, screen.rows - 2)) }
        case .release: return endDrag(screen: screen)
        case .wheelDown: move(by: 1)
        case .wheelUp: move(by: -1)
        }
        return .handled
    }

    /// Closes the sheet if it was dragged by a third of its height; otherwise it springs back.
    private mutating func endDrag(screen: Rect) -> Outcome {
        guard dragStart != nil else { return .handled }
        let distance = dragOffset
        (dragStart, dragOffset) = (nil, 0)
        return distance * 3 >= part(of: screen).rows ? .close : .handled
    }

    private mutating func press(_ mouse: Mouse, in part: Rect) -> Outcome {
        let body = body(of: part)
        for (index, area) in zip(visibleSections(columns: body.columns), areas(in: body))
        where area.contains(column: mouse.column, row: mouse.row) {
            let target = firstVisible(in: area, section: index) + mouse.row - area.row - 1
            guard mouse.row > area.row, sections[index].choices.indices.contains(target) else {
                continue
            }
            (section, row) = (index, target)
            return toggle()
        }
        return .handled
    }

    /// Key hints of the sheet.
    static let hints = [
        KeyHint("space", "select or deselect", short: "select"),
        KeyHint("← → tab", "next or previous section", short: "section"),
        KeyHint("↑ ↓", "move"),
        KeyHint("c", "clear all", short: "clear"),
        KeyHint("esc", "close (or click outside, or drag it down)", short: "close"),
    ]
}

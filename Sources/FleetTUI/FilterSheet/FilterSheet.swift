import FleetCore

/// The sheet in which a person chooses what the list is narrowed to; what is chosen holds at once.
struct FilterSheet: Equatable, Sendable {
    /// What a key did that others have to carry out.
    enum Outcome: Equatable {
        case handled, ignored
        /// The filter changed.
        case changed(Filter)
        /// The sheet is to be closed.
        case close
    }

    /// The columns of the screen that a section takes, at least.
    private static let sectionWidth = 26

    private(set) var sections: [FilterSection]
    private(set) var filter: Filter
    /// Which section the cursor is in.
    private(set) var section = 0
    /// Where the cursor is in it.
    private(set) var row = 0
    /// How far the sheet is dragged down.
    private(set) var dragged = 0
    private var dragStart: Int?

    init(kinds: [KindCount], filter: Filter) {
        self.filter = filter
        sections = FilterSection.all(of: kinds, chosen: filter)
    }

    /// Takes the vehicles of another snapshot; the cursor stays on what it was on.
    mutating func update(kinds: [KindCount], filter: Filter) {
        let present = choice
        self.filter = filter
        sections = FilterSection.all(of: kinds, chosen: filter)
        section = min(section, max(sections.count - 1, 0))
        let choices = sections.isEmpty ? [] : sections[section].choices
        let place = choices.firstIndex { $0.want == present?.want }
        row = place ?? min(row, max(choices.count - 1, 0))
    }

    /// The part of the screen that it covers: the lower half, as far as it is not dragged down.
    func part(of screen: Rect) -> Rect {
        let rows = min(max(screen.rows / 2, 8), screen.rows)
        return screen.dropping(top: screen.rows - rows + dragged)
    }

    private var choice: FilterChoice? {
        guard sections.indices.contains(section),
            sections[section].choices.indices.contains(row)
        else { return nil }
        return sections[section].choices[row]
    }

    /// The sections that there is room for, the one of the cursor among them.
    func shown(in columns: Int) -> Range<Int> {
        let fitting = max(1, min(columns / Self.sectionWidth, sections.count))
        let first = max(0, min(section - fitting + 1, sections.count - fitting))
        return first..<min(first + fitting, sections.count)
    }
}

extension FilterSheet {
    /// Handles a key; `screen` is what the sheet lies on.
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
        choice.want.toggle(in: &filter)
        return .changed(filter)
    }

    /// Clears what the sheet can choose; what only the command line can stays.
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
            if let dragStart { dragged = max(0, min(mouse.row - dragStart, screen.rows - 2)) }
        case .release: return letGo(screen: screen)
        case .wheelDown: move(by: 1)
        case .wheelUp: move(by: -1)
        }
        return .handled
    }

    /// A third of its height is far enough to close it; less springs back.
    private mutating func letGo(screen: Rect) -> Outcome {
        guard dragStart != nil else { return .handled }
        let far = dragged
        (dragStart, dragged) = (nil, 0)
        return far * 3 >= part(of: screen).rows ? .close : .handled
    }

    private mutating func press(_ mouse: Mouse, in part: Rect) -> Outcome {
        let body = body(of: part)
        for (place, area) in zip(shown(in: body.columns), areas(in: body))
        where area.contains(column: mouse.column, row: mouse.row) {
            let chosen = first(in: area, of: place) + mouse.row - area.row - 1
            guard mouse.row > area.row, sections[place].choices.indices.contains(chosen) else {
                continue
            }
            (section, row) = (place, chosen)
            return toggle()
        }
        return .handled
    }

    /// What its keys do.
    static let hints = [
        KeyHint("space", "choose, or no longer", short: "choose"),
        KeyHint("← → tab", "go to another section", short: "section"),
        KeyHint("↑ ↓", "move"),
        KeyHint("c", "clear all", short: "clear"),
        KeyHint("esc", "close; so do a click outside and dragging it down", short: "close"),
    ]
}

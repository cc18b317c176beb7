import FleetCore

/// What happens, as a screen: the newest line first.
struct EventsScreen: Sendable {
    /// What a key did that others have to carry out.
    enum Outcome: Equatable {
        case handled, ignored, close
        /// A vehicle is to be opened.
        case open(String)
        /// Other kinds of events are to be shown.
        case turn
        /// The lines are to stand still, or to go on.
        case pause
    }

    /// The place of the chosen line.
    private(set) var selected = 0
    /// The number of the chosen line; `nil` chooses the newest, whichever that is.
    private var chosen: Int?
    /// The place at the top of the screen.
    private(set) var top = 0
    private var height = 0

    /// Takes lines that have changed: the chosen one stays chosen and where it is on the screen.
    mutating func follow(_ lines: [EventLog.Line]) {
        let offset = selected - top
        // Numbers fall; of a line that is gone, the next older one takes the place.
        selected =
            chosen.map { number in
                lines.firstIndex { $0.number <= number } ?? lines.count - 1
            } ?? 0
        top = selected - offset
        stayInside(lines)
    }

    /// Takes the room that there is.
    mutating func resize(_ part: Rect, _ lines: [EventLog.Line]) {
        height = Self.body(of: part).rows
        stayInside(lines)
    }

    static func body(of part: Rect) -> Rect { part.inset(columns: 2, rows: 1) }

    private mutating func stayInside(_ lines: [EventLog.Line]) {
        selected = min(max(selected, 0), max(lines.count - 1, 0))
        if height > 0 { top = min(max(top, selected - height + 1), selected) }
        top = max(0, min(top, lines.count - height))
    }

    private mutating func select(_ place: Int, _ lines: [EventLog.Line]) {
        selected = place
        stayInside(lines)
        chosen = selected == 0 ? nil : lines[selected].number
    }
}

extension EventsScreen {
    /// Handles a key.
    mutating func handle(_ key: Key, _ lines: [EventLog.Line], part: Rect) -> Outcome {
        switch key {
        case .escape, .character("q"), .backspace: return .close
        case .character("t"): return .turn
        case .character(" "): return .pause
        case .enter: return open(lines)
        case .mouse(let mouse): return handle(mouse, lines, part: part)
        default: return move(key, lines) ? .handled : .ignored
        }
    }

    private func open(_ lines: [EventLog.Line]) -> Outcome {
        guard lines.indices.contains(selected), case .event(let event) = lines[selected].entry
        else { return .handled }
        return .open(event.vehicleID)
    }

    private mutating func move(_ key: Key, _ lines: [EventLog.Line]) -> Bool {
        let page = max(1, height - 1)
        switch key {
        case .down, .character("j"), .control("n"): select(selected + 1, lines)
        case .up, .character("k"), .control("p"): select(selected - 1, lines)
        case .pageDown, .control("f"): select(selected + page, lines)
        case .pageUp, .control("b"): select(selected - page, lines)
        case .home, .character("g"): select(0, lines)
        case .end, .character("G"): select(lines.count - 1, lines)
        default: return false
        }
        return true
    }

    private mutating func handle(
        _ mouse: Mouse, _ lines: [EventLog.Line], part: Rect
    ) -> Outcome {
        let body = Self.body(of: part)
        switch mouse.kind {
        case .wheelDown: select(selected + 3, lines)
        case .wheelUp: select(selected - 3, lines)
        case .press where body.contains(column: mouse.column, row: mouse.row):
            let place = top + mouse.row - body.row
            guard lines.indices.contains(place) else { return .handled }
            if place == selected { return open(lines) }
            select(place, lines)
        case .press where !part.contains(column: mouse.column, row: mouse.row): return .close
        case .press, .drag, .release: break
        }
        return .handled
    }

    /// What its keys do.
    static let hints = [
        KeyHint("↵", "open the vehicle", short: "open"),
        KeyHint("t", "all, battery alarms, movements, states", short: "kinds"),
        KeyHint("space", "stand still, and go on", short: "pause"),
        KeyHint("g", "the newest, which is followed from then on", short: "newest"),
        KeyHint("j k ↓ ↑", "move"),
        KeyHint("esc", "close", short: "close"),
    ]
}

import FleetCore

/// State of the events screen, which shows the newest line first.
struct EventsScreen: Sendable {
    /// Result of a key; the browser carries out the rest.
    enum Outcome: Equatable {
        case handled, ignored, close
        /// Open a vehicle.
        case open(String)
        /// Switch to the next filter.
        case cycleFilter
        /// Pause or resume the log.
        case togglePause
    }

    /// Selected and visible lines.
    private var cursor = ListCursor()
    /// Number of the selected line; nil follows the newest.
    private var selectedNumber: Int?

    /// Index of the selected line.
    var selected: Int { cursor.selected }

    /// Index of the topmost visible line.
    var top: Int { cursor.top }

    /// Follows changed lines: the selected one keeps its selection and its row on the screen.
    mutating func follow(_ lines: [EventLog.Line]) {
        // Numbers decrease; the next older line replaces one that is gone.
        let target = selectedNumber.map { number in
            lines.firstIndex { $0.number <= number } ?? lines.count - 1
        }
        cursor.select(target ?? 0, offset: cursor.offset, of: lines.count)
    }

    /// Adapts to the available area.
    mutating func resize(_ part: Rect, _ lines: [EventLog.Line]) {
        cursor.resize(Self.body(of: part).rows, of: lines.count)
    }

    static func body(of part: Rect) -> Rect { part.inset(columns: 2, rows: 1) }

    private mutating func select(_ target: Int, _ lines: [EventLog.Line]) {
        cursor.select(target, of: lines.count)
        selectedNumber = selected == 0 ? nil : lines[selected].number
    }
}

extension EventsScreen {
    /// Handles a key.
    mutating func handle(_ key: Key, _ lines: [EventLog.Line], part: Rect) -> Outcome {
        switch key {
        case .escape, .character("q"), .backspace: return .close
        case .character("t"): return .cycleFilter
        case .character(" "): return .togglePause
        case .enter: return open(lines)
        case .mouse(let mouse): return handle(mouse, lines, part: part)
        default: return move(key, lines) ? .handled : .ignored
        }
    }

    private func open(_ lines: [EventLog.Line]) -> Outcome {
        guard lines.indices.contains(selected),
            case .event(let event) = lines[selected].entry
        else { return .handled }
        return .open(event.vehicleID)
    }

    private mutating func move(_ key: Key, _ lines: [EventLog.Line]) -> Bool {
        guard let target = cursor.target(of: key, count: lines.count) else { return false }
        select(target, lines)
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
            let target = top + mouse.row - body.row
            guard lines.indices.contains(target) else { return .handled }
            if target == selected { return open(lines) }
            select(target, lines)
        case .press where !part.contains(column: mouse.column, row: mouse.row): return .close
        case .press, .drag, .release: break
        }
        return .handled
    }

    /// Key hints of the screen.
    static let hints = [
        KeyHint("↵", "open the vehicle", short: "open"),
        KeyHint("t", "filter: all, battery, movements, states", short: "filter"),
        KeyHint("space", "pause or resume", short: "pause"),
        KeyHint("g", "go to the newest event and follow", short: "newest"),
        KeyHint("j k ↓ ↑", "move"),
        KeyHint("esc", "close", short: "close"),
    ]
}

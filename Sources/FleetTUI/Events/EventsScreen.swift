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

    /// Which line is chosen, and which are in sight.
    private var place = ListPlace()
    /// The number of the chosen line; `nil` chooses the newest, whichever that is.
    private var chosen: Int?

    /// The place of the chosen line.
    var selected: Int { place.selected }

    /// The place at the top of the screen.
    var top: Int { place.top }

    /// Takes lines that have changed: the chosen one stays chosen and where it is on the screen.
    mutating func follow(_ lines: [EventLog.Line]) {
        // Numbers fall; of a line that is gone, the next older one takes the place.
        let target = chosen.map { number in
            lines.firstIndex { $0.number <= number } ?? lines.count - 1
        }
        place.select(target ?? 0, offset: place.offset, of: lines.count)
    }

    /// Takes the room that there is.
    mutating func resize(_ part: Rect, _ lines: [EventLog.Line]) {
        place.resize(Self.body(of: part).rows, of: lines.count)
    }

    static func body(of part: Rect) -> Rect { part.inset(columns: 2, rows: 1) }

    private mutating func select(_ target: Int, _ lines: [EventLog.Line]) {
        place.select(target, of: lines.count)
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
        guard lines.indices.contains(selected),
            case .event(let event) = lines[selected].entry
        else { return .handled }
        return .open(event.vehicleID)
    }

    private mutating func move(_ key: Key, _ lines: [EventLog.Line]) -> Bool {
        guard let target = place.target(of: key, count: lines.count) else { return false }
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

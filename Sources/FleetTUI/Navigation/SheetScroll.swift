import FleetCore

/// Scroll position of a sheet that may have more rows than fit.
///
/// The mouse drags the rows, also beyond the ends, from where they spring back.
struct SheetScroll: Sendable {
    /// First visible row at rest.
    private var first = 0
    private var drag = SheetDrag()
    /// Row of the mouse and first visible row when a drag began.
    private var start: (row: Int, first: Int)?
    /// Number of rows of the sheet.
    private var extent = 0
    /// Number of rows that fit.
    private var height = 0

    /// First visible row; negative or too large while the rows are dragged beyond an end.
    var top: Int { first - drag.offset }

    /// Whether the rows move by themselves.
    var isReturning: Bool { drag.isReturning }

    /// Whether some rows do not fit.
    var isNeeded: Bool { extent > height }

    /// Whether there are rows below the visible ones.
    var hasMoreBelow: Bool { first + height < extent }

    /// Adapts to the available height and the number of rows of the sheet.
    mutating func resize(_ height: Int, extent: Int) {
        (self.height, self.extent) = (height, extent)
        move(by: 0)
    }

    /// Moves the rows by a frame if they spring back.
    mutating func tick(at time: Timestamp) { drag.tick(at: time) }

    /// Handles a key; returns whether it scrolls.
    mutating func handle(_ key: Key) -> Bool {
        switch key {
        case .down, .character("j"): move(by: 1)
        case .up, .character("k"): move(by: -1)
        case .pageDown, .character(" "): move(by: height - 1)
        case .pageUp: move(by: 1 - height)
        case .home, .character("g"): move(by: -extent)
        case .end, .character("G"): move(by: extent)
        default: return false
        }
        return true
    }

    /// Scrolls with the wheel or by dragging; returns whether a click outside `part` closes the
    /// sheet.
    mutating func isClosed(by mouse: Mouse, at time: Timestamp, part: Rect) -> Bool {
        switch mouse.kind {
        case .wheelDown: move(by: 3)
        case .wheelUp: move(by: -3)
        case .press:
            guard part.contains(column: mouse.column, row: mouse.row) else { return true }
            drag.reset()
            start = (mouse.row, first)
        case .drag: if let start { pull(by: mouse.row - start.row, from: start.first) }
        case .release:
            start = nil
            drag.release(at: time)
        }
        return false
    }

    /// Scrolls by a distance of the mouse; beyond an end, by half of the height at most.
    private mutating func pull(by rows: Int, from start: Int) {
        first = start
        move(by: -rows)
        let limit = max(1, height / 2)
        drag.hold(at: min(max(rows - (start - first), -limit), limit))
    }

    private mutating func move(by rows: Int) {
        first = max(0, min(first + rows, extent - height))
    }
}

/// Scroll position of a sheet that may have more rows than fit.
struct SheetScroll: Sendable {
    /// First visible row.
    private(set) var top = 0
    /// Number of rows of the sheet.
    private var extent = 0
    /// Number of rows that fit.
    private var height = 0

    /// Whether some rows do not fit.
    var isNeeded: Bool { extent > height }

    /// Whether there are rows below the visible ones.
    var hasMoreBelow: Bool { top + height < extent }

    /// Adapts to the available height and the number of rows of the sheet.
    mutating func resize(_ height: Int, extent: Int) {
        (self.height, self.extent) = (height, extent)
        move(by: 0)
    }

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

    /// Scrolls with the wheel; returns whether a click outside `part` closes the sheet.
    mutating func isClosed(by mouse: Mouse, part: Rect) -> Bool {
        switch mouse.kind {
        case .wheelDown: move(by: 3)
        case .wheelUp: move(by: -3)
        case .press: return !part.contains(column: mouse.column, row: mouse.row)
        case .drag, .release: break
        }
        return false
    }

    private mutating func move(by rows: Int) {
        top = max(0, min(top + rows, extent - height))
    }
}

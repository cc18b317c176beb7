/// How far a sheet is scrolled that may have more rows than there is room for.
struct SheetScroll: Sendable {
    /// The first row in sight.
    private(set) var top = 0
    /// How many rows the sheet has.
    private var extent = 0
    /// How many rows there is room for.
    private var height = 0

    /// Whether not all rows are in sight.
    var isNeeded: Bool { extent > height }

    /// Whether there are rows below those in sight.
    var hasMoreBelow: Bool { top + height < extent }

    /// Takes the room that there is, and how many rows want it.
    mutating func resize(_ height: Int, extent: Int) {
        (self.height, self.extent) = (height, extent)
        move(by: 0)
    }

    /// Handles a key; tells whether it is one that scrolls.
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

    /// Scrolls by the wheel; tells whether the sheet in `part` is to be closed, as by a click outside.
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

/// Selected line and scroll position of a list.
///
/// It does not hold the list; its functions take the number of lines.
struct ListCursor: Sendable {
    /// Index of the selected line.
    private(set) var selected = 0
    /// Index of the topmost visible line.
    private(set) var top = 0
    /// Number of lines that fit on the screen.
    private(set) var height = 0

    /// Row of the selected line, counted from the topmost visible line.
    var offset: Int { selected - top }

    /// Changes the number of lines that fit on the screen.
    mutating func resize(_ height: Int, of count: Int) {
        self.height = max(0, height)
        clamp(to: count)
    }

    /// Selects the line at an index, or the nearest existing one.
    mutating func select(_ index: Int, of count: Int) {
        selected = index
        clamp(to: count)
    }

    /// Selects the line at an index and scrolls it to row `offset`, if possible.
    mutating func select(_ index: Int, offset: Int, of count: Int) {
        top = index - offset
        select(index, of: count)
    }

    /// Scrolls the list; the selection moves only to stay visible.
    mutating func scroll(by rows: Int, of count: Int) {
        top = max(0, min(top + rows, count - height))
        select(min(max(selected, top), max(top, top + height - 1)), of: count)
    }

    /// Adapts to a changed number of lines; the selection stays in range and visible.
    mutating func clamp(to count: Int) {
        selected = min(max(selected, 0), max(count - 1, 0))
        if height > 0 { top = min(max(top, selected - height + 1), selected) }
        top = max(0, min(top, count - height))
    }

    /// Returns the index that a key moves to; `nil` for a key that does not move.
    func target(of key: Key, count: Int) -> Int? {
        let page = max(1, height - 1)
        return switch key {
        case .down, .character("j"), .control("n"): selected + 1
        case .up, .character("k"), .control("p"): selected - 1
        case .pageDown, .control("f"), .character(" "): selected + page
        case .pageUp, .control("b"): selected - page
        case .home, .character("g"): 0
        case .end, .character("G"): count - 1
        default: nil
        }
    }
}

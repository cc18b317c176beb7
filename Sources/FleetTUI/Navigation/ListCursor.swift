/// Where one is in a list: which line is chosen, and which ones are in sight.
///
/// It does not know the list, but is told how many lines that has.
struct ListPlace: Sendable {
    /// The place of the chosen line.
    private(set) var selected = 0
    /// The place at the top of the screen.
    private(set) var top = 0
    /// How many lines the screen has room for.
    private(set) var height = 0

    /// The row of the screen that the chosen line is at.
    var offset: Int { selected - top }

    /// Takes the room that there is.
    mutating func resize(_ height: Int, of count: Int) {
        self.height = max(0, height)
        stayInside(count)
    }

    /// Chooses the line at a place, or the nearest that there is.
    mutating func select(_ place: Int, of count: Int) {
        selected = place
        stayInside(count)
    }

    /// Chooses the line at a place, and has it at a row of the screen if that can be.
    mutating func select(_ place: Int, offset: Int, of count: Int) {
        top = place - offset
        select(place, of: count)
    }

    /// Moves the list under the choice, which stays in sight.
    mutating func scroll(by rows: Int, of count: Int) {
        top = max(0, min(top + rows, count - height))
        select(min(max(selected, top), max(top, top + height - 1)), of: count)
    }

    /// Takes another count; the choice stays inside, and in sight.
    mutating func stayInside(_ count: Int) {
        selected = min(max(selected, 0), max(count - 1, 0))
        if height > 0 { top = min(max(top, selected - height + 1), selected) }
        top = max(0, min(top, count - height))
    }

    /// The place that a key moves to; `nil` for a key that does not move.
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

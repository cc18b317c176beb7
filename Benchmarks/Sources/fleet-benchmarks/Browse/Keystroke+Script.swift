extension Keystroke {
    /// Typical session with a large fleet: mostly moving, with some sorting and searching.
    static let script = moves + ends + sorts + sorts + searches

    private static let moves =
        keys(.down, 40) + keys(.up, 20) + keys(.pageDown, 40) + keys(.pageUp, 20)

    private static let ends = [.last] + keys(.up, 10) + keys(.pageUp, 10) + [.first]

    /// Steps through all sort orders, moving in one that is not by ID.
    private static let sorts =
        [.sort] + keys(.down, 10) + keys(.pageDown, 10) + keys(.sort, 3)

    /// One search with moves in its results, and one that is cancelled.
    private static let searches =
        [.search, .letter("a"), .letter("b"), .enter] + keys(.down, 10) + keys(.pageDown, 10)
        + [.escape, .search, .letter("c"), .letter("0"), .backspace, .letter("7"), .escape]

    private static func keys(_ key: Keystroke, _ count: Int) -> [Keystroke] {
        Array(repeating: key, count: count)
    }
}

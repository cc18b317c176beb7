extension Keystroke {
    /// What a person might do with a large fleet: mostly move, now and then sort and search.
    static let visit = walk + ends + orders + orders + searches

    private static let walk =
        keys(.down, 40) + keys(.up, 20) + keys(.pageDown, 40) + keys(.pageUp, 20)

    private static let ends = [.last] + keys(.up, 10) + keys(.pageUp, 10) + [.first]

    /// Through all orders, with a walk in one that is not that of the codes.
    private static let orders =
        [.sort] + keys(.down, 10) + keys(.pageDown, 10) + keys(.sort, 3)

    /// A search that is walked through, and one that is given up.
    private static let searches =
        [.search, .letter("a"), .letter("b"), .enter] + keys(.down, 10) + keys(.pageDown, 10)
        + [.escape, .search, .letter("c"), .letter("0"), .backspace, .letter("7"), .escape]

    private static func keys(_ key: Keystroke, _ count: Int) -> [Keystroke] {
        Array(repeating: key, count: count)
    }
}

/// Key press in the list.
enum Keystroke {
    case down, up, pageDown, pageUp, first, last
    /// Starts typing a search.
    case search
    /// Finishes typing a search and keeps it.
    case enter
    /// Selects the next sort order.
    case sort
    /// Types a letter of a search.
    case letter(Character)
    case backspace
    /// Cancels the search.
    case escape

    /// Effect of a key.
    enum Purpose {
        /// Moves in the current list.
        case move
        /// Sorts the list.
        case sort
        /// Filters the list.
        case search
    }

    var purpose: Purpose {
        switch self {
        case .down, .up, .pageDown, .pageUp, .first, .last, .search, .enter: .move
        case .sort: .sort
        case .letter, .backspace, .escape: .search
        }
    }

    /// Text that a terminal sends for the key.
    var text: String {
        switch self {
        case .down: "j"
        case .up: "k"
        case .pageDown: "\u{1B}[6~"
        case .pageUp: "\u{1B}[5~"
        case .first: "g"
        case .last: "G"
        case .search: "/"
        case .enter: "\r"
        case .sort: "s"
        case .letter(let letter): String(letter)
        case .backspace: "\u{7F}"
        case .escape: "\u{1B}"
        }
    }
}

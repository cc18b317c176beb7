/// A key that is pressed in the list.
enum Keystroke {
    case down, up, pageDown, pageUp, first, last
    /// Begins to type a search.
    case search
    /// Ends the typing of a search, which stays.
    case enter
    /// Sorts by the next order.
    case sort
    /// Types a letter of a search.
    case letter(Character)
    case backspace
    /// Gives the search up.
    case escape

    /// What a key asks for.
    enum Purpose {
        /// Another part of the list that there is.
        case move
        /// All of the list in another order.
        case sort
        /// Another choice of the list.
        case search
    }

    var purpose: Purpose {
        switch self {
        case .down, .up, .pageDown, .pageUp, .first, .last, .search, .enter: .move
        case .sort: .sort
        case .letter, .backspace, .escape: .search
        }
    }

    /// What a terminal sends.
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

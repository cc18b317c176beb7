/// A person who can be given tasks.
public struct Member: Equatable, Sendable {
    /// The sign-in name.
    public var name: String
    /// The name for people.
    public var displayName: String
    let id: UserID
}

/// The person who is to do a task, as another one names it.
public enum Assignee: Equatable, Sendable {
    case nobody
    /// The user who names it.
    case me
    /// The user with this sign-in name.
    case named(String)

    /// Parses a word of a command or an address: `none`, `@me`, or a sign-in name.
    public init(_ text: String) {
        self =
            switch text {
            case "none": .nobody
            case "@me": .me
            default: .named(text)
            }
    }

    /// The word.
    public var text: String {
        switch self {
        case .nobody: "none"
        case .me: "@me"
        case .named(let name): name
        }
    }
}

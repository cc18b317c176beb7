import FleetCore

/// Command that was typed or that a key stands for.
struct CommandInput: Equatable, Sendable {
    let name: BrowserCommand.Name
    var argument: String?
    /// Whether the name ends with `!`, so that an existing file is replaced.
    var isForced = false

    /// Reason why a line is no command.
    enum Failure: Error, Equatable {
        case unknown(String)
        case ambiguous(String, [String])
    }

    init(_ name: BrowserCommand.Name, _ argument: String? = nil) {
        (self.name, self.argument) = (name, argument)
    }

    /// Parses a line; a name may be shortened to a unique beginning.
    init(line: String) throws(Failure) {
        let words = line.drop { $0 == " " || $0 == ":" }
        var name = String(words.prefix { $0 != " " })
        let rest = words.dropFirst(name.count).drop { $0 == " " }
        isForced = name.hasSuffix("!")
        if isForced { name.removeLast() }
        let names = BrowserCommand.Name.allCases.filter { $0.rawValue.hasPrefix(name) }
        let exact = BrowserCommand.Name(rawValue: name)
        guard let found = exact ?? (names.count == 1 ? names.first : nil) else {
            if names.isEmpty || name.isEmpty { throw .unknown(name) }
            throw .ambiguous(name, names.map(\.rawValue))
        }
        self.name = found
        var text = String(rest)
        while text.last == " " { text.removeLast() }
        argument = text.isEmpty ? nil : text
    }
}

/// Line for a command or a path in the last row, with completion.
struct CommandLine: Equatable, Sendable {
    /// What the text is for.
    enum Purpose: Equatable { case command, photo }

    /// Maximum number of characters, as many as a path has.
    private static let limit = 4096
    /// Maximum number of suggestions.
    static let maxSuggestions = 200

    let purpose: Purpose
    private(set) var field: TextField
    /// Texts that may follow ``kept``.
    private(set) var suggestions: [String] = []
    /// Index of the suggestion in the field.
    private(set) var chosen: Int?
    /// Text before the suggestions.
    private var kept = ""
    /// Index of the shown line in the history.
    private var past: Int?

    init(_ purpose: Purpose, _ text: String = "") {
        self.purpose = purpose
        field = TextField(text, limit: Self.limit)
    }

    /// Text before the line.
    var prompt: String { purpose == .command ? ":" : " photo: " }

    /// Types a key into the text, which ends a completion.
    mutating func type(_ key: Key) {
        (suggestions, chosen, past) = ([], nil, nil)
        _ = field.type(key)
    }

    /// Shows an earlier line of the history, or a later one.
    mutating func recall(_ step: Int, in history: [String]) {
        let index = (past ?? history.count) + step
        guard index >= 0, index <= history.count, !history.isEmpty else { return }
        past = index
        (suggestions, chosen) = ([], nil)
        field = TextField(index < history.count ? history[index] : "", limit: Self.limit)
    }

    /// Completes the text with values: with their common beginning if that is longer, else with
    /// the first.
    mutating func complete(_ values: [String], after kept: String) {
        let values = Array(values.prefix(Self.maxSuggestions))
        guard let first = values.first else { return }
        let common = values.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
        self.kept = kept
        if values.count == 1 || (kept + common).count > field.text.count {
            suggestions = values.count == 1 ? [] : values
            field = TextField(kept + common, limit: Self.limit)
        } else {
            suggestions = values
            choose(0)
        }
    }

    /// Puts the next or previous suggestion into the text; returns whether there are any.
    mutating func cycle(_ step: Int) -> Bool {
        guard !suggestions.isEmpty else { return false }
        let start = chosen ?? (step > 0 ? -1 : 0)
        choose((start + step + suggestions.count) % suggestions.count)
        return true
    }

    private mutating func choose(_ index: Int) {
        chosen = index
        field = TextField(kept + suggestions[index], limit: Self.limit)
    }
}

extension String {
    /// Returns the beginning that both texts have.
    fileprivate func commonPrefix(with other: String) -> String {
        String(zip(self, other).prefix { $0 == $1 }.map(\.0))
    }
}

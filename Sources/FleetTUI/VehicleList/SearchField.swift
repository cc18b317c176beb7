/// The line in which a search is typed, or a note.
struct SearchField: Equatable, Sendable {
    /// No honest search is longer.
    static let limit = 200

    /// What was typed.
    private(set) var text: String
    /// What was searched for before.
    let before: String?
    /// How many characters (Unicode scalars) there is room for.
    private let most: Int

    init(_ before: String?, limit: Int = SearchField.limit) {
        text = before ?? ""
        self.before = before
        most = limit
    }

    /// Types a key; tells whether the text changed.
    mutating func type(_ key: Key) -> Bool {
        let old = text
        switch key {
        case .character(let character): append(String(character))
        case .paste(let pasted): append(pasted.inOneLine(after: text))
        case .backspace where !text.isEmpty: text.removeLast()
        case .control("u"): text = ""
        case .control("w"):
            text = text.split(separator: " ").dropLast().joined(separator: " ")
        default: break
        }
        return text != old
    }

    /// What a key did to a search.
    enum Outcome {
        case unchanged
        /// Something else is searched for now.
        case changed(String?)
    }

    /// Types a key into the search that is open: Enter ends it, Escape takes it back as well.
    ///
    /// `nil` leaves the key to the list that is searched.
    static func handle(_ key: Key, _ field: inout SearchField?) -> Outcome? {
        switch key {
        case .enter:
            field = nil
            return .unchanged
        case .escape:
            let before = field?.before
            field = nil
            return .changed(before)
        case .up, .down, .pageUp, .pageDown, .mouse: return nil
        default: return field?.type(key) == true ? .changed(field?.text) : .unchanged
        }
    }

    private mutating func append(_ addition: String) {
        let shown = addition.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }
        text.unicodeScalars.append(
            contentsOf: shown.prefix(max(0, most - text.unicodeScalars.count)))
    }
}

extension String {
    /// A pasted text as what one line has room for: a blank for every tab and for what ends a line, but
    /// none at the end, nor where nothing stands before it.
    fileprivate func inOneLine(after before: String) -> String {
        // A line feed after a carriage return is one character with it.
        let line = map { $0.isNewline || $0 == "\t" ? "\n" : $0 }
        let end = line.lastIndex { $0 != "\n" }.map { $0 + 1 } ?? 0
        let start = before.isEmpty ? line.firstIndex { $0 != "\n" } ?? 0 : 0
        return String(line[start..<max(start, end)].map { $0 == "\n" ? " " : $0 })
    }
}

/// Single-line input of a search or a note.
struct TextField: Equatable, Sendable {
    /// Maximum number of characters of a search.
    static let searchLimit = 200

    /// Text before the cursor.
    private(set) var before: String
    /// Text behind the cursor.
    private(set) var after = ""
    /// Typed text.
    var text: String { before + after }
    /// Text before the edit, which Escape restores.
    let original: String?
    /// Maximum number of characters (Unicode scalars).
    private let limit: Int

    init(_ original: String?, limit: Int = TextField.searchLimit) {
        before = original ?? ""
        self.original = original
        self.limit = limit
    }

    /// Types a key; returns whether the text changed.
    mutating func type(_ key: Key) -> Bool {
        let old = text
        switch key {
        case .character(let character): insert(String(character))
        case .paste(let pasted): insert(pasted.inOneLine(after: before))
        case .backspace: before = String(before.dropLast())
        case .delete, .control("d"): after = String(after.dropFirst())
        case .control("u"): before = ""
        case .control("k"): after = ""
        case .control("w"):
            before = before.split(separator: " ").dropLast().joined(separator: " ")
        default: moveCursor(key)
        }
        return text != old
    }

    private mutating func moveCursor(_ key: Key) {
        let text = text
        let end = text.count
        let cursor =
            switch key {
            case .left, .control("b"): max(before.count - 1, 0)
            case .right, .control("f"): min(before.count + 1, end)
            case .home, .control("a"): 0
            case .end, .control("e"): end
            default: before.count
            }
        (before, after) = (String(text.prefix(cursor)), String(text.dropFirst(cursor)))
    }

    /// Effect of a key on a search.
    enum Outcome {
        case unchanged
        /// The search text changed.
        case changed(String?)
    }

    /// Types a key into the open search: Enter closes it, Escape closes and reverts it.
    ///
    /// - Returns: `nil` if the key is meant for the searched list.
    static func handleSearch(_ key: Key, _ field: inout TextField?) -> Outcome? {
        switch key {
        case .enter:
            field = nil
            return .unchanged
        case .escape:
            let original = field?.original
            field = nil
            return .changed(original)
        case .up, .down, .pageUp, .pageDown, .mouse: return nil
        default: return field?.type(key) == true ? .changed(field?.text) : .unchanged
        }
    }

    private mutating func insert(_ addition: String) {
        let printable = addition.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }
        before.unicodeScalars.append(
            contentsOf: printable.prefix(max(0, limit - text.unicodeScalars.count)))
    }
}

extension String {
    /// Returns a pasted text as a single line: tabs and line ends become spaces, except at the end,
    /// and at the start if no text precedes it.
    fileprivate func inOneLine(after preceding: String) -> String {
        // Swift treats CR LF as one character.
        let line = map { $0.isNewline || $0 == "\t" ? "\n" : $0 }
        let end = line.lastIndex { $0 != "\n" }.map { $0 + 1 } ?? 0
        let start = preceding.isEmpty ? line.firstIndex { $0 != "\n" } ?? 0 : 0
        return String(line[start..<max(start, end)].map { $0 == "\n" ? " " : $0 })
    }
}

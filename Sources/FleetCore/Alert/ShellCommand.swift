/// A command line, split into its words as a shell splits it, and nothing more.
///
/// Blanks separate words; `'…'` keeps all as it is, `"…"` all but `\"` and `\\`, and a backslash outside
/// of quotes the character after it. There are no variables, no patterns and no other commands in it.
public struct CommandWords: Equatable, Sendable {
    /// What a program is started by.
    public let program: String
    /// What it is handed.
    public let arguments: [String]

    /// Splits a text; `nil` if a quote is not closed, if nothing follows a backslash, if there is no
    /// program in it, or if it holds a character that no program can be handed (NUL).
    public init?(_ text: String) {
        guard !text.unicodeScalars.contains("\0"), let words = Self.words(of: text),
            let program = words.first, !program.isEmpty
        else { return nil }
        self.program = program
        arguments = Array(words.dropFirst())
    }

    private static func words(of text: String) -> [String]? {
        var words: [String] = []
        // A pair of quotes with nothing in it is a word too.
        var word = String.UnicodeScalarView()
        var isWord = false
        var quote: Unicode.Scalar?
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if quote == nil, scalar == " " || ("\t"..."\r").contains(scalar) {
                if isWord { words.append(String(word)) }
                (word, isWord) = (.init(), false)
                continue
            }
            isWord = true
            switch (scalar, quote) {
            case ("\\", nil):
                guard let next = rest.popFirst() else { return nil }
                word.append(next)
            case ("\\", "\""?) where rest.first == "\"" || rest.first == "\\":
                word.append(rest.removeFirst())
            case (let scalar, let open?) where scalar == open: quote = nil
            case ("'", nil), ("\"", nil): quote = scalar
            default: word.append(scalar)
            }
        }
        if isWord { words.append(String(word)) }
        return quote == nil ? words : nil
    }
}

/// A command line, split into words as a shell does.
///
/// Blanks separate words. `'…'` keeps everything literal, `"…"` everything except `\"` and `\\`,
/// and a backslash outside quotes keeps the next character. Variables, patterns, pipes and other
/// shell syntax are not supported.
public struct ShellCommand: Equatable, Sendable {
    /// The name or path of the program.
    public let program: String
    /// The arguments of the program.
    public let arguments: [String]

    /// Splits a text; returns `nil` if a quote is not closed, if the text ends with a backslash, if
    /// it names no program, or if it contains NUL, which no argument can contain.
    public init?(_ text: String) {
        guard !text.unicodeScalars.contains("\0"), let words = Self.words(of: text),
            let program = words.first, !program.isEmpty
        else { return nil }
        self.program = program
        arguments = Array(words.dropFirst())
    }

    private static func words(of text: String) -> [String]? {
        var words: [String] = []
        // An empty pair of quotes is a word too.
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

/// Quoting of a text as one word of a command line.
public enum ShellWord {
    /// Returns the text as one word for a POSIX shell (POSIX.1, XCU 2.2): unchanged if it has no
    /// special characters, else in single quotes.
    public static func quoted(_ text: String) -> String {
        guard text.isEmpty || !text.utf8.allSatisfy(isPlain) else { return text }
        let parts = text.split(separator: "'", omittingEmptySubsequences: false)
        return "'" + parts.joined(separator: #"'\''"#) + "'"
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte.isLetterOrDigit || "%+,-./:=@_".utf8.contains(byte)
    }
}

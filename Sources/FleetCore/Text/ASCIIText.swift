/// Replacements for the characters that a terminal without UTF-8 cannot show.
///
/// A replacement has the width of the character, so aligned text stays aligned.
public enum ASCIIText {
    /// Returns whether the locale of an environment has another encoding than UTF-8 (POSIX.1-2024,
    /// XBD 8.2): the first of `LC_ALL`, `LC_CTYPE` and `LANG` that is set decides.
    ///
    /// Without any, the terminal is expected to use UTF-8, as terminals and containers do today.
    public static func isNeeded(_ variable: (String) -> String?) -> Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty }
        guard let locale = locale?.lowercased() else { return false }
        return !locale.contains("utf-8") && !locale.contains("utf8")
    }

    /// Returns a text in ASCII.
    public static func text(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        var ascii = ""
        var last: Character = " "
        for character in text {
            // The ellipsis after a word is a cut, the one after a space is a pause.
            ascii += character == "…" && last == " " ? "..." : replacement(for: character)
            last = character
        }
        return ascii
    }

    /// Returns bytes of UTF-8 in ASCII.
    public static func bytes(_ bytes: [UInt8]) -> [UInt8] {
        if bytes.allSatisfy({ $0 < 0x80 }) { return bytes }
        return Array(text(String(decoding: bytes, as: UTF8.self)).utf8)
    }

    /// Returns ASCII characters for a character, as wide as it is.
    public static func replacement(for character: Character) -> String {
        if character.isASCII { return String(character) }
        if let sign = signs[character] { return String(sign) }
        guard let scalar = character.unicodeScalars.first else { return "" }
        // The dots of Braille patterns (U+2800) are the bits of their number.
        if (0x2800...0x28FF).contains(scalar.value) {
            switch (scalar.value & 0xFF).nonzeroBitCount {
            case 0: return " "
            case 1...2: return "."
            case 3...5: return ":"
            default: return "#"
            }
        }
        let width = DisplayWidth.of(character)
        if width == 1, let letter = letter(scalar) { return String(letter) }
        return String(repeating: "?", count: width)
    }

    /// Returns the Latin letter without its marks, by the name that Unicode gives it.
    private static func letter(_ scalar: Unicode.Scalar) -> Character? {
        guard let words = scalar.properties.name?.split(separator: " "), words.count > 3,
            words[0] == "LATIN", words[2] == "LETTER", words[3].count == 1
        else { return nil }
        return (words[1] == "SMALL" ? words[3].lowercased() : words[3].uppercased()).first
    }

    private static let signs: [Character: Character] = {
        let groups: [(Character, String)] = [
            ("-", "─━┈┅╌‐‑–—−▬▔"), ("|", "│┃┊┋▏▎▍▌║‖"), ("+", "╭╮╰╯┌┐└┘├┤┬┴┼┏┓┗┛┣┫┳┻╋╸╴╺╶✚"),
            ("^", "↑▲△⌃⌂"),
            ("v", "↓▼▽▾⌄"), (">", "→▶▸›»➜"), ("<", "←◀◂‹«"), ("*", "★☆●•◆◉✱▰"), ("o", "○◦◇◌◯▱"),
            (".", "·∙⋅▂"), ("~", "…≈"), ("x", "×✕✗✖✘"), ("/", "÷⁄"), ("v", "✓✔"),
            ("#", "█▀▇▉▊▋▐■▣"),
            ("=", "▄▅═"), ("-", "▃"), ("_", "▁⎵"), ("%", "▒▓░"), ("\"", "“”„"), ("'", "‘’‚′"),
            ("!", "⚠▴"), ("d", "°"), ("u", "µμ"), ("s", "ß"), ("2", "²"), ("3", "³"), ("a", "æ"),
            ("A", "Æ"), ("e", "€"), ("L", "£"), (" ", "\u{A0}\u{2009}\u{202F}"), ("%", "‰"),
            ("+", "±"), ("O", "◐◑■"), ("$", "↵⏎"), ("<", "≤"), (">", "≥"), ("@", "↻⟳"), ("-", "↔"),
        ]
        var signs: [Character: Character] = [:]
        for (ascii, group) in groups {
            for sign in group where signs[sign] == nil { signs[sign] = ascii }
        }
        return signs
    }()
}

/// Width of text on a terminal, in columns.
///
/// The standard library lacks the East Asian Width (Unicode TR11), so the wide blocks are listed
/// here; emoji are wide by their Unicode property.
public enum DisplayWidth {
    /// Returns the width of a text without control characters.
    public static func of(_ text: String) -> Int {
        // Nearly all text is printable ASCII, with one byte per column.
        if text.utf8.allSatisfy({ $0 < 0x7F }) { return text.utf8.count }
        return text.reduce(0) { $0 + of($1) }
    }

    /// Returns the width of a character: that of its widest scalar, since the others overlap it.
    public static func of(_ character: Character) -> Int {
        if character.isASCII { return 1 }
        // U+FE0F selects the emoji presentation, which is wide.
        if character.unicodeScalars.contains("\u{FE0F}") { return 2 }
        // A flag consists of two regional indicators, each one column wide.
        if character.unicodeScalars.allSatisfy(isRegional) { return character.unicodeScalars.count }
        return character.unicodeScalars.reduce(0) { max($0, of($1)) }
    }

    private static func isRegional(_ scalar: Unicode.Scalar) -> Bool {
        (0x1F1E6...0x1F1FF).contains(scalar.value)
    }

    /// Returns the width of a single scalar.
    static func of(_ scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 { return scalar.value == 0xAD ? 0 : 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return isWide(scalar) ? 2 : 1
        }
    }

    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.properties.isEmojiPresentation { return !isRegional(scalar) }
        switch scalar.value {
        case 0x1100...0x115F, 0x2329...0x232A: return true
        case 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF, 0x4E00...0xA4CF: return true
        case 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF: return true
        case 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6: return true
        case 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265: return true
        case 0x20000...0x2FFFD, 0x30000...0x3FFFD: return true
        default: return false
        }
    }
}

extension DisplayWidth {
    /// Returns the text, truncated with `…` if it is wider than `width` columns.
    public static func shortened(_ text: String, to width: Int) -> String {
        guard of(text) > width else { return text }
        guard width > 0 else { return "" }
        var shortened = ""
        var room = width - 1
        for character in text {
            room -= of(character)
            if room < 0 { break }
            shortened.append(character)
        }
        return shortened + "…"
    }
    /// Returns the text in lines of at most `width` columns, broken at spaces; only words that are
    /// wider are broken inside.
    public static func wrapped(_ text: String, to width: Int) -> [String] {
        let width = max(width, 1)
        var (lines, used) = ([""], 0)
        for part in text.split(separator: " ").flatMap({ parts(of: $0, width) }) {
            let size = of(part)
            if used == 0 {
                (lines[lines.count - 1], used) = (part, size)
            } else if used + 1 + size <= width {
                lines[lines.count - 1] += " " + part
                used += 1 + size
            } else {
                lines.append(part)
                used = size
            }
        }
        return lines
    }

    /// Returns a word in parts of at most `width` columns; a wider character is a part.
    private static func parts(of word: Substring, _ width: Int) -> [String] {
        var (parts, used) = ([""], 0)
        for character in word {
            let size = of(character)
            if used > 0, used + size > width {
                parts.append("")
                used = 0
            }
            parts[parts.count - 1].append(character)
            used += size
        }
        return parts
    }
}

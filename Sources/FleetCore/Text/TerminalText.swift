/// Escaping of text from a feed for a terminal.
public enum TerminalText {
    /// Returns the text with control characters escaped, as in `\u{1B}`: C0, DEL, C1, and
    /// characters that reorder text (Unicode TR9, bidirectional formatting) or end a line.
    ///
    /// Nearly all texts contain none and are returned unchanged.
    public static func escaped(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
        var escaped = ""
        for scalar in text.unicodeScalars {
            if isUnsafe(scalar) {
                escaped += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
            } else {
                escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// Returns the text escaped, and truncated if it is unreasonably long, so that one text can
    /// neither widen a column nor slow down the measuring.
    static func limited(_ text: String) -> String {
        text.utf8.count > 512
            ? escaped(String(text.unicodeScalars.prefix(120))) + "…" : escaped(text)
    }

    static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F: true
        case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

/// Escaping of text from a feed for a terminal.
public enum TerminalText {
    /// Returns the text with unsafe characters escaped, as in `\u{1B}`: controls, line ends, and
    /// characters that are invisible or reorder text; see ``isUnsafe(_:)``.
    ///
    /// The parts of an emoji that other characters make visible stay: a joiner (U+200D) between two
    /// emoji, and an emoji selector (U+FE0F) after a character that is not an emoji by itself.
    /// Nearly all texts contain nothing unsafe and are returned unchanged.
    public static func escaped(_ text: String) -> String {
        guard !text.utf8.allSatisfy(isPrintableASCII) else { return text }
        var escaped = ""
        forEachScalar(of: text) { scalar, isUnsafe in
            if isUnsafe {
                escaped += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
            } else {
                escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// Returns whether the text contains controls (C0, DEL, C1) or ends a line.
    public static func hasControls(_ text: String) -> Bool {
        text.unicodeScalars.contains { scalar in
            scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
                || (0x2028...0x2029).contains(scalar.value)
        }
    }

    /// Returns the text escaped, and truncated if it is unreasonably long, so that one text can
    /// neither widen a column nor slow down the measuring.
    public static func limited(_ text: String) -> String {
        text.utf8.count > 512
            ? escaped(String(text.unicodeScalars.prefix(120))) + "…" : escaped(text)
    }

    /// Calls `body` with each scalar, and whether it is unsafe next to its neighbors.
    static func forEachScalar(
        of text: String, _ body: (_ scalar: Unicode.Scalar, _ isUnsafe: Bool) -> Void
    ) {
        var rest = text.unicodeScalars[...]
        var previous: Unicode.Scalar?
        while let scalar = rest.popFirst() {
            let isUnsafe =
                isUnsafe(scalar) && !isPartOfEmoji(scalar, after: previous, before: rest.first)
            body(scalar, isUnsafe)
            previous = isUnsafe ? nil : scalar
        }
    }

    /// Returns whether a scalar by itself is unsafe.
    ///
    /// Unsafe are controls (C0, DEL, C1), line ends, and what Unicode makes invisible or lets
    /// reorder text: Default_Ignorable_Code_Point, which includes zero-width, tag and deprecated
    /// format characters, and Bidi_Control. Interlinear annotation characters, which plain text
    /// should not contain, are unsafe too.
    package static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20...0x7E: false
        case ..<0xA0, 0x2028, 0x2029, 0xFFF9...0xFFFB: true
        case ..<0xAD: false
        default:
            scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.isBidiControl
        }
    }

    private static func isPrintableASCII(_ byte: UInt8) -> Bool { byte >= 0x20 && byte < 0x7F }

    /// Returns whether an invisible scalar belongs to an emoji sequence (Unicode TR51, ED-16).
    private static func isPartOfEmoji(
        _ scalar: Unicode.Scalar, after previous: Unicode.Scalar?, before next: Unicode.Scalar?
    ) -> Bool {
        guard let previous else { return false }
        switch scalar {
        case "\u{200D}":
            return (isEmoji(previous) || previous == "\u{FE0F}") && next.map(isEmoji) == true
        case "\u{FE0F}":
            // Digits have the property of emoji, because keycaps are made of them.
            guard !previous.properties.isEmojiPresentation else { return false }
            return isEmoji(previous) || previous.properties.isEmoji && next == "\u{20E3}"
        default: return false
        }
    }

    private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0xA9 && scalar.properties.isEmoji
    }
}

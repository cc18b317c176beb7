/// Text of a single line, without characters that change its order.
struct PrintableText: Equatable {
    let text: String

    /// Escapes unprintable characters, as in `\u{1B}`: controls, line breaks, and bidirectional
    /// formatting characters (Unicode TR9).
    init(_ text: String) {
        guard text.unicodeScalars.contains(where: PrintableText.isEscaped) else {
            self.text = text
            return
        }
        var printable = ""
        for scalar in text.unicodeScalars {
            if PrintableText.isEscaped(scalar) {
                printable += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
            } else {
                printable.unicodeScalars.append(scalar)
            }
        }
        self.text = printable
    }

    private static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F, 0xFEFF: true
        case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

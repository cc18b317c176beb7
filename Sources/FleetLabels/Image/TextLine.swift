import CPangoCairo

/// Lays out one line of text at a time with pango: any script, with the system's fonts.
///
/// Not safe to use from two threads at once.
final class TextLine {
    /// Maximum number of characters; no label has room for more, and layout takes time.
    static let lengthLimit = 1000

    private static let family = "Sans"

    /// Font size of the layout in points; without hinting, it can be scaled to any size.
    private static let size = 8.0

    let line: OpaquePointer
    private var text = PrintableText("")
    private var extent = cpango_extent()

    init() throws(LabelError) {
        var line: OpaquePointer?
        try check(cpango_line_create(TextLine.family, TextLine.size, &line))
        guard let line else { throw .outOfMemory }
        self.line = line
    }

    deinit {
        cpango_line_destroy(line)
    }

    /// Lays out a text and returns its width relative to the font size.
    func set(_ text: PrintableText) -> Double {
        guard text != self.text else { return extent.width / TextLine.size }
        self.text = text
        var text = text.text
        extent = text.withUTF8 { bytes in
            guard let start = bytes.baseAddress, !bytes.isEmpty else { return cpango_extent() }
            return cpango_line_set(line, start, bytes.count)
        }
        return extent.width / TextLine.size
    }

    /// Returns the scale at which the line has a font size of `points`.
    func scale(forFontSize points: Double) -> Double { points / TextLine.size }

    /// Whether the ink extends far above or below the letters of any script.
    var isTooTall: Bool { extent.above > 2 * TextLine.size || extent.below > 1.5 * TextLine.size }

    /// Number of characters missing from all installed fonts; they are drawn as boxes with their
    /// code points.
    var unknownCount: Int { text.text.isEmpty ? 0 : cpango_line_unknown(line) }

    /// Whether the text is empty.
    var isEmpty: Bool { text.text.isEmpty }
}

/// Throws the error of a library status.
func check(_ status: cpango_status, reason: @autoclosure () -> String = "") throws(LabelError) {
    switch status {
    case .done: return
    case .missing_library:
        throw .missingLibrary(cpango_missing_library().map { String(cString: $0) } ?? "")
    case .exhausted: throw .outOfMemory
    case .refused: throw .libraryError(library: "cairo", reason: reason())
    }
}

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

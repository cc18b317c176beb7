import CPangoCairo

/// Sets one line of text after the other by pango: any script, with fonts of the system.
///
/// Not safe to use from two threads at once.
final class TextLine {
    /// The most characters that are set: no label holds as many, and setting them takes time.
    static let lengthLimit = 1000

    private static let family = "Sans"

    /// How large the letters are set, in points; they are shown in any size, as they are not
    /// fitted to the dots of a device.
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

    /// Sets `text` and says how wide it is, in heights of its letters.
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

    /// How many times as large as it is set the line is shown with letters of `points`.
    func scale(forLetters points: Double) -> Double { points / TextLine.size }

    /// Whether the ink reaches far over or under where letters of any script do.
    var towers: Bool { extent.above > 2 * TextLine.size || extent.below > 1.5 * TextLine.size }

    /// How many characters of the line no installed font has; boxes with their numbers stand
    /// for them.
    var unknown: Int { text.text.isEmpty ? 0 : cpango_line_unknown(line) }

    /// Whether there is nothing to show.
    var isEmpty: Bool { text.text.isEmpty }
}

/// Throws what a status of the libraries means.
func check(_ status: cpango_status, reason: @autoclosure () -> String = "") throws(LabelError) {
    switch status {
    case .done: return
    case .missing_library:
        throw .missingLibrary(cpango_missing_library().map { String(cString: $0) } ?? "")
    case .exhausted: throw .outOfMemory
    case .refused: throw .refused(library: "cairo", reason: reason())
    }
}

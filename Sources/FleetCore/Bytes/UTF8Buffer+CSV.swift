extension UTF8Buffer {
    /// Appends feed text as a cell, quoted if necessary.
    ///
    /// The text is changed in two cases, in CSV only (not in JSON). Control characters, line ends
    /// included, are escaped as in ``TerminalText``, so every row is one line and safe to show.
    /// Text that a spreadsheet would evaluate as a formula gets an apostrophe in front, as OWASP
    /// recommends ("CSV Injection"), except `-` or `+` before a plain ID, which is common.
    mutating func appendCSV(_ string: String) {
        let cell = Self.isFormula(string) ? "'" + string : string
        var safe = TerminalText.escaped(cell)
        safe.withUTF8 { utf8 in
            guard utf8.contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") })
            else { return bytes.append(contentsOf: utf8) }
            appendQuoted(utf8)
        }
    }

    private mutating func appendQuoted(_ utf8: UnsafeBufferPointer<UInt8>) {
        append(UInt8(ascii: "\""))
        for byte in utf8 {
            if byte == UInt8(ascii: "\"") { append(byte) }
            append(byte)
        }
        append(UInt8(ascii: "\""))
    }

    private static func isFormula(_ string: String) -> Bool {
        // Full-width forms count too: a spreadsheet in an East Asian locale treats them the same.
        switch string.unicodeScalars.first {
        case "=", "@", "\u{FF1D}", "\u{FF20}": true
        case "-", "+", "\u{FF0D}", "\u{FF0B}":
            !string.unicodeScalars.dropFirst().allSatisfy(isPlainIDScalar)
        default: false
        }
    }

    private static func isPlainIDScalar(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "0"..."9", "A"..."Z", "a"..."z", "_", "-", ".": true
        default: false
        }
    }
}

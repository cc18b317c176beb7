extension ByteText {
    /// Adds text from a feed as a cell, in quotes if it needs them.
    ///
    /// Two things are changed, and only in CSV (JSON keeps both). Control characters, line ends
    /// among them, are written as ``TerminalText`` does, so a row is a line and safe to show. And
    /// what a spreadsheet would run as a formula gets an apostrophe before it, as OWASP advises
    /// ("CSV Injection"); `-` or `+` before a plain code does not count, since many begin so.
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
        // The wide forms count too: a spreadsheet set to an East Asian language reads them alike.
        switch string.unicodeScalars.first {
        case "=", "@", "\u{FF1D}", "\u{FF20}": true
        case "-", "+", "\u{FF0D}", "\u{FF0B}":
            !string.unicodeScalars.dropFirst().allSatisfy(isOfPlainCode)
        default: false
        }
    }

    private static func isOfPlainCode(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "0"..."9", "A"..."Z", "a"..."z", "_", "-", ".": true
        default: false
        }
    }
}

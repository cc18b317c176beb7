import FleetCore

/// Bytes of a cell in UTF-8, without the spaces around them.
typealias CellBytes = UnsafeBufferPointer<UInt8>

extension CellBytes {
    /// The cell without spaces and invisible characters at both ends: white space of Unicode, zero
    /// width characters, soft hyphens, byte order marks and marks of direction.
    var withoutInvisibleEnds: CellBytes {
        var (start, end) = (0, count)
        while start < end, let length = invisible(at: start, before: end) { start += length }
        while end > start, let length = invisible(endingAt: end, from: start) { end -= length }
        return CellBytes(rebasing: self[start..<end])
    }

    /// The cell as a text.
    var text: String { String(decoding: self, as: UTF8.self) }

    /// The cell without the apostrophe that lists for spreadsheets have before a formula
    /// (`CSVCellStyle`).
    var withoutFormulaGuard: CellBytes {
        guard count > 1, self[0] == UInt8(ascii: "'") else { return self }
        let isFormula =
            "=@+-\t\r\n".utf8.contains(self[1])
            || Self.fullWidthSigns.contains { dropFirst().starts(with: $0) }
        return isFormula ? CellBytes(rebasing: dropFirst()) : self
    }

    private static let fullWidthSigns = "\u{FF1D}\u{FF20}\u{FF0D}\u{FF0B}".map { Array($0.utf8) }

    /// Returns the length of the invisible character at an index; `nil` for others.
    private func invisible(at index: Int, before end: Int) -> Int? {
        if self[index] <= 0x20 { return 1 }
        if self[index] < 0x80 { return nil }
        if index + 2 <= end, Self.isInvisible(self[index], self[index + 1]) { return 2 }
        if index + 3 <= end, Self.isInvisible(self[index], self[index + 1], self[index + 2]) {
            return 3
        }
        return nil
    }

    private func invisible(endingAt end: Int, from start: Int) -> Int? {
        if self[end - 1] <= 0x20 { return 1 }
        if self[end - 1] < 0x80 { return nil }
        if end - 2 >= start, Self.isInvisible(self[end - 2], self[end - 1]) { return 2 }
        if end - 3 >= start, Self.isInvisible(self[end - 3], self[end - 2], self[end - 1]) {
            return 3
        }
        return nil
    }

    /// Returns whether the bytes are a no-break space or a soft hyphen.
    private static func isInvisible(_ first: UInt8, _ second: UInt8) -> Bool {
        first == 0xC2 && (second == 0xA0 || second == 0xAD || second == 0x85)
    }

    /// Returns whether the bytes are a space, a zero width character or a mark of direction.
    private static func isInvisible(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Bool {
        switch (first, second) {
        // U+1680, U+180E, U+3000 and U+FEFF.
        case (0xE1, 0x9A): third == 0x80
        case (0xE1, 0xA0): third == 0x8E
        case (0xE3, 0x80): third == 0x80
        case (0xEF, 0xBB): third == 0xBF
        // U+2000 to U+200F, U+2028 to U+202F, U+205F to U+2064 and U+2066 to U+206F.
        case (0xE2, 0x80): (0x80...0x8F).contains(third) || (0xA8...0xAF).contains(third)
        case (0xE2, 0x81):
            third == 0x9F || (0xA0...0xA4).contains(third) || third >= 0xA6 && third <= 0xAF
        default: false
        }
    }

    /// Whether the cell means that the value is not known, such as `-` or `n/a`.
    var isPlaceholder: Bool {
        guard (1...12).contains(count) else { return false }
        if count == 1 { return "-?/.".utf8.contains(self[0]) }
        return Self.placeholders.contains(ASCIICase.lowercased(text))
    }

    private static let placeholders: Set<String> = [
        "–", "—", "−", "--", "---", "?", "??", "???", "n/a", "n.a.", "na", "nan", "null", "none",
        "nil", "k.a.", "k. a.", "ka", "#n/a", "#nv", "unbekannt", "unknown", "inconnu", "inconnue",
        "desconocido", "sconosciuto", "onbekend", "desconhecido", "s/d", "n.d.", "nd", "n.v.t.",
        "keine", "…", "...",
    ]
}

extension String {
    /// Whether a cell with this text means that the value is not known.
    var isPlaceholder: Bool {
        var text = self
        return text.withUTF8 { $0.isPlaceholder || $0.isEmpty }
    }
}

/// Yes and no as people write them.
enum FlagWords {
    private static let words: [String: Bool] = WordKey.table([
        (
            true,
            """
            yes,y,true,t,1,x,ja,j,wahr,oui,o,vrai,sí,s,si,sì,verdadero,vero,waar,sim
            verdadeiro
            """
        ),
        (false, "no,n,false,f,0,nein,falsch,non,faux,falso,nee,onwaar,não,nao"),
    ])

    private static let signs: [String: Bool] = [
        "✓": true, "✔": true, "✔️": true, "☑": true, "☑️": true, "✅": true, "✗": false, "✘": false,
        "☐": false, "❌": false, "☒": true,
    ]

    /// Returns the value of a cell; `nil` for other words.
    static func flag(of text: String) -> Bool? { signs[text] ?? words[WordKey.of(text)] }
}

import FleetCore

extension TerminalText {
    /// The text as it is drawn in cells: safe, and without the characters that have no column of their
    /// own and no base that they are drawn over (joiners, zero-width spaces and the like).
    ///
    /// Emoji that are joined then stand one beside the other. Drawn as one, they take as many columns
    /// as the terminal thinks, which is not told, and all that follows in the row would be elsewhere.
    static func drawn(_ text: String) -> String {
        let safe = escaped(text)
        guard safe.unicodeScalars.contains(where: hasNoForm) else { return safe }
        var drawn = String.UnicodeScalarView()
        drawn.append(contentsOf: safe.unicodeScalars.lazy.filter { !hasNoForm($0) })
        return String(drawn)
    }

    private static func hasNoForm(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0xAD && scalar.properties.generalCategory == .format
    }
}

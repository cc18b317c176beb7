import FleetCore

extension TerminalText {
    /// Returns the text escaped and without zero-width format characters, such as joiners and
    /// zero-width spaces.
    ///
    /// Joined emoji are therefore drawn side by side. The width of a joined emoji depends on the
    /// terminal and cannot be queried, so drawing one would shift the rest of the row.
    static func drawable(_ text: String) -> String {
        let safe = escaped(text)
        guard safe.unicodeScalars.contains(where: isFormatCharacter) else { return safe }
        var kept = String.UnicodeScalarView()
        kept.append(contentsOf: safe.unicodeScalars.lazy.filter { !isFormatCharacter($0) })
        return String(kept)
    }

    private static func isFormatCharacter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0xAD && scalar.properties.generalCategory == .format
    }
}

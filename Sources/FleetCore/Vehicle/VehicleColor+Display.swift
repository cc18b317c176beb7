extension VehicleColor {
    /// Words that only say which kind of the next tone it is, as in `light blue`.
    private static let modifiers: Set<String> = [
        "bright", "dark", "deep", "forest", "light", "matte", "medium", "metallic", "pale",
        "royal", "sky",
    ]

    /// Tones with the name of the tone that they are a kind of, as in `navy blue`.
    private static let kinds = ["lime": "green", "navy": "blue", "olive": "green"]

    /// The tones that the vehicle has: one each, where the name has several words for it.
    ///
    ///     VehicleColor("navy blue")?.swatches  // ["navy"]
    ///     VehicleColor("light blue and red")?.swatches  // ["blue", "red"]
    var swatches: [String] {
        var swatches: [String] = []
        for (index, tone) in tones.enumerated() {
            if Self.modifiers.contains(tone), index + 1 < tones.count { continue }
            if index > 0, Self.kinds[tones[index - 1]] == tone { continue }
            swatches.append(tone)
        }
        return swatches
    }

    /// Appends the color in words of a language, safe for a terminal; in English as a filter spells
    /// it.
    func append(in language: Language, to text: inout UTF8Buffer) {
        for (index, tone) in tones.enumerated() {
            if index > 0, !language.isSource {
                let previous = tones[index - 1]
                if Self.kinds[previous] == tone { continue }
                if Self.modifiers.contains(previous) {
                    text.append(TerminalText.limited(language.word(tone)))
                    continue
                }
            }
            if index > 0 { text.append(UInt8(ascii: "-")) }
            text.append(TerminalText.limited(language.word(tone)))
        }
    }
}

/// A vehicle's color: what the feed wrote, and the tones in it.
///
/// `BlueRed` has the tones blue and red, `navy blue` the tones navy and blue. GBFS asks for
/// lower-case words (`vehicle_types.json`, `color`); the app's document joins capitalised ones.
public struct VehicleColor: Hashable, Sendable {
    /// The color as the feed or the user wrote it.
    public let name: String
    /// The tones in it, lower case, each once, in the order written; never empty.
    public let tones: [String]

    /// How many tones of a color are told apart; more than any vehicle has.
    static let mostTones = 16

    /// Reads a color; `nil` if the text holds no letter or digit, or only says `unknown`.
    public init?(_ name: some StringProtocol) {
        let tones = Self.tones(in: name)
        guard !tones.isEmpty, tones != ["unknown"] else { return nil }
        self.name = String(name)
        self.tones = tones
    }

    /// The color as a filter spells it, such as `blue-red`.
    public var label: String { tones.joined(separator: "-") }

    /// Splits a color at everything that is no letter or digit and before a capital that follows a
    /// small letter, so that `BlueRed`, `blue-red` and `Blue and red` have the same tones.
    static func tones(in text: some StringProtocol) -> [String] {
        var tones: [String] = []
        var tone = ""
        var previousIsLowercase = false
        func finish() {
            let isTone = !tone.isEmpty && tone != "and" && !tones.contains(tone)
            if isTone { tones.append(tone) }
            tone = ""
        }
        for character in text {
            if tones.count == mostTones { return tones }
            if character.isUppercase, previousIsLowercase { finish() }
            if character.isLetter || character.isNumber {
                tone += character.lowercased()
            } else {
                finish()
            }
            previousIsLowercase = character.isLowercase
        }
        finish()
        return tones
    }
}

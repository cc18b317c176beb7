/// A vehicle's color: its name in the feed and the tones in that name.
///
/// `BlueRed` has the tones blue and red, `navy blue` the tones navy and blue. GBFS requires
/// lower-case words (`vehicle_types.json`, `color`); the app's document joins capitalized ones.
///
///     VehicleColor("BlueRed")?.tones  // ["blue", "red"]
public struct VehicleColor: Hashable, Sendable {
    /// The color as written in the feed or by the user.
    public let name: String
    /// The distinct tones in lower case, in the order of the name; never empty.
    public let tones: [String]

    /// The maximum number of tones, more than any vehicle has.
    static let maxTones = 16

    /// Parses a color; returns `nil` if the text has no letter or digit, or is `unknown`.
    public init?(_ name: some StringProtocol) {
        let tones = Self.tones(in: name)
        guard !tones.isEmpty, tones != ["unknown"] else { return nil }
        self.name = String(name)
        self.tones = tones
    }

    /// The color as written in a filter, such as `blue-red`.
    public var label: String { tones.joined(separator: "-") }

    /// Splits a color at characters other than letters and digits, and before a capital that
    /// follows a lower-case letter, so that `BlueRed`, `blue-red` and `Blue and red` have the same
    /// tones.
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
            if tones.count == maxTones { return tones }
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

/// The user's colors for the vehicle types of a source (`--color-of TYPE_ID=red`).
///
/// They take precedence over the colors in the feed, which most feeds omit.
public struct ColorMap: Equatable, Sendable {
    /// The color of each vehicle type, by `vehicle_type_id`.
    public var colors: [String: VehicleColor]

    /// Creates a map; with an empty map every color comes from the feed.
    public init(_ colors: [String: VehicleColor] = [:]) {
        self.colors = colors
    }

    /// The user's color for a type, if any.
    public subscript(typeID: String?) -> VehicleColor? {
        typeID.flatMap { colors[$0] }
    }
}

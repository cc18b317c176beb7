/// A filter by color: a vehicle matches if it has one of the selected colors.
///
///     let filter = ColorFilter(["red", "blue-white"])
///     filter?.matches(VehicleColor("BlueWhite"))  // true
public struct ColorFilter: Hashable, Sendable {
    /// One selected color.
    public enum Choice: Hashable, Sendable {
        /// A color with all of these tones; `red` is one tone, `blue-red` two.
        case tones([String])
        /// An unknown color.
        case unknown

        /// The choice as the user types it, such as `blue-red`.
        public var label: String {
            switch self {
            case .tones(let tones): tones.joined(separator: "-")
            case .unknown: "unknown"
            }
        }
    }

    /// The selected colors without duplicates; if empty, every vehicle matches.
    public let choices: [Choice]

    /// The filter that every vehicle matches.
    public static let all = ColorFilter(choices: [])

    /// Parses the user's input, such as `red`, `blue-red` or `red,unknown`.
    ///
    /// With `all` among the words every vehicle matches. Returns `nil` if a word is not a color.
    public init?(_ words: [String]) {
        var choices: [Choice] = []
        for word in words.flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) }) {
            let tones = VehicleColor.tones(in: word)
            switch tones {
            case []: return nil
            case ["all"]: self = .all; return
            case ["unknown"]: choices.append(.unknown)
            default: choices.append(.tones(tones))
            }
        }
        var seen: Set<Choice> = []
        self.init(choices: choices.filter { seen.insert($0).inserted })
    }

    private init(choices: [Choice]) {
        self.choices = choices
    }

    /// The choices as the user types them, such as `["blue-red", "unknown"]`.
    public var labels: [String] { choices.map(\.label) }

    /// Returns whether a vehicle of this color matches.
    public func matches(_ color: VehicleColor?) -> Bool {
        guard !choices.isEmpty else { return true }
        return choices.contains { choice in
            switch choice {
            case .tones(let tones): color.map { Self.holds($0, tones) } ?? false
            case .unknown: color == nil
            }
        }
    }

    /// Returns the filter without the choices that match none of the colors of a fleet.
    public func limited(to colors: [ColorCount]) -> ColorFilter {
        ColorFilter(
            choices: choices.filter { choice in
                let filter = ColorFilter(choices: [choice])
                return colors.contains { filter.matches($0.color) }
            })
    }

    /// Returns the filter without the choices of another one.
    func without(_ other: ColorFilter) -> ColorFilter {
        ColorFilter(choices: choices.filter { !other.choices.contains($0) })
    }

    /// Returns whether a color has all the tones, compared byte by byte.
    private static func holds(_ color: VehicleColor, _ tones: [String]) -> Bool {
        tones.allSatisfy { wanted in
            color.tones.contains { ByteOrder.equal($0, wanted) }
        }
    }
}

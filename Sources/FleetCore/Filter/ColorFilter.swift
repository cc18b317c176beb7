/// Which colors a list is narrowed to: a vehicle passes if one of the wanted colors is its own.
public struct ColorFilter: Hashable, Sendable {
    /// One wanted color.
    public enum Choice: Hashable, Sendable {
        /// All of these tones; `red` is one tone, `blue-red` two.
        case tones([String])
        /// No color known.
        case unknown

        /// The choice as a user would type it, such as `blue-red`.
        public var word: String {
            switch self {
            case .tones(let tones): tones.joined(separator: "-")
            case .unknown: "unknown"
            }
        }
    }

    /// The wanted colors, each once; empty lets every vehicle pass.
    public let choices: [Choice]

    /// Lets every vehicle pass.
    public static let all = ColorFilter(choices: [])

    /// Reads what a user typed, such as `red`, `blue-red` or `red,unknown`.
    ///
    /// `all` among them lets every vehicle pass. Returns `nil` if a word holds no color.
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

    /// The choices as a user would type them, such as `["blue-red", "unknown"]`.
    public var words: [String] { choices.map(\.word) }

    /// Whether a vehicle of this color passes.
    public func matches(_ color: VehicleColor?) -> Bool {
        guard !choices.isEmpty else { return true }
        return choices.contains { choice in
            switch choice {
            case .tones(let tones): color.map { Self.holds($0, tones) } ?? false
            case .unknown: color == nil
            }
        }
    }

    /// Whether a color has all the tones, compared as bytes like all text of a filter.
    private static func holds(_ color: VehicleColor, _ tones: [String]) -> Bool {
        tones.allSatisfy { wanted in
            color.tones.contains { ByteOrder.equal($0, wanted) }
        }
    }
}

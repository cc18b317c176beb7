/// A rule that feeds are checked against, with its texts.
///
/// The rules are members of their groups, such as `.data.duplicateID`. A member of a group is a
/// rule everywhere: it has its name and its texts, and is read, listed and documented.
public struct CheckRule: RawRepresentable, Hashable, Codable, Sendable {
    /// The rules of the specification.
    public static let standard = StandardRules()
    /// The rules about documents.
    public static let document = DocumentRules()
    /// The rules about data.
    public static let data = DataRules()
    /// The rules over time.
    public static let time = TimeRules()

    /// All rules, in the order of their groups.
    public static let allCases =
        rules(of: standard) + rules(of: document) + rules(of: data) + overTime
    /// The rules over time.
    public static let overTime = rules(of: time)

    private static func rules(of group: some Sendable) -> [CheckRule] {
        Mirror(reflecting: group).children.compactMap { $0.value as? CheckRule }
    }

    private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

    /// How much a finding matters.
    public enum Severity: String, CaseIterable, Codable, Comparable, Sendable {
        /// Programs can read the data, but it is worse than it should be.
        case warning
        /// The specification forbids it, or the data is wrong.
        case error

        /// A warning is less than an error.
        public static func < (left: Self, right: Self) -> Bool {
            left == .warning && right == .error
        }
    }

    /// What distinguishes some rules.
    enum Trait {
        /// The canonical validator of GBFS has the rule, so that its report lists the findings.
        case canonical
        /// A single check of the documents may break it by chance; it counts once two checks in a
        /// row do.
        case momentary
        /// It is about a value that would be right if it was not there, in an optional field.
        case aboutValues
        /// While it is broken, the numbers of the feed are unusual.
        case spoilsNumbers
    }

    /// The name, in output and in stored data, which never changes.
    public let rawValue: String
    /// How much a finding matters.
    public let severity: Severity
    let traits: [Trait]
    private let english: (problem: String, reason: String, remedy: String)

    init(
        _ name: String, _ severity: Severity, traits: [Trait] = [],
        _ problem: String, _ reason: String, _ remedy: String
    ) {
        (rawValue, self.severity, self.traits) = (name, severity, traits)
        english = (problem, reason, remedy)
    }

    /// Returns the rule of a name.
    public init?(rawValue: String) {
        guard let rule = Self.byName[rawValue] else { return nil }
        self = rule
    }

    /// What is wrong, for any finding, in the current language.
    public var problem: String { Language.current.word(english.problem) }
    /// The problem without its full stop.
    public var title: String { String(problem.dropLast()) }
    /// Why it matters.
    public var reason: String { Language.current.word(english.reason) }
    /// How to mend it.
    public var remedy: String { Language.current.word(english.remedy) }

    /// Whether the canonical validator of GBFS has the rule.
    public var isCanonical: Bool { traits.contains(.canonical) }

    /// Whether a table can break it: a table does not move, has no `ttl`, and grows by many rows.
    public var appliesToTables: Bool { !isOverTime || self == .time.feedFailing }

    /// Whether it compares several readings of a feed.
    public var isOverTime: Bool { Self.overTime.contains(self) }
}

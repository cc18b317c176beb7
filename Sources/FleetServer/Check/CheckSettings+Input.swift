import FleetCore
import FleetTeam
import HTTPTypes

// Settings of a check as a form or a document has them.

extension CheckBounds {
    /// Returns the bounds with some typed ones.
    /// - Throws: `Problem` (422).
    func changed(_ bounds: BoundTexts<CheckBound>) throws(Problem) -> CheckBounds {
        var changed = self
        for bound in CheckBound.allCases {
            guard let text = bounds[bound] else { continue }
            do throws(QuantityError) {
                changed[bound] = try bound.value(text)
            } catch {
                throw Problem(
                    .unprocessableContent,
                    "The bound \(bound.rawValue) \(error.requirement).",
                    hint: "Correct it, or send off.", parameter: bound.rawValue)
            }
        }
        return changed
    }
}

extension AreaScope {
    /// Creates the scope of the typed name of a zone, everywhere without one.
    /// - Parameter old: The scope that stays if it is still named.
    init(zone text: String, was old: AreaScope) {
        let name = Self.trimmed(text)
        self = name.isEmpty ? .everywhere : name == old.name ? old : .zone(name)
    }

    /// The name of the zone or of the area; `nil` for everywhere.
    var name: String? {
        switch self {
        case .everywhere: nil
        case .zone(let name), .area(let name, _): name
        }
    }

    private static func trimmed(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

extension CheckRule {
    /// Creates the rule of a typed name.
    /// - Throws: `Problem` (422).
    init(typed name: String) throws(Problem) {
        guard let rule = CheckRule(rawValue: name) else {
            throw Problem(
                .unprocessableContent, "There is no such rule.",
                hint: "Use the name of a rule of `fleet check`.", parameter: "rule")
        }
        self = rule
    }
}

extension CheckSettings.Silence {
    /// Longest name of a document, in bytes.
    private static let maxDocument = 100

    /// Creates the silence of typed values, whose day is not compared with the present one.
    /// - Throws: `Problem` (422).
    init(_ typed: CheckSilenceDocument) throws(Problem) {
        let rule = try CheckRule(typed: typed.end.rule)
        let document = typed.end.document.flatMap { $0.isEmpty ? nil : $0 }
        if let document {
            guard document.utf8.count <= Self.maxDocument, Self.isPlain(document) else {
                throw Problem(member: "document")
            }
        }
        let words = typed.reason.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !words.isEmpty else {
            throw Problem(
                .unprocessableContent, "A silence needs a reason.", hint: "Write why.",
                parameter: "reason")
        }
        guard words.unicodeScalars.count <= Self.maxReason else {
            throw Problem(
                .unprocessableContent,
                "The reason must be at most \(Self.maxReason) characters long.",
                hint: "Shorten it.", parameter: "reason")
        }
        guard Self.isPlain(words) else { throw Problem(member: "reason") }
        guard let day = LocalDay(typed.until) else { throw Problem(member: "until") }
        self.init(rule, in: document, because: words, until: day)
    }

    /// - Throws: `Problem` (422) unless it ends within a year.
    func require(at now: Timestamp) throws(Problem) {
        let today = LocalDay(at: now, in: .utc)
        guard (today...today.advanced(by: Self.maxDays)).contains(until) else {
            throw Problem(
                .unprocessableContent, "A silence ends today at the earliest, and within a year.",
                hint: "Choose another last day.", parameter: "until")
        }
    }

    private static func isPlain(_ text: String) -> Bool {
        !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}

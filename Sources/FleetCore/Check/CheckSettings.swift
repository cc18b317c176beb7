/// Settings of a source for its check over time.
public struct CheckSettings: Equatable, Sendable {
    /// A rule that is known to be broken, which is not reported until a day.
    public struct Silence: Equatable, Sendable {
        /// Most days from the present one for which a rule is silenced.
        public static let maxDays = 365
        /// Most characters of a reason.
        public static let maxReason = 200

        /// The rule.
        public var rule: CheckRule
        /// The name of the document, without `.json`; `nil` for all documents.
        public var document: String?
        /// Why, for people.
        public var reason: String
        /// The last day, in UTC.
        public var until: LocalDay

        /// Creates a silence.
        public init(
            _ rule: CheckRule, in document: String? = nil, because reason: String,
            until day: LocalDay
        ) {
            (self.rule, self.document) = (rule, document)
            (self.reason, until) = (reason, day)
        }

        /// Returns whether it silences a finding at a time.
        public func silences(_ finding: CheckFinding, at now: Timestamp) -> Bool {
            rule == finding.rule && document.map { $0 == finding.document } ?? true
                && LocalDay(at: now, in: .utc) <= until
        }
    }

    /// The bounds of the rules.
    public var bounds = CheckBounds()
    /// Where its vehicles must be.
    public var scope = AreaScope.everywhere
    /// Whether a service may close at night, as long as its nights are not known; people who watch a
    /// feed want to know at once.
    public var allowsNights = true
    /// What is silenced, the oldest first.
    public var silences: [Silence] = []

    /// Creates the standard settings.
    public init() {}

    /// The settings in words, with their names.
    public var texts: [(name: String, text: String)] {
        var texts = bounds.texts.sorted { $0.key < $1.key }.map { ("check: " + $0.key, $0.value) }
        if case .zone(let name) = scope { texts.append(("check: zone", name)) }
        for silence in silences {
            let document = silence.document.map { " in \($0).json" } ?? ""
            texts.append(
                (
                    "silenced",
                    "\(silence.rule.rawValue)\(document) until \(silence.until.text): \(silence.reason)"
                ))
        }
        return texts
    }

    /// Adds a silence in place of one of the same rule and document, and forgets those that are
    /// over.
    public mutating func add(_ silence: Silence, at now: Timestamp) {
        let today = LocalDay(at: now, in: .utc)
        silences.removeAll {
            $0.until < today || ($0.rule == silence.rule && $0.document == silence.document)
        }
        silences.append(silence)
    }

    /// Removes what silences a rule in a document, or in any document if `document` is `nil`.
    public mutating func endSilences(of rule: CheckRule, in document: String?) {
        silences.removeAll { silence in
            silence.rule == rule
                && (document == nil || silence.document == nil || silence.document == document)
        }
    }

    /// Returns those of some findings that are reported and not silenced.
    public func reported(_ findings: [CheckFinding], at now: Timestamp) -> [CheckFinding] {
        findings.filter { $0.isReported && silence(of: $0, at: now) == nil }
    }

    /// Returns what silences a finding at a time; `nil` if it is reported.
    public func silence(of finding: CheckFinding, at now: Timestamp) -> Silence? {
        silences.last { $0.silences(finding, at: now) }
    }
}

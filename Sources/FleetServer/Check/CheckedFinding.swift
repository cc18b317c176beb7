import FleetCore
import FleetService
import FleetTeam

/// What is wrong, in one line: the keys of the template `_finding_line`.
struct FindingLine {
    /// Class of the color: `bad` or `warn`.
    var tone: String
    var severity: String
    var title: String
    /// What is wrong here, in English as it was found; absent if the title says it.
    var detail: String?

    init(_ finding: CheckFinding) {
        (tone, severity) =
            switch finding.rule.severity {
            case .error: ("bad", localized("error"))
            case .warning: ("warn", localized("warning"))
            }
        title = finding.rule.title
        detail = finding.detail.map(TerminalText.limited)
    }
}

/// An open finding on the page of a check.
struct CheckedFinding {
    /// Most characters of a path or a value of an example.
    private static let maxExample = 160

    /// The form that silences it.
    struct Form {
        var action: String
        var rule: String
        var document: String
        var reason: String
        var until: String
        var lastDay: String
        var isOpen: Bool
    }

    /// Why it is not reported.
    struct Silence {
        var why: String
        var end: String
        /// The form that ends it; absent for those who may not.
        var unsilence: Unsilence?
    }

    struct Unsilence {
        var action: String
        var rule: String
        var document: String
    }

    /// Name of the heading.
    var anchor: String
    var finding: FindingLine
    /// Its document and the place there, such as `vehicle_status.json /data/vehicles/*/lat`.
    var place: String
    var countText: String?
    var since: ShownTime?
    var examples: [CheckFinding.Example]
    var hasExamples: Bool
    var reason: String
    var remedy: String
    var section: String
    var rule: String
    let severity: CheckRule.Severity
    /// Absent for those who may not silence it, and for one that is silenced.
    var form: Form?
    var silence: Silence?

    /// - Parameters:
    ///   - number: The number on the page.
    ///   - silence: What silences it; `nil` if it is reported.
    ///   - typed: The form that was refused.
    init(
        _ found: CheckFinding, number: Int, of source: PolledSource,
        silence: CheckSettings.Silence?, _ typed: QueryItems, _ request: UserRequest
    ) {
        anchor = "finding-\(number)"
        finding = FindingLine(found)
        place = [found.document.isEmpty ? "" : found.document + ".json", found.path]
            .filter { !$0.isEmpty }.map(TerminalText.limited).joined(separator: " ")
        if place.isEmpty { place = localized("all vehicles").capitalizedFirst }
        severity = found.rule.severity
        countText = found.count > 1 ? localized("\(found.count) times") : nil
        since = found.since.map(request.time)
        examples = found.examples.map { example in
            CheckFinding.Example(
                path: Self.shortened(example.path), value: example.value.map(Self.shortened))
        }
        hasExamples = !examples.isEmpty
        (reason, remedy) = (found.rule.reason, found.remedy)
        (section, rule) = (TerminalText.limited(found.section), found.rule.rawValue)
        let mayChange = request.environment.canChangeSources(request.access)
        let action = "/admin/sources/" + source.uuid.text
        if let silence {
            self.silence = Silence(
                why: TerminalText.limited(silence.reason), end: silence.until.text,
                unsilence: mayChange
                    ? Unsilence(action: action, rule: rule, document: found.document) : nil)
        } else if mayChange {
            form = Form(found, action, typed, at: request.environment.now())
        }
    }

    private static func shortened(_ text: String) -> String {
        DisplayWidth.shortened(TerminalText.limited(text), to: maxExample)
    }
}

/// The findings of a rule: the keys of the template `_findings`.
struct FindingGroup {
    /// Groups that are shown without unfolding.
    private static let openGroups = 2

    var line: FindingLine
    var rule: String
    var reason: String
    var findingsText: String
    var findings: [CheckedFinding]
    var isOpen: Bool

    /// Returns the groups of some findings: errors before warnings, the most frequent first.
    static func groups(of findings: [CheckedFinding]) -> [FindingGroup] {
        var groups: [String: [CheckedFinding]] = [:]
        for found in findings { groups[found.rule, default: []].append(found) }
        func isWorse(_ one: [CheckedFinding], than other: [CheckedFinding]) -> Bool {
            let (first, second) = (one[0], other[0])
            guard first.severity == second.severity else { return first.severity > second.severity }
            guard one.count == other.count else { return one.count > other.count }
            return first.rule < second.rule
        }
        return groups.values.sorted(by: isWorse).enumerated().map { index, found in
            FindingGroup(found, isFirst: index < openGroups)
        }
    }

    private init(_ findings: [CheckedFinding], isFirst: Bool) {
        let first = findings[0]
        (line, rule, reason) = (first.finding, first.rule, first.reason)
        line.detail = nil
        findingsText = ShortText.count(findings.count, "finding")
        self.findings = findings
        isOpen = isFirst || findings.contains { $0.form?.isOpen == true }
    }
}

extension CheckedFinding.Form {
    /// Days of a silence unless others are typed.
    private static let usualDays = 30

    fileprivate init(
        _ finding: CheckFinding, _ action: String, _ typed: QueryItems, at now: Timestamp
    ) {
        (self.action, rule, document) = (action, finding.rule.rawValue, finding.document)
        let today = LocalDay(at: now, in: .utc)
        lastDay = today.advanced(by: CheckSettings.Silence.maxDays).text
        isOpen =
            typed["do"] == "silence" && typed["rule"] == rule
            && (typed["document"] ?? "") == document
        reason = isOpen ? typed["reason"] ?? "" : ""
        until = (isOpen ? typed["until"] : nil) ?? today.advanced(by: Self.usualDays).text
    }
}

import Foundation

/// Something that is wrong in a feed, with everything that is wrong in the same way.
public struct CheckFinding: Equatable, Sendable, Codable {
    /// Maximum number of examples.
    public static let maxExamples = 3

    /// One of the objects or values.
    public struct Example: Equatable, Sendable, Codable {
        /// JSON pointer in the document.
        public var path: String
        /// The value, or what names the object; `nil` if there is none.
        public var value: String?

        /// Creates an example.
        public init(path: String, value: String? = nil) { (self.path, self.value) = (path, value) }

        /// Returns whether it names the vehicle with an ID; examples shorten long IDs.
        func names(_ id: String) -> Bool {
            let texts = [path, value, value.flatMap(Self.decoded)].compactMap(\.self)
            return texts.contains { $0 == id || $0.last == "…" && id.hasPrefix($0.dropLast()) }
        }

        /// Returns the text of a JSON string of a document; `nil` for other values.
        private static func decoded(_ json: String) -> String? {
            let text = { (json: String) in
                try? JSONDecoder().decode(String.self, from: Data(json.utf8))
            }
            guard json.first == "\"", json.last == "…" else { return text(json) }
            // A shortened one may end within an escape.
            return (0..<12).lazy.compactMap { text(json.dropLast($0 + 1) + "\"") }.first.map {
                $0 + "…"
            }
        }
    }

    /// Parameters of the keyword of JSON Schema.
    public enum Parameters: Equatable, Sendable, Codable {
        case none
        case missing(String)
        case type(String)
        case limit(Double, isMaximum: Bool)
        case values([String])
        case format(String)
    }

    /// The rule.
    public var rule: CheckRule
    /// Name of the document, without `.json`.
    public var document: String
    /// JSON pointer with `*` for each index and each free key, such as `/data/vehicles/*/lat`;
    /// empty for the document itself.
    public var path: String
    /// The problem in one sentence, without a full stop.
    public var problem: String
    /// Keyword of JSON Schema, or the name of the rule.
    public var keyword: String
    /// Parameters of the keyword.
    public var parameters = Parameters.none
    /// The section of the specification, such as `GBFS 3.0, vehicle_status.json, lat`.
    public var section: String
    /// Whether the value may be left out; `nil` if not, or if it is not known.
    public var isOptional: Bool?
    /// Number of objects or values.
    public var count = 0
    /// The first of them.
    public private(set) var examples: [Example] = []
    /// Time since which it is found without interruption; `nil` for a check of one moment.
    public var since: Timestamp?

    /// Creates a finding without examples.
    public init(
        _ rule: CheckRule, in document: String, at path: String, problem: String? = nil,
        keyword: String? = nil, parameters: Parameters = .none, section: String
    ) {
        (self.rule, self.document, self.path) = (rule, document, path)
        self.problem = problem ?? rule.title
        self.keyword = keyword ?? rule.rawValue
        (self.parameters, self.section) = (parameters, section)
    }

    /// Adds the vehicles of a sample.
    mutating func add(_ sample: FeedObservation.Sample) {
        count += sample.count
        examples += sample.examples.prefix(max(0, Self.maxExamples - examples.count))
    }

    /// Removes the examples that name a vehicle, for a request of deletion.
    /// - Returns: Whether there were any.
    public mutating func removeExamples(of id: String) -> Bool {
        let count = examples.count
        examples.removeAll { $0.names(id) }
        return examples.count < count
    }

    /// How to mend it: the remedy of the rule, and for an optional value that it may be left out.
    public var remedy: String {
        guard isOptional == true, rule.traits.contains(.aboutValues) else { return rule.remedy }
        return rule.remedy + " "
            + localized("Leave the field out if there is no right value; it is optional.")
    }

    /// The problem, in English as it was found; `nil` if the title of the rule says as much.
    public var detail: String? {
        let title = Language.$current.withValue(.english) { rule.title }
        return problem == title ? nil : problem
    }

    /// Counts an object or a value; keeps it as an example if there are few.
    public mutating func add(_ example: @autoclosure () -> Example) {
        count += 1
        if examples.count < Self.maxExamples { examples.append(example()) }
    }
}

/// The result of a check: the documents of a system or a folder, and what is wrong with them.
public struct CheckReport: Equatable, Sendable {
    /// A document that was read, or that is missing.
    public struct Document: Equatable, Sendable {
        /// Name, without `.json`.
        public var name: String
        /// Address without secrets, or path; `nil` if it is missing.
        public var address: String?
        /// Whether the system must have it.
        public var isRequired: Bool
        /// Whether it was read.
        public var exists: Bool
        /// Standard and version by which it was checked, such as `GBFS 3.0`.
        public var version: String

        /// The name of the file; that of a table has its suffix, and a table no other name.
        var fileName: String { FeedDescription(format: version).isTable ? name : name + ".json" }

        /// Creates a document.
        public init(
            name: String, address: String?, isRequired: Bool, exists: Bool, version: String
        ) {
            (self.name, self.address, self.isRequired) = (name, address, isRequired)
            (self.exists, self.version) = (exists, version)
        }
    }

    /// Version that the discovery document, or the first document, declares.
    public var detectedVersion: String?
    /// Version by which the documents were checked.
    public var version: String
    /// Documents that were read, and required ones that are missing.
    public var documents: [Document]
    /// What is wrong, in the order of the documents; errors before warnings.
    public private(set) var findings: [CheckFinding]
    /// What is wrong, and silenced.
    public private(set) var silenced: [CheckFinding] = []
    /// Documents that were not checked, by the reason.
    public var leftOut: [LeftOutDocuments] = []
    /// Notices about what else was not checked.
    public var notices: [String] = []

    /// Creates a report.
    public init(
        detectedVersion: String?, version: String, documents: [Document],
        findings: [CheckFinding], leftOut: [LeftOutDocuments] = [], notices: [String] = []
    ) {
        (self.detectedVersion, self.version) = (detectedVersion, version)
        (self.documents, self.leftOut, self.notices) = (documents, leftOut, notices)
        let order = Dictionary(
            documents.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        self.findings = findings.enumerated().sorted { left, right in
            let places = [left, right].map { order[$0.element.document] ?? documents.count }
            let (first, second) = (left.element.rule.severity, right.element.rule.severity)
            if places[0] != places[1] { return places[0] < places[1] }
            return first == second ? left.offset < right.offset : first > second
        }.map(\.element)
    }

    /// Adds findings of a time, with since when those of this report are found.
    public mutating func add(_ others: [CheckFinding]) {
        for other in others {
            if let index = findings.firstIndex(where: { $0.isSame(as: other) }) {
                findings[index].since = other.since
            } else {
                findings.append(other)
            }
        }
        self = CheckReport(
            detectedVersion: detectedVersion, version: version, documents: documents,
            findings: findings, leftOut: leftOut, notices: notices)
    }

    /// Removes the findings that the settings of a source silence, with a notice of them.
    public mutating func silence(by settings: CheckSettings, at now: Timestamp) {
        let isSilenced = { (finding: CheckFinding) in settings.silence(of: finding, at: now) != nil
        }
        silenced += findings.filter(isSilenced)
        findings.removeAll(where: isSilenced)
        guard !silenced.isEmpty else { return }
        notices.append(
            "\(ShortText.count(silenced.count, "finding")) \(silenced.count == 1 ? "is" : "are") silenced: "
                + Set(silenced.map(\.rule.rawValue)).sorted().joined(separator: ", "))
    }

    /// Returns whether a finding has a severity, or a higher one.
    public func has(_ severity: CheckRule.Severity) -> Bool {
        findings.contains { $0.rule.severity >= severity }
    }

    /// Number of findings of a severity.
    public func count(of severity: CheckRule.Severity) -> Int {
        findings.count { $0.rule.severity == severity }
    }
}

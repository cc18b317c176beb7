/// Findings of the check of a feed that opened at the same time, or that are over.
public struct FeedQualityChange: AlertSubject, Equatable {
    /// Most findings that an alert names.
    private static let maxNamed = 10

    /// The findings.
    public let findings: [CheckFinding]
    /// Whether they are over.
    public let isOver: Bool

    /// Creates a change.
    public init(_ findings: [CheckFinding], isOver: Bool) {
        (self.findings, self.isOver) = (findings, isOver)
    }

    var kind: AlertKind { .feedQuality }

    func message(of source: String) -> String {
        let first = findings.first.map { TerminalText.limited($0.problem) } ?? ""
        let more = findings.count > 1 ? " and \(findings.count - 1) more" : ""
        return source + (isOver ? ": over: " : ": ") + first + more
    }

    func json(at time: Timestamp) -> JSONObjectWriter {
        var object = JSONObjectWriter(kind, at: time)
        object.add("state", isOver ? "over" : "open")
        object.add("findings", findings.prefix(Self.maxNamed).map(\.shortJSON))
        object.add("more", findings.count > Self.maxNamed ? findings.count - Self.maxNamed : nil)
        return object
    }

    /// Returns the changes in the news that are reported.
    static func changes(
        in news: CheckNews, _ settings: CheckSettings, at now: Timestamp
    ) -> [FeedQualityChange] {
        [(news.opened, false), (news.closed, true)].compactMap { findings, isOver in
            let reported = settings.reported(findings, at: now)
            return reported.isEmpty ? nil : FeedQualityChange(reported, isOver: isOver)
        }
    }
}

extension Alert {
    /// Returns the alerts about the news of a check.
    public static func alerts(
        for news: CheckNews, _ settings: CheckSettings, of source: String, at now: Timestamp
    ) -> [Alert] {
        FeedQualityChange.changes(in: news, settings, at: now)
            .map { Alert(.feedQuality($0), of: source, at: now) }
            + news.digests.map { digest in
                var digest = digest
                digest.open.removeAll { settings.silence(of: $0, at: now) != nil }
                return Alert(.feedDigest(digest), of: source, at: now)
            }
    }
}

extension CheckFinding {
    /// Whether it is reported without a question: an error, or what happens over time.
    ///
    /// Old data is reported by the rules over time, which know how often a feed changes.
    public var isReported: Bool {
        rule.isOverTime || (rule.severity == .error && rule != .document.lastUpdatedOld)
    }

    /// The members of the finding in an alert.
    fileprivate var shortJSON: JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("rule", rule.rawValue)
        object.add("severity", rule.severity.rawValue)
        object.add("document", document)
        object.add("path", path)
        object.add("problem", problem)
        object.add("remedy", rule.remedy)
        object.add("count", count)
        object.add("since", since)
        return object
    }
}

extension CheckNews.Digest {
    /// A line for people.
    var line: String {
        let counts = day.counts
        let vehicles =
            counts.most.map {
                "\(ShortText.grouped(counts.fewest ?? $0)) to "
                    + ShortText.count($0, "vehicle")
            } ?? "no vehicles"
        let open = open.isEmpty ? "nothing is wrong" : ShortText.count(open.count, "open finding")
        return "\(day.day.text): \(ShortText.count(counts.reads, "reading")), "
            + "\(counts.failures) failed, \(vehicles), \(ShortText.count(counts.trips, "trip")); \(open)"
    }

    /// Adds its members.
    func add(to object: inout JSONObjectWriter) {
        day.add(to: &object)
        object.add("findings", open.prefix(20).map(\.shortJSON))
    }
}

extension CheckNews.Digest: AlertSubject {
    var kind: AlertKind { .feedDigest }

    func message(of source: String) -> String { "\(source): \(line)" }

    func json(at time: Timestamp) -> JSONObjectWriter {
        var object = JSONObjectWriter(kind, at: time)
        add(to: &object)
        return object
    }
}

package import FleetCore
import FleetFeeds
package import FleetRuntime
import FleetSQL

/// What policies a history is compared with.
package struct PolicyRequest: Sendable {
    /// The period; by default the last seven days and today.
    package var period: HistoryPeriod
    /// The address or path of the policies.
    package var policies: String
    /// The address or path of the geographies; `nil` for those beside the policies.
    package var geographies: String?
    /// The ID of the provider, for policies that name some.
    package var provider: String?

    /// Creates a request.
    package init(period: HistoryPeriod, policies: String) {
        (self.period, self.policies) = (period, policies)
    }
}

/// A comparison of a history with policies, with what its documents say beside the rules.
package struct PolicyComparison: Sendable {
    private let report: PolicyReport
    private let range: Range<Timestamp>
    private let zone: SystemTimeZone
    private let source: String

    /// The rules as a list, each with its violations.
    package var rules: RecordList { report.rules(header, in: zone) }

    /// The violations of all rules as a list.
    package var violations: RecordList { report.violations(header, in: zone) }

    private var header: JSONObjectWriter { JSONObjectWriter(about: source, in: range, zone) }

    /// The line above the table.
    package var title: String {
        "\(source), \(zone.text(range.lowerBound)) to \(zone.text(range.upperBound))\n"
    }

    fileprivate init(
        report: PolicyReport, range: Range<Timestamp>, zone: SystemTimeZone, source: String
    ) {
        (self.report, self.range, self.zone, self.source) = (report, range, zone, source)
    }
}

extension PolicyComparison {
    /// Compares the history of a source with policies.
    /// - Throws: `CommandError` (66) without a history; `MomentTextError`; `FeedFailure` for policies
    ///   that cannot be read.
    package static func of(
        _ source: SourceSession, with request: PolicyRequest
    ) async throws -> PolicyComparison {
        let (context, selected) = (source.context, source.selected)
        let now = context.shownNow()
        let document = try await PolicyDocument(
            at: request.policies, geographies: request.geographies, in: context)
        for warning in document.warnings { context.output.warn(warning) }
        let policies = document.set.applied(to: request.provider)
        let areas = document.set.geographies
        if policies.contains(where: { $0.rules.contains { !$0.hasAll(areas) } }) {
            context.output.warn(
                "some areas of the policies are not known; --geographies names the document with them"
            )
        }
        return try await source.history { reader in
            let range = try request.period.range(in: reader.zone, now: now) {
                ReportRequest.usualStart(before: $0, in: reader.zone)
            }
            let replay = try reader.replay(
                from: PolicyReplay.start(for: range, policies), until: range.upperBound)
            var comparison = PolicyReplay(
                document.set, policies, range, in: reader.zone,
                evidence: selected.source.tripEvidence(in: reader.info),
                replayStart: replay.start)
            try replay.forEach { step in
                comparison.add(step)
                return true
            }
            let findings = comparison.finish()
            let numbers = Set(findings.flatMap { $0.violations.flatMap(\.vehicles) })
            return PolicyComparison(
                report: PolicyReport(findings, ids: try reader.ids(of: numbers)),
                range: range, zone: reader.zone, source: selected.label)
        }
    }
}

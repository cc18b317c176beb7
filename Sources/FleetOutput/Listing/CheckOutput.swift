package import FleetCore
package import FleetRuntime

/// Format of the report of a check.
package enum CheckFormat: String, CaseIterable, Sendable {
    /// Lines for people, by document.
    case table
    /// A JSON object in the shape of the canonical validator, with all findings beside.
    case json
}

extension CommandContext {
    /// Prints the report of a check.
    ///
    /// - Parameters:
    ///   - validator: Name and version of this program.
    ///   - severity: Severity from which on findings end the command with status 1.
    /// - Throws: `FindingsError` if there are such findings.
    package func print(
        _ report: CheckReport, as format: CheckFormat, _ ansi: AnsiChoice, validator: String,
        failOn severity: CheckRule.Severity
    ) throws {
        switch format {
        case .table:
            let style = tableStyle(ansi)
            try output.write(report.text(width: output.columns, isColored: style.isColored))
            for documents in report.leftOut { output.log("note: left out: " + documents.text) }
            for notice in report.notices { output.log("note: " + notice) }
        case .json: try output.write(report.json(validator: validator).string + "\n")
        }
        try output.finish()
        if report.has(severity) { throw FindingsError() }
    }

    /// Prints what is stored of the check of a source over time.
    ///
    /// - Parameter severity: Severity from which on findings end the command with status 1.
    /// - Throws: `FindingsError` if there are such findings that are not silenced.
    package func print(
        _ record: FeedCheckRecord, of selected: ResolvedSource, in period: Range<Timestamp>,
        as format: CheckFormat, _ ansi: AnsiChoice, failOn severity: CheckRule.Severity
    ) throws {
        let (settings, now) = (selected.source.check, shownNow())
        switch format {
        case .table:
            let style = tableStyle(ansi)
            try output.write(
                record.text(of: selected.label, in: period, settings, at: now, style: style))
            var sink = ByteSink { try output.write($0) }
            try record.dayList.write(as: .table, ListSelection(), style: style, to: &sink)
        case .json:
            try output.write(record.json(of: selected.label, settings, at: now).string + "\n")
        }
        try output.finish()
        let isReported = { (finding: FeedCheckRecord.Finding) in
            finding.finding.rule.severity >= severity
                && settings.silence(of: finding.finding, at: now) == nil
        }
        if record.findings.contains(where: isReported) { throw FindingsError() }
    }
}

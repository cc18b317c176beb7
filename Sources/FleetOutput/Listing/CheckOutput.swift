package import FleetCore
package import FleetRuntime

/// Format of the report of a check.
package enum CheckFormat: String, CaseIterable, Sendable {
    /// Lines for people, by document.
    case table
    /// A JSON object in the shape of the canonical validator, with all findings beside.
    case json
}

extension CheckReport {
    /// Prints the report.
    ///
    /// - Parameters:
    ///   - validator: Name and version of this program.
    ///   - severity: Severity from which on findings end the command with status 1.
    /// - Throws: `FindingsError` if there are such findings.
    package func print(
        as format: CheckFormat, _ ansi: AnsiChoice, validator: String,
        failOn severity: CheckRule.Severity, in context: CommandContext
    ) throws {
        let output = context.output
        switch format {
        case .table:
            let style = context.tableStyle(ansi)
            try output.write(text(width: output.columns, isColored: style.isColored))
            for documents in leftOut { output.log("note: left out: " + documents.text) }
            for notice in notices { output.log("note: " + notice) }
        case .json: try output.write(json(validator: validator).string + "\n")
        }
        try output.finish()
        if has(severity) { throw FindingsError() }
    }
}

extension FeedCheckRecord {
    /// Prints what is stored of the check of a source over time.
    ///
    /// - Parameter severity: Severity from which on findings end the command with status 1.
    /// - Throws: `FindingsError` if there are such findings that are not silenced.
    package func print(
        of selected: ResolvedSource, in period: Range<Timestamp>, as format: CheckFormat,
        _ ansi: AnsiChoice, failOn severity: CheckRule.Severity, in context: CommandContext
    ) throws {
        let output = context.output
        let (settings, now) = (selected.source.check, context.shownNow())
        switch format {
        case .table:
            let style = context.tableStyle(ansi)
            try output.write(
                text(of: selected.label, in: period, settings, at: now, style: style))
            var sink = ByteSink { try output.write($0) }
            try dayList.write(as: .table, ListSelection(), style: style, to: &sink)
        case .json:
            try output.write(json(of: selected.label, settings, at: now).string + "\n")
        }
        try output.finish()
        let isReported = { (finding: FeedCheckRecord.Finding) in
            finding.finding.rule.severity >= severity
                && settings.silence(of: finding.finding, at: now) == nil
        }
        if findings.contains(where: isReported) { throw FindingsError() }
    }
}

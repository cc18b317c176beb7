extension FeedCheckRecord {
    /// Returns the record as lines for people: its findings, and a table of its days.
    ///
    /// - Parameters:
    ///   - source: The name of the source.
    ///   - period: The period of the record.
    ///   - settings: The settings of the source, including silenced rules.
    ///   - now: The present time.
    ///   - style: The style of the table.
    public func text(
        of source: String, in period: Range<Timestamp>, _ settings: CheckSettings,
        at now: Timestamp, style: TableStyle
    ) -> String {
        var lines: [String] = []
        for finding in openFindings + closedFindings {
            let silence =
                finding.closedAt == nil ? settings.silence(of: finding.finding, at: now) : nil
            var times = "since \(zone.clock(finding.finding.since ?? finding.openedAt))"
            if let end = finding.closedAt { times += ", over at \(zone.clock(end))" }
            if let silence {
                times +=
                    ", silenced until \(silence.until.text): "
                    + TerminalText.limited(silence.reason)
            }
            lines += finding.finding.lines(times: times, style.width, isColored: style.isColored)
        }
        if !lines.isEmpty { lines.append("") }
        let open = ShortText.count(findings.count { $0.closedAt == nil }, "open finding")
        lines.append(
            "\(source), \(zone.clock(period.lowerBound)) to \(zone.clock(period.upperBound)): "
                + "\(ShortText.count(days.count, "day")) observed, "
                + "\(ShortText.count(findings.count, "finding")), \(open)")
        if checkedAt == nil {
            lines.append("its documents were not checked, only its vehicles")
        } else if !leftOut.isEmpty {
            let count = ShortText.count(leftOut.total, "document")
            lines.append("the latest check left out \(count): \(leftOut.text)")
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// The days as a list.
    public var dayList: RecordList {
        RecordList(
            "days",
            columns: [
                .init("day") { .text($0.day.text) },
                .number("readings") { FieldValue($0.counts.reads) },
                .number("failures") { FieldValue($0.counts.failures) },
                .number("observed") {
                    .text(ShortText.percent(ofShare: min(1, $0.counts.seconds / 86_400)))
                },
                .number("fewest") { FieldValue($0.counts.fewest) },
                .number("most") { FieldValue($0.counts.most) },
                .number("trips") { FieldValue($0.counts.trips) },
                .number("parked_3d") { FieldValue($0.counts.parked?[1]) },
                .number("parked_14d") { FieldValue($0.counts.parked?[3]) },
            ], rows: days)
    }
}

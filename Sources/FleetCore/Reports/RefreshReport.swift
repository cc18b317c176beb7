/// Report on a refresh, as text or JSON.
public struct RefreshReport: Equatable, Sendable {
    /// Name of the source, or its location without secrets.
    public var source: String
    /// Summary of the new snapshot.
    public var info: SnapshotInfo
    /// The refreshed feed.
    public var feed: Source.Feed

    /// Creates a report.
    public init(source: String, info: SnapshotInfo, feed: Source.Feed = .vehicles) {
        self.source = source
        self.info = info
        self.feed = feed
    }

    /// Returns the report, with a final line break.
    public func rendered(_ format: ReportFormat) -> String {
        switch format {
        case .text: text
        case .json: json.text.string + "\n"
        }
    }

    private var text: String {
        let changes = info.changes
        var parts = [
            "\(changes.added) added", "\(changes.gone) gone", "\(changes.changed) changed",
        ]
        if info.parseReport.skipped > 0 { parts.append("\(info.parseReport.skipped) skipped") }
        if info.parseReport.duplicates > 0 {
            parts.append(ShortText.count(info.parseReport.duplicates, "duplicate"))
        }
        return TerminalText.escaped(source)
            + ": \(ShortText.count(info.listedTotal, feed == .sites ? "site" : "vehicle")) ("
            + parts.joined(separator: ", ") + ")\n"
    }

    private var json: JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("source", source)
        object.add("simulated", info.feed.isSimulated)
        object.add(info)
        return object
    }
}

extension JSONObjectWriter {
    /// Adds the summary of a snapshot.
    public mutating func add(_ info: SnapshotInfo) {
        add("revision", Int(info.revision))
        add("last_updated", info.feed.lastUpdated)
        add("fetched_at", info.fetchedAt)
        add("total", info.listedTotal)
        add("added", info.changes.added)
        add("gone", info.changes.gone)
        add("changed", info.changes.changed)
        add("skipped", info.parseReport.skipped)
        add("duplicates", info.parseReport.duplicates)
        add("repairs", info.parseReport.repairs)
        add("warnings", info.parseReport.warnings)
    }
}

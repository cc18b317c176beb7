/// What a refresh brought, for people and programs.
public struct RefreshReport: Equatable, Sendable {
    /// The source's name, or its location without secrets.
    public var source: String
    /// The snapshot.
    public var info: SnapshotInfo

    /// Creates a report.
    public init(source: String, info: SnapshotInfo) {
        self.source = source
        self.info = info
    }

    /// The report with a line break at its end.
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
        if info.reading.skipped > 0 { parts.append("\(info.reading.skipped) skipped") }
        if info.reading.duplicates > 0 { parts.append("\(info.reading.duplicates) duplicates") }
        return TerminalText.escaped(source) + ": \(info.total) vehicles ("
            + parts.joined(separator: ", ") + ")\n"
    }

    private var json: JSONObject {
        var object = JSONObject()
        object.add("source", source)
        object.add("simulated", info.feed.isSimulated)
        object.add(info)
        return object
    }
}

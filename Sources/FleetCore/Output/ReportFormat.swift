/// How a report on a single thing is written.
public enum ReportFormat: String, CaseIterable, Sendable {
    /// Lines for people.
    case text
    /// One JSON object.
    case json
}

/// Format of a report on a single item.
public enum ReportFormat: String, CaseIterable, Sendable {
    /// Lines of text for people.
    case text
    /// One JSON object.
    case json
}

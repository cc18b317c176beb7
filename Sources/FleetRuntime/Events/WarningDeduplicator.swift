package import FleetCore

/// Filter for the warnings of a watched feed, which passes them on only when they change.
package struct WarningDeduplicator {
    private var last: [String] = []

    /// Creates a filter for a feed without warnings so far.
    package init() {}

    /// Returns the warnings of a report; none if they equal those of the previous report.
    package mutating func newWarnings(in report: ParseReport) -> [String] {
        guard report.notices != last else { return [] }
        last = report.notices
        return last
    }
}

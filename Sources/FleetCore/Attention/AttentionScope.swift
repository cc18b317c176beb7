/// Selection of the entries of a report.
public struct AttentionScope: Sendable {
    /// Only this group; `nil` for all.
    public var group: AttentionGroup?
    /// The time since which the report has the past; `nil` without one.
    public var since: Timestamp?
    /// The maximum number of entries of each group.
    public var limit = 5
    /// Whether entries without a known beginning have the time since which they last at least.
    public var hasAges = false
    /// Whether the report has tasks, whatever they are about.
    public var hasTasks = true

    /// The longest past in seconds: events are kept for a week.
    public static let maxPast = 7.0 * 86_400

    /// Returns the start of a past that begins at a time, within the longest past; `nil` for an
    /// earlier time.
    ///
    /// A week has an hour more when the clocks go back.
    public static func start(_ time: Timestamp, now: Timestamp) -> Timestamp? {
        let first = now - .seconds(maxPast)
        return time < first - .seconds(3600) ? nil : max(time, first)
    }

    /// Creates the scope of everything.
    public init() {}

    /// Returns whether the report has a group.
    public func includes(_ group: AttentionGroup) -> Bool {
        (self.group ?? group) == group && (group != .task || hasTasks)
    }

    /// Whether the report has a group of sources, so that they are read.
    public var includesSources: Bool { group != .task && group != .report }
}

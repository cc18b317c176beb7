/// Who sees a value.
public enum ValueVisibility: String, CaseIterable, Comparable, Sendable, Codable {
    /// Everybody who sees the vehicle or person with the value.
    case everyone
    /// Members and administrators of a team.
    case members
    /// Administrators of a team.
    case administrators

    /// The values that a reader of stored snapshots returns; `nil` for all.
    ///
    /// A server sets it for each request, by the rights of the person. A home returns all values.
    @TaskLocal public static var seen: Set<ValueVisibility>?

    /// Returns whether more people see values of the first one.
    public static func < (left: ValueVisibility, right: ValueVisibility) -> Bool {
        func rank(_ visibility: ValueVisibility) -> Int {
            switch visibility {
            case .everyone: 0
            case .members: 1
            case .administrators: 2
            }
        }
        return rank(left) < rank(right)
    }

    /// A text that differs between those who see different values, for the keys of answers that
    /// are kept.
    public static var key: String {
        seen.map { $0.map(\.rawValue).sorted().joined(separator: "+") } ?? ""
    }
}

/// Who sees a value.
public enum ValueVisibility: Hashable, Sendable {
    /// Everybody who sees what it is a value of.
    case everyone
    /// Members and administrators of a team.
    case members
    /// Administrators of a team.
    case administrators
}

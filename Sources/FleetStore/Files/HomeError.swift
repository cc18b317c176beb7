/// Error in the folders of a home.
public enum HomeError: Error, Equatable, Sendable {
    /// Neither the environment nor the user database names the user's home.
    case noHome
    /// A folder cannot be created or opened; `reason` is the system's message.
    case unusable(path: String, reason: String)
    /// Other users could tamper with a socket folder; `reason` names the problem.
    case unsafe(path: String, reason: String)
}

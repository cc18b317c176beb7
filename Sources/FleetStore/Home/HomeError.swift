/// Why the folders of a home cannot be used.
public enum HomeFailure: Error, Equatable, Sendable {
    /// Neither the environment nor the user database says where the user's home is.
    case noHome
    /// A folder cannot be created or entered; with the system's words.
    case unusable(path: String, why: String)
    /// A folder for sockets that others could meddle with; with what is wrong.
    case unsafe(path: String, why: String)
}

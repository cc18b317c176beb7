/// Fetch options of a command that shows a source.
struct FetchMode: Equatable, Sendable {
    /// Shows stored data without any request.
    var offline = false
    /// Fails if the source cannot be read, even if stored data exists.
    var strict = false
}

/// What a reading command was told about asking the source.
struct Asking: Equatable, Sendable {
    /// Ask nothing, show what is stored.
    var offline = false
    /// Fail if the source cannot be read, even if something is stored.
    var strict = false
}

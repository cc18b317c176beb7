/// How a watched source is read.
struct WatchPolicy: Equatable, Sendable {
    /// The least time between two requests that the user asked for.
    var interval: Duration?
    /// Whether the source is asked again after an error.
    var retries = true
}

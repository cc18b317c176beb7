/// Polling options of a watch.
struct WatchPolicy: Equatable, Sendable {
    /// Minimum time between two requests, if the user sets one.
    var interval: Duration?
    /// Whether polling continues after an error.
    var retries = true
}

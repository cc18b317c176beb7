import FleetCore

/// Somebody who is told of alerts, one at a time.
protocol Notifier: Sendable {
    /// What it is called in warnings; without secrets.
    var label: String { get }

    /// Tells of an alert; returns when it was taken.
    ///
    /// - Throws: `NotifyFailure`, or `CancellationError` when its task is cancelled, which ends the call
    ///   soon and leaves nothing of it behind.
    func notify(_ alert: Alert) async throws

    /// Ends what is kept between two calls.
    func close() async
}

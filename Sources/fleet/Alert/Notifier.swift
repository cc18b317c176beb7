import FleetCore

/// Receiver of alerts, one at a time.
protocol Notifier: Sendable {
    /// Name in warnings, without secrets.
    var label: String { get }

    /// Sends an alert; returns when the receiver has accepted it.
    ///
    /// - Throws: `NotifierError`; `CancellationError` if the task is cancelled, soon and after
    ///   cleaning up.
    func notify(_ alert: Alert) async throws

    /// Closes connections that stay open between calls.
    func close() async
}

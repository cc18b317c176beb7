import FleetCore
import FleetFeeds

/// Tells alerts to a web service, each as a JSON object by POST.
struct WebhookNotifier: Notifier {
    let webhook: Webhook

    var label: String { webhook.place }

    func notify(_ alert: Alert) async throws {
        do {
            try await webhook.post(alert.json.bytes)
        } catch let failure as FeedFailure {
            throw NotifyFailure(
                failure.cause, mayPass: Self.mayPass(failure.reason),
                retryAfter: failure.retryAfterSeconds.map(Duration.init(clampingSeconds:)))
        }
    }

    func close() async {
        await webhook.shutdown()
    }

    /// Whether the same call may go well later: not if the service says that the call is wrong.
    private static func mayPass(_ reason: FeedFailure.Reason) -> Bool {
        switch reason {
        case .status(let status): status == 408 || status == 429 || status >= 500
        case .accessDenied, .badAddress: false
        default: true
        }
    }
}

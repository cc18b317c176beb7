package import FleetCore
package import FleetFeeds

/// Notifier that sends each alert to a web service as a JSON object by POST.
package struct WebhookNotifier: Notifier {
    let webhook: Webhook

    package init(webhook: Webhook) {
        self.webhook = webhook
    }

    package var label: String { webhook.origin }

    package func notify(_ alert: Alert) async throws {
        try await send(alert.json.bytes)
    }

    /// Sends a JSON object.
    /// - Throws: `NotifierError`, `CancellationError`.
    func send(_ json: [UInt8]) async throws {
        do {
            try await webhook.post(json)
        } catch let failure as FeedFailure {
            throw NotifierError(
                failure.cause, isRetryable: Self.isRetryable(failure.reason),
                retryAfter: failure.retryAfterSeconds.map(Duration.init(clampingSeconds:)))
        }
    }

    package func close() async {
        await webhook.shutdown()
    }

    /// Returns whether a retry may succeed: not if the service rejects the request itself.
    private static func isRetryable(_ reason: FeedFailure.Reason) -> Bool {
        switch reason {
        case .service(.status(let status)): status == 408 || status == 429 || status >= 500
        case .access(.accessDenied), .link(.badAddress): false
        default: true
        }
    }
}

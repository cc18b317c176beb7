import FleetCore
import FleetTeam

/// Notifier of an alert of a team, which records its deliveries.
///
/// An alert that was changed, disabled or removed meanwhile sends nothing more.
struct TeamAlertNotifier: Notifier {
    let alert: TeamAlert
    let team: Team
    let webhook: WebhookNotifier

    var label: String { webhook.label }

    func notify(_ alert: Alert) async throws {
        guard try await isCurrent() else { return }
        try await team.recording(self.alert) { try await webhook.notify(alert) }
    }

    func close() async { await webhook.close() }

    private func isCurrent() async throws -> Bool {
        do {
            return try await team.alert(alert.id)?.content == alert.content
        } catch {
            throw NotifierError(ErrorReport(error).cause, isRetryable: true)
        }
    }
}

extension Team {
    /// Runs a delivery of an alert and records its outcome.
    func recording(_ alert: TeamAlert, _ deliver: () async throws -> Void) async throws {
        do {
            try await deliver()
            // A delivery must not be repeated because it could not be recorded.
            try? await recordDelivery(of: alert.id, failure: nil)
        } catch let error as NotifierError {
            try? await recordDelivery(of: alert.id, failure: error.cause)
            throw error
        }
    }
}

import FleetCore
package import FleetSQL
import Foundation

/// Watcher of what this home finds about a source beside its snapshots: days on which limits are not
/// met, and the findings of its check over time.
package final class StoredAlerts: Sendable {
    private static let interval = Duration.seconds(30)

    private let context: CommandContext
    private let source: ResolvedSource
    private let uuid: UUID
    private let alerts: AlertDispatcher
    private let store: any FleetStore

    /// Creates a watcher; `nil` if no alert is about what it finds.
    package init?(
        of source: ResolvedSource, in store: any FleetStore, _ alerts: AlertDispatcher,
        in context: CommandContext
    ) {
        guard Self.kinds.contains(where: alerts.rules.includes), source.name != nil,
            let key = source.vehiclesKey
        else { return nil }
        (self.source, uuid, self.store) = (source, key.uuid, store)
        (self.alerts, self.context) = (alerts, context)
    }

    private static let kinds: [AlertKind] = [.limit, .feedQuality, .feedDigest]

    /// Looks until the task is cancelled.
    package func run() async {
        while !Task.isCancelled {
            await look()
            try? await Task.sleep(for: Self.interval)
        }
    }

    /// Looks once.
    package func look() async {
        await post("no alerts of limits") { [self] in
            guard alerts.rules.includes(.limit), let limits = try LocalLimits.existing(in: context)
            else { return [] }
            return try await limits.violations(of: uuid)
        }
        await post("no alerts of the check") { [self] in
            let kinds = [AlertKind.feedQuality, .feedDigest].filter(alerts.rules.includes)
            guard !kinds.isEmpty,
                let news = try await store.changes.takeCheckNews(
                    of: [uuid], for: Set(kinds), at: context.shownNow())[uuid]
            else { return [] }
            return Alert.alerts(
                for: news, source.source.check, of: source.label, at: context.shownNow()
            ).filter { kinds.contains($0.kind) }
        }
    }

    private func post(
        _ failure: String, _ find: @Sendable () async throws -> [Alert]
    ) async {
        do {
            alerts.post(try await find())
        } catch is CancellationError {
        } catch {
            context.output.warn("\(failure): \(ErrorReport(error).cause)")
        }
    }
}

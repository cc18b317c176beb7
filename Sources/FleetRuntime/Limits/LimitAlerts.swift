package import Foundation

/// Watcher of the limits of a source, which turns days that are not met into alerts.
package final class LimitAlerts: Sendable {
    private static let interval = Duration.seconds(60)

    private let context: CommandContext
    private let source: UUID
    private let alerts: WatchAlerts

    /// Creates a watcher of the limits of a source.
    package init(of source: UUID, _ alerts: WatchAlerts, in context: CommandContext) {
        (self.source, self.alerts, self.context) = (source, alerts, context)
    }

    /// Checks the limits until the task is cancelled.
    package func run() async {
        while !Task.isCancelled {
            await check()
            try? await Task.sleep(for: Self.interval)
        }
    }

    /// Checks the limits once.
    package func check() async {
        do {
            guard let limits = try LocalLimits.existing(in: context) else { return }
            alerts.alerts.post(try await limits.violations(of: source))
        } catch is CancellationError {
        } catch {
            context.output.warn("no alerts of limits: " + ErrorReport(error).cause)
        }
    }
}

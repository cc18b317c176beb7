package import FleetCore
import FleetSQL
import FleetService
package import FleetTeam
import Foundation
import POSIX
import Synchronization

/// Sender of the alerts that administrators of a server have defined.
///
/// Every process compares the snapshots of all sources, but only the leader of a feed sends what it
/// finds, so an event is sent once, also after a takeover. Nothing is sent for what the stored
/// snapshot has when the server starts or an alert is changed.
package final class AlertService: Sendable {
    private enum Input: Sendable {
        case update(PolledUpdate, isLeader: Bool)
        case alerts([TeamAlert])
        case limit(LimitChecks.Found)
        case check(CheckNews, of: PolledSource)
    }

    /// Maximum number of alerts that a webhook gets in a minute.
    private static let perMinute = 60
    /// Maximum number of tests in a minute.
    private static let testsPerMinute = 10
    /// Timeout for each delivery.
    private static let timeout = Duration.seconds(10)

    private let team: Team
    private let sources: SourcePool
    private let store: any FleetStore
    private let context: CommandContext
    private let allowsPrivate: Bool
    private let checkInterval: Duration
    private let updates: AsyncStream<(update: PolledUpdate, isLeader: Bool)>
    private let warnings: LastingWarnings
    private let tests = Mutex(RateLimit(perMinute: testsPerMinute))
    /// Thread for reads and comparisons of whole fleets.
    private let thread = BlockingThreads(count: 1)

    /// Creates a service that follows the sources from now on, and sends nothing until ``run()``.
    /// - Parameters:
    ///   - allowsPrivate: Whether webhooks may be in private networks.
    ///   - checkInterval: Time between two looks at the definitions.
    /// - Throws: `StoreError`, `HomeError`.
    package init(
        for team: Team, sources: SourcePool, allowsPrivate: Bool, in context: CommandContext,
        checkInterval: Duration = .seconds(1)
    ) throws {
        (self.team, self.sources, self.context) = (team, sources, context)
        (self.allowsPrivate, self.checkInterval) = (allowsPrivate, checkInterval)
        store = try context.openStore()
        updates = sources.leaderUpdates()
        warnings = LastingWarnings(context.output)
    }

    /// Sends alerts while `polling` runs the sources; then tries each queued alert once, for a few
    /// seconds.
    ///
    /// It starts when the stored snapshots are known, so that no event of the first poll is missed.
    package func run(during polling: () async -> Void) async {
        var sender = Sender(service: self)
        let first = await definitions(unlike: nil)
        if let first { await sender.follow(first) }
        let (inputs, continuation) = AsyncStream.makeStream(of: Input.self)
        // These two are not cancelled with the caller, so everything found before is still sent.
        let sending = Task { [sender] in
            var sender = sender
            for await input in inputs { await sender.process(input) }
            await sender.finish()
        }
        let forwarding = Task {
            for await (update, isLeader) in updates {
                continuation.yield(.update(update, isLeader: isLeader))
            }
        }
        await withDiscardingTaskGroup { group in
            group.addTask { await self.followDefinitions(after: first, continuation) }
            group.addTask { await self.checkLimits(continuation) }
            group.addTask { await self.followChecks(continuation) }
            await polling()
            group.cancelAll()
        }
        // The pool has ended the stream of its updates.
        await forwarding.value
        continuation.finish()
        await sending.value
        try? store.close()
    }

    /// Sends a test of an alert now, and returns once its webhook has accepted it.
    package func sendTest(of alert: TeamAlert) async throws(NotifierError) {
        guard tests.withLock({ $0.take(at: context.now()) }) else {
            throw NotifierError(
                "there were \(Self.testsPerMinute) tests within a minute", isRetryable: true)
        }
        var object = JSONObjectWriter()
        object.add("event", "test")
        object.add("at", context.shownNow())
        object.add("message", "test of the alert \(alert.content.name)")
        let json = object.text.bytes
        let webhook = try webhook(of: alert)
        do {
            try await team.recording(alert) { try await webhook.send(json) }
        } catch {
            await webhook.close()
            throw error as? NotifierError ?? NotifierError("interrupted", isRetryable: true)
        }
        await webhook.close()
    }

    /// Passes on the enabled alerts whenever they have changed, until the task is cancelled.
    private func followDefinitions(
        after first: [TeamAlert]?, _ continuation: AsyncStream<Input>.Continuation
    ) async {
        var last = first
        while !Task.isCancelled {
            try? await Task.sleep(for: checkInterval)
            guard !Task.isCancelled, let alerts = await definitions(unlike: last) else {
                continue
            }
            continuation.yield(.alerts(alerts))
            last = alerts
        }
    }

    /// Decides the days of the limits whose first source this process polls, and passes on those
    /// that are not met, until the task is cancelled.
    private func checkLimits(_ continuation: AsyncStream<Input>.Continuation) async {
        var checks = LimitChecks(team)
        while !Task.isCancelled {
            try? await Task.sleep(for: checkInterval)
            let polled = sources.all
            let history = LimitHistory(
                of: polled.map { .init(name: $0.name, $0.source, key: $0.vehicles) },
                in: store.changes, now: context.shownNow())
            do {
                let found = try await checks.run(history) { [sources] limit in
                    limit.content.orderedSources.first { history.name(of: $0) != nil }
                        .map { sources.polls(of: $0).isLeader } ?? false
                }
                for one in found { continuation.yield(.limit(one)) }
                warnings.clear("limits")
            } catch is CancellationError {
            } catch {
                warnings.warn("limits", "limits are not checked: " + ErrorReport(error).cause)
            }
        }
    }

    /// Passes on what the checks over time of the feeds that this process polls find, until the
    /// task is cancelled.
    private func followChecks(_ continuation: AsyncStream<Input>.Continuation) async {
        while !Task.isCancelled {
            try? await Task.sleep(for: checkInterval * 5)
            let led = sources.all.filter { sources.polls(of: $0.uuid).isLeader }
            guard !Task.isCancelled, !led.isEmpty else { continue }
            do {
                let kinds = try await team.alerts().filter(\.content.isEnabled)
                    .reduce(into: Set<AlertKind>()) { $0.formUnion($1.content.kinds) }
                let news = try await store.changes.takeCheckNews(
                    of: led.map(\.uuid), for: kinds, at: context.shownNow())
                for source in led {
                    if let news = news[source.uuid] { continuation.yield(.check(news, of: source)) }
                }
                warnings.clear("checks")
            } catch is CancellationError {
            } catch {
                warnings.warn("checks", "no alerts of checks: " + ErrorReport(error).cause)
            }
        }
    }

    /// Returns the enabled alerts; `nil` if their definitions are the same, or cannot be read.
    private func definitions(unlike last: [TeamAlert]?) async -> [TeamAlert]? {
        do {
            let alerts = try await team.alerts().filter(\.content.isEnabled)
            let isSame = last?.elementsEqual(alerts) { $0.id == $1.id && $0.content == $1.content }
            warnings.clear("definitions")
            return isSame == true ? nil : alerts
        } catch is CancellationError {
            return nil
        } catch {
            warnings.warn("definitions", "the alerts stay as they are: " + ErrorReport(error).cause)
            return nil
        }
    }

    /// - Throws: `NotifierError` for an address that no request can be made to.
    private func webhook(of alert: TeamAlert) throws(NotifierError) -> WebhookNotifier {
        do throws(FeedFailure) {
            return WebhookNotifier(
                webhook: try context.webhook(
                    alert.content.webhook.reveal(), limit: context.limit(Self.timeout),
                    allowsPrivate: allowsPrivate))
        } catch {
            throw NotifierError(error.cause, isRetryable: false)
        }
    }
}

extension AlertService {
    /// The alerts that are sent now, and the queues of their webhooks.
    private struct Sender: Sendable {
        let service: AlertService
        private var alerts: [TeamAlert] = []
        private var deliveries: [UUID: (content: TeamAlertContent, queue: AlertDelivery)] = [:]
        private var watched: [UUID: SourceAlerts] = [:]

        init(service: AlertService) { self.service = service }

        mutating func process(_ input: Input) async {
            switch input {
            case .alerts(let alerts): await follow(alerts)
            case .update(.sourcesChanged, _): await watch()
            case .limit(let found):
                let alert = Alert(
                    .limit(found.violation), of: found.label, at: service.context.shownNow())
                for one in alerts where one.content.selects(found) {
                    deliveries[one.id]?.queue.post([alert])
                }
            case .check(let news, let source):
                let found = Alert.alerts(
                    for: news, source.source.check, of: source.name,
                    at: service.context.shownNow())
                for one in alerts where [nil, source.uuid].contains(one.content.source) {
                    let selected = found.filter { one.content.kinds.contains($0.kind) }
                    if !selected.isEmpty { deliveries[one.id]?.queue.post(selected) }
                }
            case .update(.state(let uuid, let feed, let update), let isLeader):
                guard let source = watched[uuid] else { return }
                // Others than administrators read the alerts.
                let state = update.state.withoutMachine(named: source.source.name)
                let found = await service.blocking { try source.process(state, of: feed) }
                guard isLeader else { return }
                for (id, alerts) in found ?? [:] { deliveries[id]?.queue.post(alerts) }
            }
        }

        /// Follows other definitions; messages that were queued for old ones are not sent.
        mutating func follow(_ alerts: [TeamAlert]) async {
            self.alerts = alerts
            let contents = Dictionary(uniqueKeysWithValues: alerts.map { ($0.id, $0.content) })
            for (id, delivery) in deliveries where contents[id] != delivery.content {
                delivery.queue.cancel()
                deliveries[id] = nil
            }
            for alert in alerts where deliveries[alert.id] == nil { await deliver(alert) }
            await watch()
        }

        private mutating func deliver(_ alert: TeamAlert) async {
            let webhook: WebhookNotifier
            do throws(NotifierError) {
                webhook = try service.webhook(of: alert)
            } catch {
                try? await service.team.recordDelivery(of: alert.id, failure: error.cause)
                return
            }
            let queue = AlertDelivery(
                TeamAlertNotifier(alert: alert, team: service.team, webhook: webhook),
                perMinute: AlertService.perMinute, clock: service.context.serviceClock,
                warn: service.context.output.warn)
            queue.start()
            deliveries[alert.id] = (alert.content, queue)
        }

        /// Watches the sources of all alerts.
        private mutating func watch() async {
            var next: [UUID: SourceAlerts] = [:]
            for source in service.sources.all {
                let alerts = alerts.filter { [nil, source.uuid].contains($0.content.source) }
                guard !alerts.isEmpty else { continue }
                let known = watched[source.uuid].flatMap { $0.source == source ? $0 : nil }
                let watched =
                    known
                    ?? SourceAlerts(source, in: service.store, now: service.context.shownNow)
                await service.blocking { try watched.watch(alerts) }
                next[source.uuid] = watched
            }
            watched = next
        }

        /// Tries each queued alert once, for a few seconds.
        func finish() async {
            await AlertDelivery.finish(
                deliveries.values.map(\.queue),
                within: service.context.limit(AlertDelivery.finishTimeout))
        }
    }

    /// Runs `body` on the thread for it; returns `nil`, after one warning, if it fails.
    ///
    /// A webhook may have any readers, so an alert selects by values that everyone sees.
    @discardableResult
    private func blocking<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async -> Value? {
        do {
            let value = try await thread.run {
                try ValueVisibility.$seen.withValue([.everyone], operation: body)
            }
            warnings.clear("events")
            return value
        } catch {
            warnings.warn("events", "no alerts: " + ErrorReport(error).cause)
            return nil
        }
    }
}

extension TeamAlertContent {
    /// Returns whether it is about limits of one of the sources of a violation.
    fileprivate func selects(_ found: LimitChecks.Found) -> Bool {
        kinds.contains(.limit) && source.map(found.sources.contains) ?? true
    }
}

/// Warnings that are written once while they last.
private final class LastingWarnings: Sendable {
    private let output: Output
    private let lasting = Mutex<[String: String]>([:])

    init(_ output: Output) { self.output = output }

    /// Writes the warning about a subject unless it was the last one.
    func warn(_ subject: String, _ warning: String) {
        let isNew = lasting.withLock { $0.updateValue(warning, forKey: subject) != warning }
        if isNew { output.warn(warning) }
    }

    /// Ends the warning about a subject.
    func clear(_ subject: String) {
        lasting.withLock { _ = $0.removeValue(forKey: subject) }
    }
}

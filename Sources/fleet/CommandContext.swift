import FleetCore
import FleetFeeds
import FleetService
import FleetStore
import Foundation
import Synchronization

/// Access to everything outside the process: environment, clocks, randomness, folders and network.
///
/// Commands reach these only through the context.
struct CommandContext: Sendable {
    let output: Output
    /// Progress display for long loads.
    let progress: Progress
    /// Base folder of relative paths.
    let directory: String
    /// Random token that identifies this process.
    let process: String
    /// Fixed display and simulation time from `FLEET_NOW`; nil if it is not set.
    let stoppedClock: Timestamp?
    private let readers: OpenReaders

    /// Reads the environment.
    /// - Throws: `CommandError` if `FLEET_NOW` is not a valid time.
    init(output: Output) throws {
        self.output = output
        progress = Progress(output: output, now: Self.machineTime)
        directory = workingDirectory() ?? "/"
        process = String(UInt64.random(in: .min ... .max), radix: 36)
        stoppedClock = try environmentVariable("FLEET_NOW").map(Self.time)
        readers = OpenReaders()
    }

    /// Returns the system time.
    func now() -> Timestamp { Self.machineTime() }

    /// Returns the display and simulation time.
    func shownNow() -> Timestamp { stoppedClock ?? now() }

    /// Whether the user has turned colors off (https://no-color.org).
    var noColor: Bool { environmentVariable("NO_COLOR") != nil }

    /// Returns the layout of tables and details.
    func tableStyle(_ ansi: AnsiOption) -> TableStyle {
        TableStyle(
            width: output.columns, isColored: ansi.colorsText(on: output, noColor: noColor),
            now: shownNow(), localTime: LocalTime.text)
    }

    /// Closes the connections to all services; later requests open new ones.
    func disconnect() async {
        await readers.disconnect()
    }

    /// Shuts down all readers.
    func close() async {
        await readers.close()
    }

    @Sendable private static func machineTime() -> Timestamp {
        Timestamp(seconds: Date().timeIntervalSince1970)
    }

    private static func time(_ text: String) throws -> Timestamp {
        guard let time = Timestamp(text: text) else {
            throw CommandError.usage(
                "FLEET_NOW is not a valid time",
                hint: "write it like 2026-01-31T12:00:00Z, or unset it")
        }
        return time
    }
}

extension CommandContext {
    /// Clocks, sleep and jitter for a service.
    var serviceClock: ServiceClock {
        ServiceClock(
            now: now, shownNow: shownNow,
            sleep: { until in
                let wait = until - Self.machineTime()
                if wait > .zero { try await Task.sleep(for: wait) }
            },
            jitter: { .random(in: 0..<1) })
    }

    /// Creates the loader of a source.
    func loader(for selected: ResolvedSource) throws -> FeedLoader {
        let reader = DocumentReader(
            limits: HTTPLimits(version: Fleet.version),
            credentials: try selected.credentials.resolved(environment: environmentVariable),
            progress: { [progress] in progress.received(bytes: $0) }, now: now)
        readers.add(reader)
        return FeedLoader(
            source: selected.source, feed: selected.feed, reader: reader, now: now,
            shownNow: shownNow,
            progress: { [progress] in progress.parsed(vehicles: $0) })
    }

    /// Creates a webhook that receives alerts.
    /// - Throws: `FeedFailure` if the address is invalid.
    func webhook(_ address: String, limit: Duration) throws -> Webhook {
        try Webhook(
            address, limits: HTTPLimits(version: Fleet.version), timeout: limit, now: now)
    }

    /// Environment for subprocesses.
    var environment: [String: String] { ProcessInfo.processInfo.environment }

    /// Creates the picture fetcher of a source, with its cache under `key`.
    func pictures(for selected: ResolvedSource, _ key: SourceKey) throws -> CachedPictureFetcher {
        let secrets = try selected.credentials.resolved(environment: environmentVariable)
        return CachedPictureFetcher(
            reader: PictureReader(
                limits: HTTPLimits(version: Fleet.version),
                source: selected.source.location, secrets: secrets, now: now),
            cache: (try? home()).map { PictureCache(home: $0) }, key: key, now: now)
    }

    /// Returns the folders of `FLEET_HOME`.
    func home() throws -> Home {
        try Home(environment: environmentVariable)
    }
}

/// Readers whose connections are closed when the process ends.
private final class OpenReaders: Sendable {
    private let readers = Mutex<[DocumentReader]>([])

    func add(_ reader: DocumentReader) {
        readers.withLock { $0.append(reader) }
    }

    func disconnect() async {
        for reader in readers.withLock(\.self) { await reader.disconnect() }
    }

    func close() async {
        for reader in readers.withLock(\.self) { await reader.shutdown() }
    }
}

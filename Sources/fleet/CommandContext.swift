import FleetCore
import FleetFeeds
import FleetService
import FleetStore
import Foundation
import Synchronization

/// The world that the commands work in, and the only place that reaches it: the environment, the
/// clocks, chance, the folders and the network.
struct Composition: Sendable {
    let output: Output
    /// Tells how far a long reading has come.
    let progress: Progress
    /// The folder that relative paths start from.
    let directory: String
    /// A token of this process, different for every process.
    let process: String
    /// The time that people and the simulation see, if `FLEET_NOW` stopped it.
    let stoppedClock: Timestamp?
    private let readers: OpenReaders

    /// Looks at the world.
    /// - Throws: `Problem` if `FLEET_NOW` is no time.
    init(output: Output) throws {
        self.output = output
        progress = Progress(output: output, now: Self.machineTime)
        directory = workingDirectory() ?? "/"
        process = String(UInt64.random(in: .min ... .max), radix: 36)
        stoppedClock = try environmentVariable("FLEET_NOW").map(Self.time)
        readers = OpenReaders()
    }

    /// The time of the machine.
    func now() -> Timestamp { Self.machineTime() }

    /// The time that people and the simulation see.
    func shownNow() -> Timestamp { stoppedClock ?? now() }

    /// Whether colors were asked to be left out (https://no-color.org).
    var noColor: Bool { environmentVariable("NO_COLOR") != nil }

    /// How tables and details are laid out.
    func tableStyle(_ ansi: AnsiOption) -> TableStyle {
        TableStyle(
            width: output.columns, isColored: ansi.colorsText(on: output, noColor: noColor),
            now: shownNow(), localTime: LocalTime.text)
    }

    /// Closes the connections to all services; those that are needed again are made anew.
    func disconnect() async {
        await readers.disconnect()
    }

    /// Ends what still runs.
    func close() async {
        await readers.close()
    }

    @Sendable private static func machineTime() -> Timestamp {
        Timestamp(seconds: Date().timeIntervalSince1970)
    }

    private static func time(_ text: String) throws -> Timestamp {
        guard let time = Timestamp(text: text) else {
            throw Problem.usage(
                "FLEET_NOW is no time", hint: "write it like 2026-01-31T12:00:00Z, or unset it")
        }
        return time
    }
}

extension Composition {
    /// The clocks of a service.
    var serviceClock: ServiceClock {
        ServiceClock(
            now: now, shownNow: shownNow,
            sleep: { until in
                let wait = until - Self.machineTime()
                if wait > .zero { try await Task.sleep(for: wait) }
            },
            jitter: { .random(in: 0..<1) })
    }

    /// What reads a source.
    func loader(for selected: SelectedSource) throws -> FeedLoader {
        let reader = DocumentReader(
            configuration: HTTPLimits(version: Fleet.version),
            access: try selected.credentials.resolved(environment: environmentVariable),
            progress: { [progress] in progress.read(bytes: $0) }, now: now)
        readers.add(reader)
        return FeedLoader(
            source: selected.source, feed: selected.feed, reader: reader, now: now,
            shownNow: shownNow,
            progress: { [progress] in progress.found(vehicles: $0) })
    }

    /// A web service that is told of alerts.
    /// - Throws: `FeedFailure` if the address makes no sense.
    func webhook(_ address: String, limit: Duration) throws -> Webhook {
        try Webhook(
            address, configuration: HTTPLimits(version: Fleet.version), limit: limit, now: now)
    }

    /// What programs find in their environment that this one starts.
    var environment: [String: String] { ProcessInfo.processInfo.environment }

    /// The pictures of a source, kept under a key.
    func pictures(for selected: SelectedSource, _ key: SourceKey) throws -> PictureShelf {
        let secrets = try selected.credentials.resolved(environment: environmentVariable)
        return PictureShelf(
            reader: PictureReader(
                configuration: HTTPLimits(version: Fleet.version),
                source: selected.source.location, secrets: secrets, now: now),
            cache: (try? home()).map { PictureCache(home: $0) }, key: key, now: now)
    }

    /// The folders of the home.
    func home() throws -> Home {
        try Home(environment: environmentVariable)
    }
}

/// The readers of a process, whose connections are closed when it ends.
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

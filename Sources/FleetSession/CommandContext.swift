package import FleetCore
package import FleetFeeds
package import FleetService
package import FleetStore
package import Foundation
import POSIX
import Synchronization
import SystemPackage

/// Access to everything outside the process: environment, clocks, randomness, folders and network.
///
/// Commands reach these only through the context.
package struct CommandContext: Sendable {
    package let output: Output
    /// Log of requests and decisions, on standard error.
    package let log: DiagnosticLog
    /// Progress display for long loads.
    private(set) var progress: Progress
    /// Base folder of relative paths.
    package let directory: String
    /// Random token that identifies this process.
    let process: String
    /// Fixed display and simulation time from `FLEET_NOW`; nil if it is not set.
    let stoppedClock: Timestamp?
    private let transport: HTTPTransport
    /// The link that the command reads.
    let offer = LinkOffer()
    /// Connections to team servers.
    let connections = TeamConnections()
    /// The database that is used instead of the files of the home; nil without one.
    private(set) var database: DatabaseReference?
    private let folders: Result<Home, HomeError>

    private let system: System

    /// Access to the environment, the system clock and randomness.
    package struct System: Sendable {
        /// Returns the value of an environment variable; nil if it is not set.
        let environmentVariable: @Sendable (String) -> String?
        /// Returns the whole environment, for subprocesses.
        let environment: @Sendable () -> [String: String]
        /// Returns the system time.
        let now: @Sendable () -> Timestamp
        /// Returns a random number in `0..<1`, for the jitter of a back-off.
        let jitter: @Sendable () -> Double
        /// Returns a new random UUID.
        let newUUID: @Sendable () -> UUID
        /// Speed of `now` relative to real time; waits and timeouts are divided by it.
        let clockSpeed: Double

        package init(
            environmentVariable: @escaping @Sendable (String) -> String?,
            environment: @escaping @Sendable () -> [String: String],
            now: @escaping @Sendable () -> Timestamp,
            jitter: @escaping @Sendable () -> Double,
            newUUID: @escaping @Sendable () -> UUID, clockSpeed: Double = 1
        ) {
            self.environmentVariable = environmentVariable
            self.environment = environment
            self.now = now
            self.jitter = jitter
            self.newUUID = newUUID
            self.clockSpeed = clockSpeed
        }
    }

    /// Creates a context.
    /// - Parameters:
    ///   - directory: Base folder of relative paths.
    ///   - process: Random token that identifies this process.
    ///   - isVerbose: Whether requests and decisions are logged, as with `FLEET_LOG=debug`.
    /// - Throws: `CommandError` if `FLEET_NOW` or `FLEET_LOG` is not valid.
    package init(
        output: Output, directory: String, process: String, version: String,
        isVerbose: Bool = false, system: System
    ) throws {
        self.output = output
        self.directory = directory
        self.process = process
        self.system = system
        progress = Progress(output: output, now: system.now)
        let isLogging = try Self.isLogging(system.environmentVariable("FLEET_LOG")) || isVerbose
        log = isLogging ? DiagnosticLog { output.debug($0) } : .off
        stoppedClock = try system.environmentVariable("FLEET_NOW").map(Self.time)
        transport = HTTPTransport(limits: Self.limits(version, system, log))
        folders = Result { () throws(HomeError) in
            try Home(environment: system.environmentVariable)
        }
    }

    /// Returns the context for several loads at a time, or for plain output: progress is not shown.
    package func withoutProgress() -> CommandContext {
        var context = self
        context.progress = Progress(output: output, isShown: false, now: system.now)
        return context
    }

    /// Returns the context with a database.
    func with(_ database: DatabaseReference) -> CommandContext {
        var context = self
        context.database = database
        return context
    }

    /// Returns a new random UUID.
    package func newUUID() -> UUID { system.newUUID() }

    /// Returns the system time.
    func now() -> Timestamp { system.now() }

    /// Returns the display and simulation time.
    package func shownNow() -> Timestamp { stoppedClock ?? now() }

    /// Returns the value of an environment variable; nil if it is unset or empty.
    package func environmentVariable(_ name: String) -> String? {
        system.environmentVariable(name)
    }

    /// Whether the user has turned colors off (https://no-color.org).
    package var noColor: Bool { system.environmentVariable("NO_COLOR") != nil }

    /// Returns the layout of tables and details.
    package func tableStyle(_ ansi: AnsiChoice) -> TableStyle {
        let width = output.columns ?? (ansi == .always ? output.messageColumns : nil)
        let now = shownNow()
        let shortTime: @Sendable (Timestamp) -> String = { LocalTime.shortText($0, now: now) }
        return TableStyle(
            width: width, isColored: ansi.colorsText(on: output, noColor: noColor), now: now,
            localTime: LocalTime.text, shortTime: width == nil ? nil : shortTime)
    }

    /// Closes the connections to all services; later requests open new ones.
    func disconnect() async {
        await transport.disconnect()
    }

    /// Closes all connections permanently, and leaves the database.
    package func close() async {
        await transport.shutdown()
        await database?.close()
        await connections.close()
    }

    private static func isLogging(_ level: String?) throws -> Bool {
        guard let level else { return false }
        guard level == "debug" else {
            throw CommandError.usage(
                "FLEET_LOG is not a valid level", hint: "set it to debug, or unset it")
        }
        return true
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
    package var serviceClock: ServiceClock {
        ServiceClock(
            now: now, shownNow: shownNow,
            sleep: { until in
                let wait = until - now()
                if wait > .zero { try await Task.sleep(for: wait / system.clockSpeed) }
            },
            jitter: system.jitter)
    }

    private static func limits(
        _ version: String, _ system: System, _ log: DiagnosticLog
    ) -> HTTPLimits {
        var limits = HTTPLimits(version: version, environment: system.environmentVariable)
        limits.divideTimes(by: system.clockSpeed)
        limits.log = log
        return limits
    }

    private func loader(for selected: ResolvedSource) throws -> FeedLoader {
        let reader = DocumentReader(
            transport,
            credentials: try selected.credentials.resolved(environment: system.environmentVariable),
            publicHostsOnly: selected.source.publicHostsOnly,
            progress: { [progress] in progress.received(bytes: $0) }, now: now)
        return FeedLoader(
            source: selected.source, feed: selected.feed, reader: reader, now: now,
            shownNow: shownNow,
            progress: { [progress] in progress.parsed(vehicles: $0) })
    }

    /// Creates a webhook that receives alerts.
    /// - Parameter allowsPrivate: Whether its host may be in a private network.
    /// - Throws: `FeedFailure` if the address is invalid.
    package func webhook(
        _ address: String, limit: Duration, allowsPrivate: Bool = true
    ) throws(FeedFailure) -> Webhook {
        try Webhook(
            address, limits: transport.limits, timeout: limit, allowsPrivate: allowsPrivate,
            now: now)
    }

    /// Creates the client of a team's server.
    /// - Throws: `FeedFailure` if the address is invalid.
    func apiClient(_ address: String) throws(FeedFailure) -> APIClient {
        try APIClient(address, limits: transport.limits, timeout: .seconds(60), now: now)
    }

    /// Environment for subprocesses.
    package var environment: [String: String] { system.environment() }

    /// Creates the picture fetcher of a source, with its cache under `key`.
    func pictures(for selected: ResolvedSource, _ key: SourceKey) throws -> CachedPictureFetcher {
        let secrets = try selected.credentials.resolved(environment: system.environmentVariable)
        return CachedPictureFetcher(
            reader: PictureReader(
                limits: transport.limits,
                source: selected.source.location, secrets: secrets, now: now),
            cache: (try? home()).map { PictureCache(home: $0) }, key: key, now: now)
    }

    /// Returns the folders of `FLEET_HOME`.
    func home() throws(HomeError) -> Home { try folders.get() }
}

extension CommandContext {
    /// Returns the user's preferences, or the error that kept them from being read.
    package func preferences() throws -> Result<Preferences, PreferencesError> {
        let catalog = try sourceCatalog()
        return Result { () throws(PreferencesError) in try catalog.load() }
    }

    /// Returns the file of the user's preferences.
    package func preferencesFile() throws -> PreferencesFile {
        PreferencesFile(home: try home())
    }

    /// Returns the file of the sources' credentials.
    package func credentialsFile() throws -> CredentialsFile {
        CredentialsFile(home: try home())
    }

    /// Resolves the source argument of a command; warns of unreadable preferences unless it needs
    /// them.
    /// - Parameter offline: Whether a team's server is not asked for its sources.
    package func select(
        _ text: String?, in preferences: Result<Preferences, PreferencesError>,
        offline: Bool = false
    ) async throws -> ResolvedSource {
        let mayBeOfTeam = text?.hasPrefix(TeamSource.prefix) ?? !usesDatabase
        let selected = try ResolvedSource.find(
            text, in: preferences, login: mayBeOfTeam ? try await login(offline: offline) : nil,
            credentials: { try sourceCatalog().credentials(of: $0) },
            directory: directory, fileExists: { FileSystem.exists(FilePath(argument: $0)) })
        if case .failure(let failure) = preferences { output.warn(failure.cause) }
        return selected
    }

    /// Returns the saved colors of a source.
    ///
    /// Those of a team's source are on the server, and the last known ones in the preferences.
    package func savedColors(
        of selected: ResolvedSource, in preferences: Result<Preferences, PreferencesError>,
        offline: Bool = false
    ) async throws -> ColorFilter {
        guard let uuid = selected.filterUUID else { return .all }
        let saved = (try? preferences.get().colors(of: uuid)) ?? .all
        guard let team = selected.team, !offline else { return saved }
        do {
            let colors = try await server(of: team.login).colors(of: team.name)
            if colors != saved {
                _ = try await keep(colors, of: uuid, since: try? preferences.get())
            }
            return colors
        } catch  where error.isTeamServerOutage {
            output.warn(ErrorReport(error).cause + "; using the colors of the last time")
            return saved
        }
    }

    /// Saves selected colors of a source; a failure is only a warning.
    ///
    /// - Parameters:
    ///   - existing: The selected colors that vehicles have; only they are saved.
    ///   - known: The preferences that were read last.
    package func save(
        _ selected: ColorFilter, existing: ColorFilter, of source: ResolvedSource,
        since known: Preferences? = nil
    ) async throws {
        guard let uuid = source.filterUUID, selected == .all || existing != .all else { return }
        if let team = source.team {
            do {
                try await server(of: team.login).save(existing, of: team.name)
            } catch {
                if error is CancellationError { throw error }
                return output.warn("could not save the filter: " + ErrorReport(error).cause)
            }
        }
        let previous = known?.colors(of: uuid) ?? .all
        guard try await keep(existing, of: uuid, since: known) else { return }
        logSaved(existing, previous: previous)
    }

    /// Logs that colors were saved, unless the output is a terminal, which shows them with the next
    /// table.
    private func logSaved(_ colors: ColorFilter, previous: ColorFilter) {
        guard !output.isTerminal, colors != .all || previous != .all else { return }
        if colors == .all {
            output.log("cleared the saved color filter; --no-save keeps it")
        } else {
            output.log(
                "saved the color filter \(shown(colors)) for the next table of this source; "
                    + "--no-save does not save it")
        }
    }

    /// Logs that saved colors narrow the output, unless it is a terminal, which shows them above it.
    /// - Parameter canClear: Whether the command clears them with `--color all`.
    package func logUse(ofSavedColors colors: ColorFilter, canClear: Bool = false) {
        guard !output.isTerminal, colors != .all else { return }
        output.log(
            "used the saved color filter \(shown(colors)); --color all shows all vehicles"
                + (canClear ? " and clears it, unless with --no-save" : ""))
    }

    private func shown(_ colors: ColorFilter) -> String {
        TerminalText.escaped(colors.labels.joined(separator: ", "))
    }

    /// Saves colors in the preferences; a failure is only a warning.
    /// - Returns: Whether they were saved.
    private func keep(
        _ colors: ColorFilter, of uuid: UUID, since known: Preferences?
    ) async throws -> Bool {
        do {
            try await sourceCatalog().update(since: known) { $0.setColors(colors, of: uuid) }
            return true
        } catch let failure as PreferencesError {
            output.warn("could not save the filter: " + failure.cause)
            return false
        }
    }

    /// Opens one of a source's feeds for reading.
    package func open(
        _ selected: ResolvedSource, reading feed: Source.Feed = .vehicles
    ) throws -> SourceSession {
        let selected = selected.reading(feed)
        let storage = try storage(for: selected)
        return SourceSession(
            selected: selected, storage: storage, loader: try loader(for: selected),
            context: self)
    }
}

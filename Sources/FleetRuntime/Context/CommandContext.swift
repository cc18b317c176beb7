import FleetClient
package import FleetCore
package import FleetFeeds
package import FleetService
package import FleetSettings
package import Foundation

/// Access to everything outside the process: environment, clocks, randomness, folders and network.
///
/// Commands reach these only through the context.
package struct CommandContext: Sendable {
    package let output: Output
    /// Log of requests and decisions, on standard error.
    package let log: DiagnosticLog
    /// Progress display for long loads.
    package private(set) var progress: Progress
    /// Base folder of relative paths.
    package let directory: String
    /// Random token that identifies this process.
    let process: String
    /// Fixed display and simulation time from `FLEET_NOW`; `nil` if it is not set.
    package let stoppedClock: Timestamp?
    package let transport: HTTPTransport
    /// The link that the command reads.
    package let offer = LinkOffer()
    /// Connections to team servers.
    let connections = TeamConnections()
    /// The database that is used instead of the files of the home; `nil` without one.
    private(set) var database: DatabaseReference?
    private let folders: Result<Home, HomeError>
    /// The marks of the feeds that a server is reading; `nil` for other processes.
    private(set) var readingMarks: ReadingMarks?

    package let system: System

    /// Access to the environment, the system clock and randomness.
    package struct System: Sendable {
        /// Returns the value of an environment variable; `nil` if it is not set.
        package let environmentVariable: @Sendable (String) -> String?
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
        /// Factor of the times after which something is given up.
        ///
        /// Tests raise it: on a busy machine, only what hangs may reach such a time.
        package let timeoutFactor: Double
        /// Time zone of the machine, for times in tables that have none of their own.
        package let localZone: SystemTimeZone
        /// Memory that the process may use, in bytes.
        let memory: Int64
        /// Whether `now` is that of the real clock, which the one of a database corrects.
        let followsDatabase: Bool
        /// Waits for a time of `now`.
        let sleep: @Sendable (Duration) async throws -> Void

        package init(
            environmentVariable: @escaping @Sendable (String) -> String?,
            environment: @escaping @Sendable () -> [String: String],
            now: @escaping @Sendable () -> Timestamp,
            jitter: @escaping @Sendable () -> Double,
            newUUID: @escaping @Sendable () -> UUID, clockSpeed: Double = 1,
            timeoutFactor: Double = 1, localZone: SystemTimeZone = .utc,
            memory: Int64 = .max, followsDatabase: Bool = false,
            sleep: (@Sendable (Duration) async throws -> Void)? = nil
        ) {
            self.environmentVariable = environmentVariable
            self.environment = environment
            self.now = now
            self.jitter = jitter
            self.newUUID = newUUID
            self.clockSpeed = clockSpeed
            (self.timeoutFactor, self.localZone) = (timeoutFactor, localZone)
            (self.memory, self.followsDatabase) = (memory, followsDatabase)
            self.sleep = sleep ?? { try await Task.sleep(for: $0 / clockSpeed) }
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
        progress = Progress(output: output, timeoutFactor: system.timeoutFactor, now: system.now)
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
        context.progress = Progress(
            output: output, isShown: false, timeoutFactor: system.timeoutFactor, now: system.now)
        return context
    }

    /// Returns the context of a server, which marks the feeds that it is reading.
    func markingReadings() -> CommandContext {
        var context = self
        context.readingMarks = (try? home()).map { home in
            ReadingMarks(in: home) { [output] in output.warn($0) }
        }
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

    /// Returns the system time, or that of the database in use while the machine's clock is more than
    /// five minutes ahead of it.
    package func now() -> Timestamp {
        let own = system.now()
        guard system.followsDatabase, let database = database?.current else { return own }
        return database.corrected(own)
    }

    /// Returns the display and simulation time.
    package func shownNow() -> Timestamp { stoppedClock ?? now() }

    /// Returns the value of an environment variable; `nil` if it is unset or empty.
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
        let clock: @Sendable (Timestamp) -> String = { LocalTime.clock($0, now: now) }
        return TableStyle(
            width: width, isColored: ansi.colorsText(on: output, noColor: noColor), now: now,
            localTime: LocalTime.text, shortTime: width == nil ? nil : shortTime,
            clock: width == nil ? nil : clock)
    }

    /// Returns a time for people: on a terminal its age first, which survives a cut.
    package func timeText(_ time: Timestamp) -> String {
        tableStyle(.never).agedTime(time) ?? LocalTime.text(time)
    }

    /// Closes the connections to all services; later requests open new ones.
    package func disconnect() async {
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
                if wait > .zero { try await system.sleep(wait) }
            },
            jitter: system.jitter)
    }

    /// Waits for a time of the system's clock.
    package func sleep(for time: Duration) async throws { try await system.sleep(time) }

    /// Returns the real time after which something is given up.
    package func limit(_ time: Duration) -> Duration {
        time * system.timeoutFactor / system.clockSpeed
    }

    /// Memory for each reading that may have a large document, and for the largest check of one: its
    /// index takes four times as much memory as the document.
    private static let (largeReadingMemory, checkShare): (Int64, Int64) = (1 << 30, 16)

    /// Returns what a reading of a source may take in this process.
    func budget(of source: Source) -> SourceBudget {
        source.budget.fitting(memory: system.memory)
    }

    /// Returns what a check of the documents of a source may take in this process.
    func checkBudget(of source: Source) -> SourceBudget {
        budget(of: source).limited(toDocuments: max(1 << 20, system.memory / Self.checkShare))
    }

    private static func limits(
        _ version: String, _ system: System, _ log: DiagnosticLog
    ) -> HTTPLimits {
        var limits = HTTPLimits(version: version, environment: system.environmentVariable)
        limits.divideTimes(by: system.clockSpeed)
        limits.extend(by: system.timeoutFactor)
        limits.maxLargeReadings = Int(min(max(1, system.memory / largeReadingMemory), 16))
        limits.log = log
        return limits
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

    /// Environment for subprocesses.
    package var environment: [String: String] { system.environment() }

    /// Returns the folders of `FLEET_HOME`.
    package func home() throws(HomeError) -> Home {
        let home = try folders.get()
        try home.finishRestore()
        return home
    }

    /// Shows the output of a list that was held back, in the pager of the user if it is longer than
    /// the screen.
    package func showHeldOutput() async throws {
        try await output.showHeld { file, terminal in
            await Pager(environment).show(file, on: terminal)
        }
    }

    /// Holds the output back until the end of the command, to be shown in a pager if it is longer
    /// than the screen.
    package func pageOutput() {
        if output.isTerminal, hasPager { output.hold() }
    }

    /// Whether output that is longer than the screen is shown in a pager.
    private var hasPager: Bool { Pager.isWanted(in: environment) }
}

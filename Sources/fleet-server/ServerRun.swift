import FleetCore
import FleetRuntime
import FleetServer
import FleetSettings
import FleetTeam
import Logging
import POSIX

/// One run of the server, until its task is cancelled.
struct ServerRun {
    /// Threads that read vehicles.
    private static let readers = 4
    private static let maintenanceInterval = Duration.seconds(3600)

    private let context: CommandContext
    private let options: ServerOptions
    private let team: Team
    private let sources: SourcePool
    private let alerts: AlertService
    private let checks: DocumentChecks
    private let snapshots: SnapshotReaders
    private let server: FleetServer
    private let logger: Logger

    /// Opens everything that the server needs.
    /// - Throws: `CommandError` for an unknown source or a file of TLS that cannot be used;
    ///   `StoreError`, `PreferencesError`, `HomeError`.
    init(
        _ options: ServerOptions, sources names: [String], registration: Team.Registration,
        auditDays: Int, reporterDays: Int, _ logger: Logger, in context: CommandContext
    ) throws {
        (self.context, self.logger) = (context, logger)
        do throws(TLSFileError) {
            try options.tls?.check()
        } catch {
            throw CommandError(.ioError, error.cause, hint: error.hint)
        }
        let sources = try SourcePool(names, in: context) { source, feed, change in
            logger.info(
                "leader",
                metadata: [
                    "source": "\(source)", "feed": "\(feed.rawValue)",
                    "change": "\(change.rawValue)",
                ])
        }
        team = try context.openTeam(
            registration: registration, auditDays: auditDays, reporterDays: reporterDays,
            passwords: PasswordHasher())
        var options = options
        let database = ServerDatabase(in: context)
        options.checkDatabase = { try await database?.check() }
        options.followers = {
            [FollowerLag("sources", sources.lag())]
                + [database?.leaseLag().map { FollowerLag("leases", $0) }].compactMap(\.self)
        }
        self.options = options
        let alerts = try AlertService(
            for: team, sources: sources, allowsPrivate: options.allowsPrivateSources, in: context)
        (self.sources, self.alerts) = (sources, alerts)
        checks = try DocumentChecks(of: sources, in: context)
        // The last thing that may fail, because the readers must be closed.
        let threads = try context.readingThreads()
        snapshots = SnapshotReaders(
            try (0..<(threads?.count ?? Self.readers)).map { _ in try context.openStore() },
            on: threads)
        server = try FleetServer(
            options, team: team, sources: sources, snapshots: snapshots,
            sourceAdministration: HomeSourceAdministration(context: context, pool: sources),
            sendTestAlert: { try await alerts.sendTest(of: $0) },
            logger: logger, now: { context.shownNow() })
    }

    /// Serves until the task is cancelled; then running requests are finished.
    /// - Throws: `CommandError` (69, 77) if it cannot listen.
    func run() async throws {
        warnOfSharedKey()
        Interrupts.handleHangup { reloadCertificate() }
        let outcome = await withTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask { await alerts.run { await sources.run() } }
            group.addTask { await maintain() }
            group.addTask { await logger.logFailures(of: sources) }
            group.addTask { await checks.run() }
            return await served()
        }
        snapshots.close()
        try outcome.get()
    }

    private func served() async -> Result<Void, any Error> {
        do {
            return .success(try await server.run { _ in await announce() })
        } catch let error as ListenError {
            return .failure(CommandError(error, isMain: error.address != options.operations))
        } catch {
            return .failure(error)
        }
    }

    /// Prints the address, and the set-up link until there is an administrator.
    private func announce() async {
        let url = options.publicOrigin.text
        do {
            try await context.serverSettings().setPublicURL(url)
            try context.output.write("serving \(url)\n")
            if let link = try await team.makeSetupLink() {
                try context.output.write("set up: \(url)/setup?link=\(link.secret.reveal())\n")
                context.output.log(
                    "the set-up link works once, until \(LocalTime.text(link.expiresAt))")
                if options.publicOrigin.isLoopback { context.output.log(sshHint) }
            }
            try context.output.finish()
        } catch {
            context.output.warn(ErrorReport(error).cause)
        }
    }

    private var sshHint: String {
        "from another machine, run `\(options.listen.sshCommand)` there first"
    }

    /// Uses a renewed certificate from now on.
    private func reloadCertificate() {
        do throws(TLSFileError) {
            guard try server.reloadCertificate() else { return }
            logger.notice("certificate renewed")
            warnOfSharedKey()
        } catch {
            logger.warning(
                "certificate not renewed", metadata: ["cause": "\(error.cause)"])
        }
    }

    private func warnOfSharedKey() {
        guard let files = options.tls, files.isKeyShared else { return }
        context.output.warn(
            "other users of this machine can read the private key in \(files.key); "
                + "run `chmod 600` on it")
    }

    /// Removes what has expired, and uses a renewed certificate, now and every hour.
    private func maintain() async {
        while !Task.isCancelled {
            reloadCertificate()
            do {
                try await team.prune()
                try await server.removeUnusedPhotos()
                try await context.keepVehicles(of: team)
            } catch {
                context.output.warn(ErrorReport(error).cause)
            }
            try? await Task.sleep(for: Self.maintenanceInterval)
        }
    }
}

extension CommandError {
    init(_ error: ListenError, isMain: Bool) {
        let address = error.address
        self.init(
            error.isDenied ? .noPermission : .unavailable,
            "cannot listen on \(address.host):\(address.port): \(error.reason)",
            hint: error.isDenied
                ? "use a port above 1023, or a proxy"
                : "stop the other program, or choose another address with "
                    + (isMain ? "--listen" : "--ops-listen"))
    }
}

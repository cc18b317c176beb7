import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetRuntime
import FleetServer
import FleetSettings
import FleetTeam
import Foundation
import POSIX
import SystemPackage

/// Server of a team: the work of `fleet serve`, which starts this program.
struct ServerCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: InstalledProgram.server.rawValue,
        abstract: "Serve the fleet to a team, as web pages and an HTTP API.",
        discussion: "`fleet serve` starts this program. `fleet help serve` has examples.",
        version: InstalledProgram.server.versionText)

    @OptionGroup var serve: ServeOptions

    var database: String? { serve.database }

    /// Time for which running requests may continue after a signal, and a little more.
    private static let graceSeconds = 12

    func run(in context: CommandContext) async throws {
        Interrupts.extendGracePeriod(toSeconds: Self.graceSeconds)
        try ServerDatabase.checkSecretFile(in: context)
        let logger = ServerLog.logger(serve.log, of: context)
        // An error that ends the program is reported as by every command.
        defer { context.output.sendMessages(to: nil) }
        var options = try serverOptions(in: context)
        guard try await DatabaseStart(options.operations, logger, in: context).run() else { return }
        let database = ServerDatabase(in: context)
        try await database?.check()
        // Before any file is opened, which a restore would replace.
        let lock = try await ServerLock.take(in: context)
        defer { lock?.release() }
        if let history = serve.history { try await history.makeDefault(in: context) }
        let settings = try context.serverSettings()
        options.tiles = try await tileSetting(settings)
        options.databaseStatistics = { context.databaseStatistics() }
        options.allowsPrivateSources = serve.allowPrivateSources
        options.tables = RowRules(zone: context.system.localZone)
        options.contact = contactSetting(settings)
        options.firstSteps = FirstSteps(
            isSkipped: { try await settings.hasSkippedFirstSteps() },
            skip: { try await settings.skipFirstSteps() })
        let catalogue = try SharedCatalogue(in: context)
        options.catalogue = { try await catalogue.systems() }
        options.timeZone = .current
        options.secret = Array(try await settings.secret().utf8)
        options.maxConnections = Self.maxConnections()
        options.mapLibrary = MapFiles.library
        let server = try ServerRun(
            options, sources: serve.sources, registration: serve.registration,
            auditDays: serve.auditDays, reporterDays: serve.reporterDays, logger, in: context)
        try await server.run()
    }

    /// Returns the options that need nothing of the home.
    private func serverOptions(in context: CommandContext) throws -> ServerOptions {
        let address = serve.address
        var options = ServerOptions(
            listen: address.listen, publicOrigin: try address.checkedOrigin(),
            photoFolder: try context.home().teamPhotosPath)
        options.extendLimits(by: context.system.timeoutFactor)
        options.operations = address.opsListen
        options.pageRate = serve.pageRate
        options.trustedProxies = address.trustedProxy.compactMap { AddressRange($0) }
        if let certificate = address.tlsCert, let key = address.tlsKey {
            options.tls = ServerOptions.TLSFiles(certificate: certificate, key: key)
        }
        return options
    }

    /// Returns how many connections can be open without those of databases and sources running out
    /// of descriptors, which would stop the process.
    private static func maxConnections() -> Int {
        let descriptors = ProcessLimits.raiseDescriptorLimit(to: 16_384)
        return max(descriptors - 128, descriptors / 4)
    }

    /// Returns the address for questions: that of the option, or what administrators choose.
    private func contactSetting(_ settings: any ServerSettings) -> ContactSetting {
        if let contact = serve.contact { return ContactSetting(contact) }
        return ContactSetting(
            load: { try await settings.contact() }, save: { try await settings.setContact($0) })
    }

    /// Returns the background of maps: that of the option, or what administrators choose.
    private func tileSetting(_ settings: any ServerSettings) async throws -> TileSetting {
        switch serve.tiles {
        case .noTiles?: return TileSetting(template: nil)
        case .template(let template)?: return TileSetting(template: template)
        case .file(let path)?:
            let name = FilePath(path).lastComponent?.string ?? path
            return TileSetting(try MapFiles.tiles(at: path), named: name)
        case nil: break
        }
        return TileSetting(try await settings.tiles().flatMap(TileSetting.Choice.init) ?? .none) {
            try await settings.setTiles($0.rawValue)
        }
    }
}

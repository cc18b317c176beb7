import ArgumentParser
import FleetCore
import FleetRuntime
import FleetServer
import FleetSettings
import FleetTeam
import Foundation
import POSIX
import SystemPackage

/// `fleet serve`: the sources of this home for a whole team, as web pages and an HTTP API.
struct ServeCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve the fleet to a team, as web pages and an HTTP API.",
        examples: [
            "Serve all sources on this machine": "fleet serve",
            "Serve behind a proxy on the same machine":
                "fleet serve --trusted-proxy 127.0.0.1 --public-url https://fleet.example",
            "Serve with a certificate":
                "fleet serve --listen fleet.example:443 --tls-cert chain.pem --tls-key key.pem",
            "Serve from a database, on any number of machines":
                "fleet serve --database postgres://fleet@db.example/fleet",
            "Copy the people and sources of this machine to a database":
                "fleet serve copy --from sqlite --to postgres://fleet@db.example/fleet",
            "Keep each change of all sources for 30 days": "fleet serve --history 30d",
            "Invite somebody": "fleet user invite --role member",
        ],
        notes: """
            The first start prints a link with which the first administrator registers. Sources that \
            `fleet source` adds, changes or removes are noticed. Where `fleet watch`, `fleet browse` or \
            another server polls a source, this one follows it. Ctrl-C and SIGTERM end the server after \
            the running requests.

            --history is a setting of the home or the database, so all servers and commands there have \
            it, until another start changes it. A shorter time, or off, removes nothing: sources that \
            had the longer one keep it as a setting of their own.
            """,
        subcommands: [
            ServeBackupCommand.self, ServeRestoreCommand.self, ServeCopyCommand.self,
            ServeMigrateCommand.self,
        ]
    )

    @OptionGroup(title: "Address") var address: ListenOptions

    @Option(
        name: .customLong("source"),
        help: ArgumentHelp(
            "Serve only the source of this name. Repeat the option for several.",
            valueName: "name"), completion: .stored(.sources))
    var sources: [String] = []

    @Flag(help: "Let administrators add sources and webhooks in private networks.")
    var allowPrivateSources = false

    @Option(help: "Who can register: nobody, whoever has an invitation, or everybody.")
    var registration: Team.Registration = .invite

    @Option(
        help: ArgumentHelp(
            "Address of map tiles with {z}, {x} and {y}, or a file of them. (default: as administrators choose)",
            discussion: "The server sends the raster tiles of an MBTiles file itself.",
            valueName: "url|file.mbtiles|none"), completion: .file(extensions: ["mbtiles"]))
    var tiles: TileAddress?

    @Option(
        help: ArgumentHelp(
            "Address for questions, which published feeds need. (default: as administrators choose)",
            discussion: "`fleet source edit NAME --publish gbfs` publishes a source.",
            valueName: "email"))
    var contact: String?

    @Option(
        help: ArgumentHelp(
            "History of sources without a setting of their own, such as 30d. (default: as it was set last)",
            discussion: "`fleet source edit NAME --history off` excepts a source.",
            valueName: "time[,size]|off"))
    var history: HistoryChoice?

    @Option(help: ArgumentHelp("Days for which the audit log is kept.", valueName: "days"))
    var auditDays = 90

    @Option(help: .database)
    var database: String?

    func validate() throws {
        guard (1...3650).contains(auditDays) else {
            throw ValidationError("--audit-days must be from 1 to 3650")
        }
        guard contact.map(ContactSetting.isAddress) ?? true else {
            throw ValidationError("--contact must be an address such as fleet@example.com")
        }
    }

    func run(in context: CommandContext) async throws {
        try context.checkSecretFile()
        var options = try address.options(photoFolder: context.teamPhotoFolder())
        guard try await DatabaseStart(options.operations, in: context).run() else { return }
        // Before any file is opened, which a restore would replace.
        let lock = try await context.serverLock()
        defer { lock?.release() }
        if let history { try await context.setDefaultHistory(history) }
        let settings = try context.serverSettings()
        options.tiles = try await tileSetting(settings)
        options.databaseStatistics = { context.databaseStatistics() }
        options.allowsPrivateSources = allowPrivateSources
        options.contact = contactSetting(settings)
        options.firstSteps = FirstSteps(
            isSkipped: { try await settings.hasSkippedFirstSteps() },
            skip: { try await settings.skipFirstSteps() })
        let catalogue = try SharedCatalogue(in: context)
        options.catalogue = { try await catalogue.systems() }
        options.timeZone = .current
        options.secret = Array(try await settings.secret().utf8)
        options.maxConnections = Self.maxConnections()
        options.mapLibrary = CommandContext.mapLibraryPath()
        let server = try ServerRun(
            options, sources: sources, registration: registration, auditDays: auditDays, in: context
        )
        try await server.run()
    }

    /// Returns how many connections can be open without those of databases and sources running out
    /// of descriptors, which would stop the process.
    private static func maxConnections() -> Int {
        let descriptors = ProcessLimits.raiseDescriptorLimit(to: 16_384)
        return max(descriptors - 128, descriptors / 4)
    }

    /// Returns the address for questions: that of the option, or what administrators choose.
    private func contactSetting(_ settings: any ServerSettings) -> ContactSetting {
        if let contact { return ContactSetting(contact) }
        return ContactSetting(
            load: { try await settings.contact() }, save: { try await settings.setContact($0) })
    }

    /// Returns the background of maps: that of the option, or what administrators choose.
    private func tileSetting(_ settings: any ServerSettings) async throws -> TileSetting {
        switch tiles {
        case .noTiles?: return TileSetting(template: nil)
        case .template(let template)?: return TileSetting(template: template)
        case .file(let path)?:
            let name = FilePath(path).lastComponent?.string ?? path
            return TileSetting(try CommandContext.tileArchive(at: path), named: name)
        case nil: break
        }
        return TileSetting(try await settings.tiles().flatMap(TileSetting.Choice.init) ?? .none) {
            try await settings.setTiles($0.rawValue)
        }
    }
}

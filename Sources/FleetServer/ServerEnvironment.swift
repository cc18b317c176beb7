package import FleetCore
package import FleetSQL
import FleetService
package import FleetTeam
package import Foundation
import Logging
import POSIX

/// Everything that the handlers of requests share.
final class ServerEnvironment: Sendable {
    let options: ServerOptions
    let team: Team
    let sources: any PolledSources
    let snapshots: SnapshotReaders
    let pages: PageRenderer
    let assets: AssetFolder
    let app: InstallableApp
    let photos: PhotoStore
    let rowReads = RowReads()
    let policy: RequestPolicy
    /// The display time, which `FLEET_NOW` can stop.
    let now: @Sendable () -> Timestamp
    /// Whether an administrator exists.
    let setup: SetupState
    let metrics = Metrics()
    /// Threads that ask for the addresses of hosts.
    private let lookups = BlockingThreads(count: 2)
    /// Limits of connections, requests and large answers.
    let limits = AnswerLimits()
    let pageRates: PageRates
    /// Whether the server can work.
    let readiness: Readiness
    /// The live changes of the sources.
    let changes: ChangeHub
    /// Changes of the settings of sources; `nil` if only the machine's administrator makes them.
    let sourceAdministration: (any SourceAdministration)?
    /// Sends a test of an alert; `nil` if the server sends no alerts.
    let sendTestAlert: AlertTest?

    /// Returns whether a person may change the settings of sources, and this server can.
    func canChangeSources(_ access: Access) -> Bool {
        access.may(.settings) && sourceAdministration != nil
    }

    init(
        _ options: ServerOptions, _ team: Team, _ sources: any PolledSources,
        _ snapshots: SnapshotReaders, sourceAdministration: (any SourceAdministration)?,
        sendTestAlert: AlertTest?, logger: Logger, now: @escaping @Sendable () -> Timestamp
    ) throws {
        (self.options, self.team, self.sources) = (options, team, sources)
        (self.snapshots, self.now) = (snapshots, now)
        (self.sourceAdministration, self.sendTestAlert) = (sourceAdministration, sendTestAlert)
        assets = AssetFolder(library: options.mapLibrary)
        let sshHint = options.publicOrigin.isLoopback ? options.listen.sshCommand : nil
        pages = try PageRenderer(
            assets: assets.path, setupHint: sshHint, timeZone: options.timeZone)
        app = try InstallableApp(assets: assets, pages: pages)
        photos = PhotoStore(folder: options.photoFolder)
        policy = RequestPolicy(
            publicOrigin: options.publicOrigin, scheme: options.tls == nil ? .http : .https,
            port: options.listen.port)
        setup = SetupState(of: team)
        pageRates = PageRates(rate: options.pageRate)
        let changes = ChangeHub(of: sources, snapshots, for: team, logger: logger, now: now)
        self.changes = changes
        readiness = Readiness(team, snapshots, options, logger: logger) {
            await Self.followers(options, changes)
        }
    }

    /// How far behind the other servers each part of this one is.
    var followers: [FollowerLag] { get async { await Self.followers(options, changes) } }

    private static func followers(
        _ options: ServerOptions, _ changes: ChangeHub
    ) async -> [FollowerLag] {
        [FollowerLag("changes", await changes.pause)] + (options.followers?() ?? [])
    }

    /// Rules for sources and webhooks that administrators add.
    var sourceRules: SourceRules {
        SourceRules(allowsPrivate: options.allowsPrivateSources) { [self, lookups] host in
            try await waiting(
                for: localized("The name server"), hint: localized("Try again in a few minutes.")
            ) {
                try await lookups.run {
                    HostLookup.addresses(of: host).compactMap { IPAddress($0) }
                }
            }
        }
    }

    /// The origin in links that leave the server, such as invitations and labels.
    var publicOrigin: WebOrigin { options.publicOrigin }

    /// Name of the cookie with the session (RFC 6265bis, section 4.1.3): its prefix makes browsers
    /// insist on TLS, and the port keeps servers on one machine apart.
    var cookieName: String {
        publicOrigin.scheme == .https ? "__Host-fleet" : "fleet-\(publicOrigin.port)"
    }

    /// Name of the cookie of a device, which survives signing out.
    var deviceCookieName: String {
        publicOrigin.scheme == .https
            ? "__Host-fleet-device" : "fleet-device-\(publicOrigin.port)"
    }

    /// Returns a time as pages show it.
    func time(_ time: Timestamp) -> ShownTime {
        style.time(time)
    }

    /// Returns the source of a name or former name.
    func source(named name: String) -> PolledSource? {
        let all = sources.all
        return all.first { $0.name == name } ?? all.first { $0.aliases.contains(name) }
    }
}

/// Options of a server.
package struct ServerOptions: Sendable {
    /// Address and port to listen on; port 0 is any free one.
    package var listen: ListenAddress
    /// Origin under which people reach the server.
    package var publicOrigin: WebOrigin
    /// Certificate chain and key (PEM files); without them the server speaks plain http.
    package var tls: TLSFiles?
    /// Networks of proxies whose `X-Forwarded-For` is believed.
    package var trustedProxies: [AddressRange]
    /// The background of maps.
    package var tiles = TileSetting(template: nil)
    /// Pages a second that one person, or one network without a session, can open.
    package var pageRate = 20
    /// Time zone of times on pages for browsers without scripts; scripts show that of the browser.
    package var timeZone = TimeZone.gmt
    /// File of the map library; without it maps are drawn as SVG.
    package var mapLibrary: String?
    /// Address for questions about published feeds (GBFS: `feed_contact_email`).
    package var contact = ContactSetting(nil)
    /// Whether administrators are still offered the first steps.
    package var firstSteps = FirstSteps(isSkipped: { true }, skip: {})
    /// Random bytes of this server, from which the rotating IDs of published feeds are made.
    package var secret: [UInt8] = []
    /// Folder of the photos of notes.
    package var photoFolder: String
    /// Most open connections; further ones wait in the queue of the system.
    package var maxConnections = 1000
    /// Whether administrators may add sources and webhooks in private networks.
    package var allowsPrivateSources = false
    /// Address and port for supervisors and Prometheus; `nil` for none.
    package var operations: ListenAddress?
    /// Returns numbers about the use of the database; `nil` without them.
    package var databaseStatistics: (@Sendable () -> DatabaseStatistics?)?
    /// Checks what may change in a database that several servers share, such as its tables; `nil` for
    /// nothing.
    package var checkDatabase: (@Sendable () async throws -> Void)?
    /// Returns how far behind the other servers the parts of this one are; `nil` for none.
    package var followers: (@Sendable () -> [FollowerLag])?
    /// Time without reading the states of the others after which this server is not ready.
    package var followerLimit = Duration.seconds(15)
    /// Returns the catalogue of systems, or throws a `CatalogueError`; `nil` for a server without
    /// one.
    package var catalogue: (@Sendable () async throws -> SystemCatalogue)?
    /// The rules by which tables and typed cells are read; `nil` for a server without imported rows.
    package var tables: (any TableRules)?
    /// Time that a probe of `/ready` waits for the databases.
    package var readinessLimit = Duration.seconds(5)
    /// Time that a request waits for a feed, a webhook or the address of a host.
    package var outsideLimit = Duration.seconds(10)
    /// Time after which a search looks at nothing more.
    package var searchLimit = Duration.seconds(1)
    /// Time that a scrape of metrics waits for numbers of vehicles; they are in the next one
    /// otherwise.
    package var metricsLimit = Duration.seconds(2)

    package struct TLSFiles: Sendable {
        package var certificate: String
        package var key: String

        package init(certificate: String, key: String) {
            (self.certificate, self.key) = (certificate, key)
        }
    }

    /// Extends the times after which something is given up.
    package mutating func extendLimits(by factor: Double) {
        for limit in [
            \Self.readinessLimit, \.outsideLimit, \.searchLimit, \.metricsLimit, \.followerLimit,
        ] {
            self[keyPath: limit] = self[keyPath: limit] * factor
        }
    }

    package init(listen: ListenAddress, publicOrigin: WebOrigin, photoFolder: String) {
        (self.listen, self.publicOrigin, self.photoFolder) = (listen, publicOrigin, photoFolder)
        trustedProxies = []
    }
}

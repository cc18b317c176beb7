package import FleetCore
package import FleetService
package import FleetTeam
import HTTPTypes
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
package import Logging
import NIOCore
import NIOSSL

/// The server of a team: pages, API, streams and published feeds over HTTP.
///
/// Requests run through ``OuterResponder`` and then the handler of their route; ``Routes`` decides
/// who may use it.
package struct FleetServer: Sendable {
    let environment: ServerEnvironment
    private let logger: Logger

    /// - Parameters:
    ///   - snapshots: The stored snapshots that `sources` fill.
    ///   - now: The display time.
    package init(
        _ options: ServerOptions, team: Team, sources: any PolledSources,
        snapshots: SnapshotReaders, logger: Logger, now: @escaping @Sendable () -> Timestamp
    ) throws {
        let assets = AssetFolder(library: options.mapLibrary)
        let scheme: WebOrigin.Scheme = options.tls == nil ? .http : .https
        let sshHint =
            options.publicOrigin.isLoopback
            ? "ssh -L \(options.port):127.0.0.1:\(options.port) THIS-MACHINE" : nil
        environment = ServerEnvironment(
            options: options, team: team, sources: sources, snapshots: snapshots,
            pages: try PageRenderer(assets: assets.path, setupHint: sshHint), assets: assets,
            policy: RequestPolicy(
                publicOrigin: options.publicOrigin, scheme: scheme, port: options.port),
            now: now, setup: SetupState(of: team), metrics: Metrics())
        self.logger = logger
    }

    /// The responder of all requests.
    func responder() -> some HTTPResponder<ServerContext> {
        let errors = ErrorRenderer(pages: environment.pages, now: environment.now)
        return OuterResponder(
            inner: routes(errors).responder(), policy: environment.policy,
            security: SecurityFields(
                tiles: environment.options.tiles.flatMap(WebOrigin.init(ofAddress:)),
                isSecure: environment.publicOrigin.scheme == .https),
            setup: environment.setup, metrics: environment.metrics, errors: errors)
    }

    /// Returns all routes.
    func routes(_ errors: ErrorRenderer) -> Routes {
        let routes = Routes(in: environment, errors: errors)
        environment.assets.add(to: routes)
        Self.addHandlers(to: routes, environment)
        return routes
    }

    /// Adds the handlers of all areas.
    private static func addHandlers(to routes: Routes, _ environment: ServerEnvironment) {
        HealthHandlers().add(to: routes)
        environment.metrics.add(to: routes)
        ListHandlers().add(to: routes)
        VehicleHandlers().add(to: routes)
        SiteHandlers().add(to: routes)
        LabelHandlers().add(to: routes)
        FleetAPI().add(to: routes)
        GBFSHandlers().add(to: routes)
    }

    /// Listens until a graceful shutdown; `onReady` is called with the port once it listens.
    package func run(onReady: @escaping @Sendable (_ port: Int) async -> Void) async throws {
        let options = environment.options
        let decoder = HTTP1Channel.Configuration.DecoderConfiguration(
            maxHeaderFieldSize: 16 * 1024, maxHeaderListSize: 32 * 1024, maxHeaderFieldCount: 100)
        let channel = HTTP1Channel.Configuration(
            additionalChannelHandlers: [RequestDeadlineHandler(limit: .seconds(60))],
            idleTimeout: .seconds(60), httpDecoderConfiguration: decoder)
        let server: HTTPServerBuilder =
            if let tls = options.tls {
                try .tls(.http1(configuration: channel), tlsConfiguration: Self.configuration(tls))
            } else {
                .http1(configuration: channel)
            }
        let configuration = ApplicationConfiguration(
            address: .hostname(options.host, port: options.port))
        let application = Application(
            responder: responder(), server: server, configuration: configuration,
            onServerRunning: { await onReady($0.localAddress?.port ?? options.port) },
            logger: logger)
        try await application.run()
    }

    private static func configuration(_ files: ServerOptions.TLSFiles) throws -> TLSConfiguration {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: try NIOSSLCertificate.fromPEMFile(files.certificate)
                .map { .certificate($0) },
            privateKey: .privateKey(try NIOSSLPrivateKey(file: files.key, format: .pem)))
        configuration.minimumTLSVersion = .tlsv12
        return configuration
    }
}

extension WebOrigin {
    /// Creates the origin of a web address, whatever its path; nil for other texts.
    init?(ofAddress address: String) {
        let parts = address.split(separator: "://", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        self.init(parts[0] + "://" + parts[1].prefix { !"/?#".contains($0) })
    }
}

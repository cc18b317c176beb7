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
import ServiceLifecycle

/// The server of a team: pages, API, streams and published feeds over HTTP.
///
/// Requests run through ``OuterResponder`` and then the handler of their route; ``Routes`` decides
/// who may use it.
package struct FleetServer: Sendable {
    let environment: ServerEnvironment
    private let certificate: ServedCertificate?
    private let logger: Logger

    /// Time for which requests that run at the end may continue.
    private static let gracePeriod = Duration.seconds(10)

    /// - Parameters:
    ///   - snapshots: The stored snapshots that `sources` fill.
    ///   - sourceAdministration: Changes of the settings of sources; `nil` without.
    ///   - sendTestAlert: Sends a test of an alert; `nil` if no alerts are sent.
    ///   - now: The display time.
    /// - Throws: `TLSFileError`.
    package init(
        _ options: ServerOptions, team: Team, sources: any PolledSources,
        snapshots: SnapshotReaders, sourceAdministration: (any SourceAdministration)? = nil,
        sendTestAlert: AlertTest? = nil, logger: Logger, now: @escaping @Sendable () -> Timestamp
    ) throws {
        certificate = try options.tls.map { try ServedCertificate($0) }
        environment = try ServerEnvironment(
            options, team, sources, snapshots, sourceAdministration: sourceAdministration,
            sendTestAlert: sendTestAlert, logger: logger, now: now)
        self.logger = logger
    }

    /// Reads the files of the certificate again.
    ///
    /// If they cannot be used, the last one stays.
    /// - Returns: Whether they have another one.
    package func reloadCertificate() throws(TLSFileError) -> Bool {
        try certificate?.reload() ?? false
    }

    /// The responder of all requests.
    func responder() -> some HTTPResponder<ServerContext> {
        let errors = errorRenderer
        return OuterResponder(
            inner: routes(errors).responder(), environment: environment,
            security: SecurityFields(
                tiles: environment.options.tiles,
                isSecure: environment.publicOrigin.scheme == .https),
            errors: errors)
    }

    /// The responder of the listener for supervisors, which speaks plain http.
    var operationsResponder: OperationsResponder {
        OperationsResponder(
            environment: environment,
            security: SecurityFields(tiles: TileSetting(template: nil), isSecure: false),
            errors: errorRenderer)
    }

    private var errorRenderer: ErrorRenderer {
        ErrorRenderer(
            pages: environment.pages, now: environment.now, metrics: environment.metrics)
    }

    /// Returns all routes.
    func routes(_ errors: ErrorRenderer) -> Routes {
        let routes = Routes(in: environment, errors: errors)
        environment.assets.add(to: routes)
        environment.app.add(to: routes)
        Self.addHandlers(to: routes, environment)
        return routes
    }

    /// Adds the handlers of all areas.
    private static func addHandlers(to routes: Routes, _ environment: ServerEnvironment) {
        HealthHandlers().add(to: routes)
        environment.metrics.add(to: routes)
        ListHandlers().add(to: routes)
        ColorHandlers().add(to: routes)
        ColumnHandlers().add(to: routes)
        VehicleHandlers().add(to: routes)
        FinderReportHandlers().add(to: routes)
        SiteHandlers().add(to: routes)
        TileHandlers().add(to: routes)
        LabelHandlers().add(to: routes)
        ScanHandlers().add(to: routes)
        SearchHandlers().add(to: routes)
        FleetAPI().add(to: routes)
        InventoryAPI().add(to: routes)
        NumberHandlers().add(to: routes)
        AssignmentHandlers().add(to: routes)
        RowHandlers().add(to: routes)
        ExportHandlers().add(to: routes)
        FilterAPI().add(to: routes)
        ViewHandlers().add(to: routes)
        ViewAPI().add(to: routes)
        GBFSHandlers().add(to: routes)
        addPeopleHandlers(to: routes)
        FavoriteHandlers().add(to: routes)
        SightingHandlers().add(to: routes)
        NoteHandlers().add(to: routes)
        TaskHandlers().add(to: routes)
        AttentionHandlers().add(to: routes)
        AttentionAPI().add(to: routes)
        NoteAPI().add(to: routes)
        PhotoHandlers().add(to: routes)
        LiveHandlers().add(to: routes)
        EventHandlers().add(to: routes)
        ReplayHandlers().add(to: routes)
        ReportHandlers().add(to: routes)
        CheckHandlers().add(to: routes)
        LimitHandlers().add(to: routes)
        LimitAPI().add(to: routes)
        OpenAPIDocument(cookieName: environment.cookieName, parameters: routes.parameters)
            .add(to: routes)
    }

    /// Adds the handlers of signing in, of the own account and of administration.
    static func addPeopleHandlers(to routes: Routes) {
        SignInHandlers().add(to: routes)
        LinkHandlers().add(to: routes)
        AccountHandlers().add(to: routes)
        TokenHandlers().add(to: routes)
        UserHandlers().add(to: routes)
        InvitationHandlers().add(to: routes)
        AuditHandlers().add(to: routes)
        SourceHandlers().add(to: routes)
        CatalogueHandlers().add(to: routes)
        AlertHandlers().add(to: routes)
        SettingsHandlers().add(to: routes)
        OnboardingHandlers().add(to: routes)
    }

    /// Serves until the task is cancelled; then accepts nothing more, and finishes running
    /// requests.
    /// - Parameter onReady: Called with the port once the server listens.
    /// - Throws: `ListenError`.
    package func run(onReady: @escaping @Sendable (_ port: Int) async -> Void) async throws {
        // The listener for supervisors ends last.
        var configuration = ServiceGroupConfiguration(
            services: operationsListener() + [try listener(onReady: onReady)], logger: logger)
        configuration.maximumGracefulShutdownDuration = Self.gracePeriod
        let group = ServiceGroup(configuration: configuration)
        // A task of its own, because cancelling it ends requests at once.
        let running = Task { try await group.run() }
        let (hub, readiness) = (environment.changes, environment.readiness)
        let following = Task { await hub.run() }
        defer { following.cancel() }
        do {
            try await withTaskCancellationHandler {
                try await running.value
            } onCancel: {
                Task {
                    await readiness.stop()
                    // The server waits for all responses.
                    await hub.shutDown()
                    await group.triggerGracefulShutdown()
                }
            }
        } catch {
            if Task.isCancelled { return }
            throw error
        }
    }

    /// The configuration of each connection of the main listener, which limits how many connections
    /// an address has.
    func channel(_ rate: ResponseRateHandler.Limits = .init()) -> HTTP1Channel.Configuration {
        let (limits, proxies) = (environment.limits, environment.options.trustedProxies)
        return Self.channel(rate: rate) { [ConnectionLimitHandler(limits, trusting: proxies)] }
    }

    /// The configuration of each connection of a listener.
    /// - Parameter limits: Returns further handlers, which come first.
    static func channel(
        _ deadlines: RequestDeadlineHandler.Limits = .init(),
        rate: ResponseRateHandler.Limits = .init(),
        limits: @escaping @Sendable () -> [any RemovableChannelHandler] = { [] }
    ) -> HTTP1Channel.Configuration {
        HTTP1Channel.Configuration(
            additionalChannelHandlers: limits() + [
                RequestTargetHandler.Installer(), RequestDeadlineHandler(deadlines),
                ResponseRateHandler(rate), ClientDisconnectHandler(),
            ],
            idleTimeout: .seconds(60),
            httpDecoderConfiguration: HTTP1Channel.Configuration.DecoderConfiguration(
                maxHeaderFieldSize: 16 * 1024, maxHeaderListSize: 32 * 1024,
                maxHeaderFieldCount: 100))
    }

    private func listener(
        onReady: @escaping @Sendable (_ port: Int) async -> Void
    ) throws -> any Service {
        let options = environment.options
        let http: HTTPServerBuilder = .http1(configuration: channel())
        let server =
            try certificate.map {
                try HTTPServerBuilder.tls(http, tlsConfiguration: $0.configuration)
            } ?? http
        return listener(
            responder(), server, at: options.listen,
            maxConnections: options.maxConnections, onReady: onReady)
    }

    /// Returns the listener of `--ops-listen`; none without it.
    private func operationsListener() -> [any Service] {
        environment.options.operations.map { address in
            let channel = Self.channel(OperationsResponder.limits)
            return [
                listener(
                    operationsResponder, .http1(configuration: channel), at: address,
                    maxConnections: OperationsResponder.maxConnections, onReady: { _ in })
            ]
        } ?? []
    }

    private func listener(
        _ responder: some HTTPResponder<ServerContext>, _ server: HTTPServerBuilder,
        at address: ListenAddress, maxConnections: Int,
        onReady: @escaping @Sendable (_ port: Int) async -> Void
    ) -> any Service {
        ListeningService(address) { onListening in
            Application(
                responder: responder, server: server,
                configuration: ApplicationConfiguration(
                    address: .hostname(address.host, port: address.port),
                    availableConnectionsDelegate: .maximum(maxConnections, logger: logger)),
                onServerRunning: { channel in
                    onListening()
                    await onReady(channel.localAddress?.port ?? address.port)
                },
                logger: logger)
        }
    }
}

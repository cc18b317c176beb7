import FleetCore
import FleetSQL
import FleetService
import FleetTestSupport
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import FleetServer
@testable import FleetTeam

/// A server in a temporary folder, whose requests are answered in process.
final class ServedTeam: Sendable {
    static let origin = "http://localhost:8080"
    /// Time of the first snapshot, in seconds.
    static let loadedAt = 1_799_999_990.0
    static let password = "correct horse battery"

    let folder: TemporaryFolder
    let team: Team
    let store: any FleetStore
    let sources: FixedSources
    let server: FleetServer
    /// The display time, which a test moves.
    let clock = ServedClock()
    /// The log of the requests.
    let log = RecordedLog()
    /// Answers a request; its routes are built once.
    fileprivate let respond: @Sendable (Request, ServerContext) async throws -> Response
    fileprivate let respondToOperations: @Sendable (Request, ServerContext) async throws -> Response

    /// - Parameters:
    ///   - isSetUp: Whether there is an administrator, `root`.
    ///   - grants: What roles may do.
    ///   - sourceAdministration: Changes of the settings of sources; `nil` without.
    ///   - sendTestAlert: Sends a test of an alert; `nil` if no alerts are sent.
    ///   - storage: Where the data is; `nil` for files in the folder.
    ///   - options: Changes the options of the server.
    ///   - isRead: Whether the vehicles have been read.
    ///   - fleets: The vehicles of each source.
    init(
        isSetUp: Bool = true, registration: Team.Registration = .invite,
        grants: [Grant] = Grant.presets,
        sourceAdministration: (any SourceAdministration)? = nil,
        sendTestAlert: AlertTest? = nil, storage: ServedStorage? = nil,
        options change: (inout ServerOptions) -> Void = { _ in }, isRead: Bool = true,
        _ fleets: [(name: String, vehicles: [Vehicle])] = [("demo", [])]
    ) async throws {
        folder = try TemporaryFolder()
        let storage = try storage ?? ServedStorage(in: folder)
        let now = { @Sendable [clock] in clock.now }
        team = Team(
            database: storage.team,
            passwords: try PasswordHasher(cost: .init(passes: 1, memory: 8192)),
            registration: registration, grants: grants, now: now)
        store = storage.store
        sources = FixedSources(
            fleets.map { fleet in
                let uuid = UUID(sourceName: fleet.name)
                return PolledSource(
                    name: fleet.name, aliases: ["old-" + fleet.name],
                    source: Source(location: .simulation("sim://demo"), uuid: uuid),
                    vehicles: SourceKey(uuid))
            })
        var options = ServerOptions(
            listen: ListenAddress(host: "127.0.0.1", port: 8080),
            publicOrigin: try #require(WebOrigin(Self.origin)),
            photoFolder: folder.path + "/team-photos")
        options.secret = [1, 2, 3]
        options.extendLimits(by: Deadline.timeoutFactor)
        options.trustedProxies = [try #require(AddressRange("10.0.0.0/8"))]
        // The clock of the tests stands still.
        options.pageRate = 1_000_000
        change(&options)
        server = try FleetServer(
            options, team: team, sources: sources,
            snapshots: try storage.readers(),
            sourceAdministration: sourceAdministration, sendTestAlert: sendTestAlert,
            logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }), now: now)
        let responder = server.responder()
        respond = { try await responder.respond(to: $0, context: $1) }
        let operations = server.operationsResponder
        respondToOperations = { try await operations.respond(to: $0, context: $1) }
        if isSetUp {
            _ = try await team.onMachine().addUser(
                UserName("root"), role: .administrator, password: Password(Self.password))
        }
        guard isRead else { return }
        for (source, fleet) in zip(sources.all, fleets) { try await load(fleet.vehicles, source) }
    }

    /// Stores a snapshot of the sites of a source, which are simulated.
    func loadSites(_ ids: [String], _ source: PolledSource) async throws {
        try await load(sites: ids.map { Site(id: $0) }, source)
    }

    /// Stores a snapshot of the sites of a source.
    func load(
        sites: [Site], _ source: PolledSource, regions: [Region] = [], types: [VehicleType] = [],
        at time: Double = loadedAt, history: HistorySetting? = nil
    ) async throws {
        var feed = FeedDescription(format: "sites document")
        feed.setRegions(regions)
        feed.setTypes(types)
        feed.isSimulated = true
        let snapshot = Snapshot(
            sites: sites, feed: feed, parseReport: ParseReport())
        let cache = FeedCacheState(location: "https://example.com", main: .init(address: "s"))
        let time = Timestamp(seconds: time)
        _ = try await store.snapshots.commit(
            FetchOutcome(
                response: .loaded(
                    snapshot, cache, FeedSchedule(minInterval: .seconds(5), freshFor: .zero)),
                request: RequestID(beganAt: time, process: "test"), fetchedAt: time,
                dueAt: time + .seconds(6)),
            for: source.sites, recording: Recording(history: history))
    }

    /// Stores a snapshot of a source.
    func load(
        _ vehicles: [Vehicle], _ source: PolledSource,
        _ feed: FeedDescription = FeedDescription(format: "GBFS 3.0"),
        documents: SideDocuments = SideDocuments(), at time: Double = loadedAt,
        history: HistorySetting? = nil
    ) async throws {
        let cache = FeedCacheState(
            location: "https://example.com", main: .init(address: "v \(time)"))
        var feed = feed
        feed.describe(vehicles)
        var snapshot = Snapshot(
            vehicles: vehicles, feed: feed, parseReport: ParseReport())
        snapshot.documents = documents
        let info = try await store.snapshots.commit(
            FetchOutcome(
                response: .loaded(
                    snapshot, cache, FeedSchedule(minInterval: .seconds(5), freshFor: .zero)),
                request: RequestID(beganAt: Timestamp(seconds: time), process: "test"),
                fetchedAt: Timestamp(seconds: time), dueAt: Timestamp(seconds: time + 6)),
            for: source.vehicles, recording: Recording(history: history))
        sources.setOutcome(.success(info))
        sources.set(.live(info, nextAt: Timestamp(seconds: time + 6)), of: source.uuid)
    }

    /// Adds a user and signs in.
    func visitor(_ name: String, _ role: Role = .member) async throws -> Visitor {
        if name != "root" {
            _ = try await team.onMachine().addUser(
                UserName(name), role: role, password: Password(Self.password))
        }
        let signedIn = try await team.signIn(
            name: name, password: Password(Self.password), from: Client(address: nil))
        return Visitor(server: self, cookie: "fleet-8080=" + signedIn.secret.reveal())
    }

    /// A program that asks the listener for supervisors.
    var operations: Visitor {
        Visitor(server: self, cookie: nil, fields: [:], isForOperations: true)
    }

    /// A browser that is not signed in.
    var stranger: Visitor { Visitor(server: self, cookie: nil) }
}

/// A clock that stands still unless it is moved.
final class ServedClock: Sendable {
    private let time = Mutex(Timestamp(seconds: 1_800_000_000))

    var now: Timestamp { time.withLock(\.self) }

    func advance(by interval: Duration) { time.withLock { $0 = $0 + interval } }
}

/// A browser or program that makes requests.
struct Visitor: Sendable {
    let server: ServedTeam
    var cookie: String?
    /// Fields of every request.
    var fields: HTTPFields = [.accept: "text/html"]
    /// Whether it asks the listener for supervisors.
    var isForOperations = false

    func get(_ target: String, fields: HTTPFields = [:]) async throws -> Answer {
        try await send(.get, target, fields: fields)
    }

    /// Sends a form from one of the server's own pages.
    func post(_ target: String, _ form: [(String, String)] = []) async throws -> Answer {
        try await send(
            .post, target, body: Array(QueryItems(form).query.dropFirst().utf8),
            fields: [
                .contentType: "application/x-www-form-urlencoded", .origin: ServedTeam.origin,
            ])
    }

    /// Sends a JSON document from one of the server's own pages.
    func send(
        _ method: HTTPRequest.Method, _ target: String, json: String, fields: HTTPFields = [:]
    ) async throws -> Answer {
        var fields = fields
        fields[.contentType] = "application/json"
        fields[.origin] = ServedTeam.origin
        fields[.accept] = "application/json"
        return try await send(method, target, body: Array(json.utf8), fields: fields)
    }

    func send(
        _ method: HTTPRequest.Method, _ target: String, host: String = "localhost:8080",
        body: [UInt8] = [], fields more: HTTPFields = [:]
    ) async throws -> Answer {
        var fields = fields
        for field in more { fields[field.name] = field.value }
        if let cookie { fields[.cookie] = cookie }
        let head = HTTPRequest(
            method: method, scheme: "http", authority: host, path: target, headerFields: fields)
        let channel = EmbeddedChannel()
        let respond = isForOperations ? server.respondToOperations : server.respond
        let response = try await respond(
            Request(head: head, body: RequestBody(buffer: ByteBuffer(bytes: body))),
            ServerContext(
                source: ApplicationRequestContextSource(
                    channel: channel, logger: server.log.logger)))
        let collected = CollectedBody()
        try await response.body.write(BodyCollector(body: collected))
        return Answer(
            status: response.status.code, fields: response.headers, bytes: collected.bytes)
    }
}

/// The response to a request.
struct Answer: Sendable {
    let status: Int
    let fields: HTTPFields
    let bytes: [UInt8]

    var text: String { String(decoding: bytes, as: UTF8.self) }
    var location: String? { fields[.location] }

    /// The body as a JSON object.
    func json() throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }
}

private final class CollectedBody: Sendable {
    private let collected = Mutex<[UInt8]>([])
    var bytes: [UInt8] { collected.withLock(\.self) }
    func append(_ buffer: ByteBuffer) { collected.withLock { $0 += buffer.readableBytesView } }
}

private struct BodyCollector: ResponseBodyWriter {
    let body: CollectedBody
    mutating func write(_ buffer: ByteBuffer) async throws { body.append(buffer) }
    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

extension FixedSources {
    /// Publishes a state of the vehicles of a source.
    func set(_ state: ServiceState, of uuid: UUID) {
        let seq = (self.state(of: uuid, .vehicles)?.seq ?? 0) + 1
        publish(
            StateUpdate(seq: seq, at: Timestamp(seconds: 1_800_000_000), state: state), of: uuid)
    }
}

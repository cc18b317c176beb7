import FleetCore
import FleetService
import FleetTeam
import FleetTestSupport
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import FleetServer

@Suite("Large answers")
struct LargeAnswerTests {
    private static let published = "/gbfs/demo/vehicle_status.json"
    private static let feed = "/api/v1/sources/demo/feed"

    private let server: ServedTeam
    private let responder: any HTTPResponder<ServerContext>

    init() async throws {
        let fleet = (0..<3000).map { number in
            var vehicle = Vehicle(id: "vehicle-\(number)")
            vehicle.isDisabled = false
            vehicle.isReserved = false
            vehicle.position = Position(latitude: 48 + Double(number) / 10_000, longitude: 2)
            return vehicle
        }
        server = try await ServedTeam(
            options: { $0.contact = ContactSetting("fleet@example.com") }, [("demo", fleet)])
        server.sources.all = server.sources.all.map { source in
            var settings = source.source
            settings.publications = [.gbfs]
            return PolledSource(
                name: source.name, aliases: source.aliases,
                source: settings, vehicles: source.vehicles)
        }
        responder = server.server.responder()
    }

    /// Returns a response of which nothing has been read.
    private func open(
        _ target: String, from address: String, cookie: String? = nil, tag: String? = nil,
        _ method: HTTPRequest.Method = .get
    ) async throws -> Response {
        var fields: HTTPFields = [:]
        (fields[.cookie], fields[.ifNoneMatch]) = (cookie, tag)
        let channel = EmbeddedChannel()
        channel.remoteAddress = try SocketAddress(ipAddress: address, port: 1)
        let head = HTTPRequest(
            method: method, scheme: "http", authority: "localhost:8080", path: target,
            headerFields: fields)
        return try await responder.respond(
            to: Request(head: head, body: RequestBody(buffer: ByteBuffer())),
            context: ServerContext(
                source: ApplicationRequestContextSource(
                    channel: channel, logger: Logger(label: "test"))))
    }

    private func slices(_ response: Response) async throws -> [ByteBuffer] {
        let written = WrittenSlices()
        try await response.body.write(SliceCollector(written: written))
        return written.slices.withLock(\.self)
    }

    @Test("An address has some open answers; others, small ones and 304s are not affected")
    func addresses() async throws {
        let tag = try #require(
            try await open(Self.published, from: "192.0.2.9").headers[.eTag])
        var responses: [Response] = []
        for _ in 0..<16 { responses.append(try await open(Self.published, from: "192.0.2.1")) }
        #expect(responses.allSatisfy { $0.status == .ok && $0.headers[.eTag] == tag })
        let refused = try await open(Self.published, from: "192.0.2.1")
        #expect(refused.status == .tooManyRequests && refused.headers[.retryAfter] == "2")
        #expect(try await open(Self.published, from: "192.0.2.1", tag: tag).status == .notModified)
        #expect(try await open(Self.published, from: "192.0.2.2").status == .ok)
        #expect(try await open("/gbfs/demo/gbfs.json", from: "192.0.2.1").status == .ok)
        #expect(try await open("/signin", from: "192.0.2.1").status == .ok)

        _ = try await slices(responses.removeLast())
        #expect(try await open(Self.published, from: "192.0.2.1").status == .ok)
    }

    @Test(
        "A user has some open answers, from whatever address",
        arguments: ["/api/v1/sources/demo/feed", "/api/v1/sources/demo/vehicles?limit=10000"])
    func people(target: String) async throws {
        let ana = try await server.visitor("ana", .viewer).cookie
        let ben = try await server.visitor("ben", .viewer).cookie
        var responses: [Response] = []
        for number in 1...8 {
            responses.append(try await open(target, from: "192.0.2.\(number)", cookie: ana))
        }
        #expect(responses.allSatisfy { $0.status == .ok })
        #expect(try await open(target, from: "192.0.2.9", cookie: ana).status == .tooManyRequests)
        #expect(try await open(target, from: "192.0.2.9", cookie: ben).status == .ok)
        let page = target.contains("limit") ? "/api/v1/sources/demo/vehicles?limit=10" : "/"
        #expect(try await open(page, from: "192.0.2.9", cookie: ana).status == .ok)
        responses.removeLast()
        #expect(try await open(target, from: "192.0.2.9", cookie: ana).status == .ok)
    }

    @Test("An answer that fails, or has no body, leaves no place taken")
    func ended() async throws {
        let limits = server.server.environment.limits
        let failing = try await open(Self.published, from: "192.0.2.1")
        await #expect(throws: ChannelError.self) {
            try await failing.body.write(FailingWriter())
        }
        _ = try await open(Self.published, from: "192.0.2.1", .head)
        _ = try await open("/api/v1/sources/none/feed", from: "192.0.2.1")
        withExtendedLifetime(failing) {}
        let kept = limits.taken(.network("192.0.2.1"))
        #expect(kept <= 1)
        #expect(limits.taken(.requests("192.0.2.1")) == 0)
    }

    @Test(
        "All answers share the bytes of one document, in slices",
        arguments: ["/gbfs/demo/vehicle_status.json", "/api/v1/sources/demo/feed"])
    func shared(target: String) async throws {
        let ana = try await server.visitor("ana", .viewer).cookie
        let first = try await slices(open(target, from: "192.0.2.1", cookie: ana))
        let second = try await slices(open(target, from: "192.0.2.2", cookie: ana))
        #expect(first.count > 3 && first.allSatisfy { $0.readableBytes <= 65_536 })
        #expect(first == second)
        for (one, other) in zip(first, second) {
            let addresses = [one, other].map { buffer in
                buffer.withUnsafeReadableBytes { UInt(bitPattern: $0.baseAddress) }
            }
            #expect(addresses[0] == addresses[1])
        }
    }

    @Test("The tag of a published fleet is known before its document is made")
    func tag() async throws {
        let source = server.sources.all[0]
        let revision = try #require(
            server.sources.state(of: source.uuid, .vehicles)?.state.info?.revision)
        let tag = PublishedFleet.statusTag(of: source, revision)
        #expect(try await open(Self.published, from: "192.0.2.1", tag: tag).status == .notModified)
        #expect(try await open(Self.published, from: "192.0.2.1").headers[.eTag] == tag)
        try await server.load([Vehicle(id: "B")], source, at: 1_800_000_000)
        let changed = try await open(Self.published, from: "192.0.2.1", tag: tag)
        #expect(changed.status == .ok && changed.headers[.eTag] != tag)
    }
}

@Suite("Large answers over connections")
struct LargeAnswerConnectionTests {
    @Test("Clients that do not read keep their places, and their connections give them back")
    func unread() async throws {
        let fleet = (0..<20_000).map { Vehicle(id: "vehicle-with-a-long-identifier-\($0)") }
        try await LiveServer.run(fleet) { server in
            let ana = try #require(try await server.served.visitor("ana").cookie)
            let limits = server.served.server.environment.limits
            try await open(8, at: server, cookie: ana) {
                let refused = try await EventStreamClient.open(
                    "/api/v1/sources/demo/feed", at: server.port, cookie: ana
                ) { $0.status }
                #expect(refused == 429)
                #expect(limits.taken(.everyone) == 8)
            }
            while limits.taken(.everyone) > 0 { await Task.yield() }
        }
    }

    /// Opens answers, runs `body`, and closes their connections.
    private func open(
        _ count: Int, at server: LiveServer, cookie: String, _ body: () async throws -> Void
    ) async throws {
        guard count > 0 else { return try await body() }
        try await EventStreamClient.open(
            "/api/v1/sources/demo/feed", at: server.port, cookie: cookie
        ) { client in
            #expect(client.status == 200)
            try await open(count - 1, at: server, cookie: cookie, body)
        }
    }
}

private final class WrittenSlices: Sendable {
    let slices = Mutex<[ByteBuffer]>([])
}

private struct SliceCollector: ResponseBodyWriter {
    let written: WrittenSlices
    mutating func write(_ buffer: ByteBuffer) async throws {
        written.slices.withLock { $0.append(buffer) }
    }
    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

/// A connection that the client has closed.
private struct FailingWriter: ResponseBodyWriter {
    mutating func write(_ buffer: ByteBuffer) async throws { throw ChannelError.ioOnClosedChannel }
    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

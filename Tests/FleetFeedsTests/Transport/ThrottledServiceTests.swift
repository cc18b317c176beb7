import FleetCore
import FleetTestSupport
import Synchronization
import Testing

@testable import FleetFeeds

@Suite("A service that limits its clients is read more slowly, and is not at fault")
struct ThrottledServiceTests {
    private let clock = QuickClock()

    private static let documents = [
        "system_information":
            #"{"system_id":"s","language":"en","name":"S","timezone":"Europe/Oslo"}"#,
        "vehicle_types":
            #"{"vehicle_types":[{"vehicle_type_id":"b","form_factor":"bicycle","propulsion_type":"human"}]}"#,
        "free_bike_status":
            #"{"bikes":[{"bike_id":"a","lat":59.91273,"lon":10.74609,"is_reserved":false,"is_disabled":false,"vehicle_type_id":"b"}]}"#,
        "system_regions": #"{"regions":[{"region_id":"1","name":"Center"}]}"#,
        "system_alerts": #"{"alerts":[]}"#,
    ]

    private static func document(at target: String) -> TestServer.Response {
        let name = String(target.dropFirst().split(separator: ".").first ?? "")
        let feeds = documents.keys.sorted().map { #"{"name":"\#($0)","url":"\#($0).json"}"# }
        let data = documents[name] ?? #"{"en":{"feeds":[\#(feeds.joined(separator: ","))]}}"#
        return .text(
            #"{"last_updated":784111777,"ttl":60,"version":"2.3","data":\#(data)}"#, "ETag: \"1\"")
    }

    /// A server that allows one request a second.
    private func limited(
        by refusal: TestServer.Response,
        _ answer: @escaping @Sendable (String) -> TestServer.Response = Self.document
    ) throws -> TestServer {
        let last = Mutex<ContinuousClock.Instant?>(nil)
        return try TestServer { [clock] _, request in
            let isAllowed = last.withLock { last in
                if let last, clock.now - last < .seconds(1) { return false }
                last = clock.now
                return true
            }
            return isAllowed ? answer(request.target) : refusal
        }
    }

    private func reader(
        of server: TestServer, access: ResolvedCredentials = ResolvedCredentials()
    ) -> TestReader {
        TestReader(
            of: server.address("/gbfs.json"), access: access, limits: { $0.clock = clock.clock })
    }

    private func load(_ address: String, _ reader: TestReader) async throws -> FeedResponse {
        let loader = FeedLoader(
            source: Source(location: .web(address)), reader: reader.documents, now: { noon },
            shownNow: { noon })
        return try await loader.load(nil)
    }

    private func check(_ server: TestServer, _ reader: TestReader) async throws -> CheckReport {
        try await FeedChecker(
            source: Source(location: .web(server.address("/gbfs.json"))),
            reader: reader.documents, now: { noon }
        ).checkSystem()
    }

    private static let refusals: [TestServer.Response] = [
        .status("429 Too Many Requests", "Retry-After: 2"), .status("429 Too Many Requests"),
        .status("503 Service Unavailable", "Retry-After: 1"),
        .status("403 Forbidden", "Retry-After: 2"),
        TestServer.Response(
            status: "403 Forbidden",
            body: Array(#"{"statusCode":403,"message":"Out of call volume quota."}"#.utf8)),
    ]

    @Test(
        "A refresh with a burst of requests succeeds, with a pause between them",
        arguments: Self.refusals.indices)
    func refresh(index: Int) async throws {
        let server = try limited(by: Self.refusals[index])
        defer { server.stop() }
        let reader = reader(of: server)
        guard
            case .loaded(let snapshot, _, _) = try await load(server.address("/gbfs.json"), reader)
        else { throw TestReader.UnexpectedResponse(response: .notModified(.init(address: ""))) }
        #expect(snapshot.vehicles.map(\.id) == ["a"])
        #expect(snapshot.vehicles.first?.formFactor == "bicycle")
        #expect(snapshot.parseReport.warnings.isEmpty)
        // One request was refused; the others had their pause.
        #expect(server.requests.count == Set(server.requests.map(\.target)).count + 1)
        await reader.documents.transport.shutdown()
    }

    @Test(
        "A check with a burst of requests reads all documents, and finds nothing about them",
        arguments: Self.refusals.indices)
    func check(index: Int) async throws {
        let server = try limited(by: Self.refusals[index])
        defer { server.stop() }
        let reader = reader(of: server)
        let report = try await check(server, reader)
        #expect(report.documents.count { $0.exists } == Self.documents.count + 1)
        #expect(!report.findings.contains { $0.rule == .document.unreadable })
        #expect(report.notices.isEmpty)
        await reader.documents.transport.shutdown()
    }

    @Test("A document that the service keeps refusing because of its limit is not checked")
    func unchecked() async throws {
        let server = try TestServer { _, request in
            guard request.target == "/vehicle_types.json" else {
                return Self.document(at: request.target)
            }
            return TestServer.Response(
                status: "429 Too Many Requests",
                body: Array(#"{"message":"Rate limit is exceeded."}"#.utf8))
        }
        defer { server.stop() }
        let reader = reader(of: server)
        let report = try await check(server, reader)
        #expect(!report.findings.contains { $0.document == "vehicle_types" })
        #expect(report.leftOut.map(\.reason) == [.notNow])
        #expect(report.leftOut.map(\.names) == [["vehicle_types"]])
        let lines = report.text(width: nil, isColored: false).split(separator: "\n")
        #expect(lines.last?.hasPrefix("GBFS 2.3: 5 documents, 1 left out, ") == true)
        await reader.documents.transport.shutdown()
    }

    @Test(
        "A request is repeated at most four times, and not at all after a longer Retry-After",
        arguments: [
            ("429 Too Many Requests", nil, 5, [1.1, 2.2, 4.4, 4.4]),
            ("429 Too Many Requests", "0", 5, [1.1, 2.2, 4.4, 4.4]),
            ("429 Too Many Requests", "10", 5, [10, 10, 10, 10]),
            ("503 Service Unavailable", "3", 5, [3, 3, 4.4, 4.4]),
            ("202 Accepted", "3", 5, [3, 3, 4.4, 4.4]),
            ("429 Too Many Requests", "11", 1, []), ("503 Service Unavailable", "11", 1, []),
            ("503 Service Unavailable", nil, 1, []), ("404 Not Found", nil, 1, []),
            ("403 Forbidden", nil, 1, []), ("401 Unauthorized", "1", 1, []),
        ] as [(String, String?, Int, [Double])])
    func limits(status: String, wait: String?, requests: Int, pauses: [Double]) async throws {
        let server = try TestServer { _, _ in
            wait.map { .status(status, "Retry-After: " + $0) } ?? .status(status)
        }
        defer { server.stop() }
        let reader = reader(of: server)
        let failure = try await reader.failure(server.address("/gbfs.json"))
        #expect(failure.retryAfterSeconds == wait.flatMap(Double.init))
        #expect(server.requests.count == requests)
        #expect(clock.pauses == pauses.map { .milliseconds(Int($0 * 1000)) })
        await reader.documents.transport.shutdown()
    }

    @Test("A refresh repeats at most eight requests in all")
    func limitOfSession() async throws {
        let server = try TestServer { _, _ in .status("429 Too Many Requests") }
        defer { server.stop() }
        let reader = reader(of: server)
        for count in [5, 10, 11, 12] {
            #expect(try await reader.failure(server.address("/gbfs.json")).isThrottled)
            #expect(server.requests.count == count)
        }
        await reader.documents.transport.shutdown()
    }

    @Test("A quota is told apart from missing credentials")
    func quota() async throws {
        let server = try TestServer { _, request in
            let text = request.target == "/quota" ? "Quota exceeded" : "No such key"
            return TestServer.Response(status: "403 Forbidden", body: Array(text.utf8))
        }
        defer { server.stop() }
        let reader = reader(of: server)
        let quota = try await reader.failure(server.address("/quota"))
        #expect(quota.reason == .service(.status(403)) && quota.isThrottled)
        #expect(quota.message == #"HTTP status 403: "Quota exceeded""#)
        let access = try await reader.failure(server.address("/key"))
        #expect(access.reason == .access(.accessDenied(403)) && !access.isThrottled)
        #expect(access.message == #"access denied (HTTP status 403): "No such key""#)
        await reader.documents.transport.shutdown()
    }

    @Test("Pages of MDS have pauses too, and repeated requests do not count for the limit")
    func pages() async throws {
        let server = try limited(by: .status("429 Slow down", "Retry-After: 1")) { target in
            let number = Int(target.split(separator: "=").last ?? "") ?? 1
            let next = number < 30 ? #""/v?page=\#(number + 1)""# : "null"
            return .text(
                #"{"version":"1.1.0","last_updated":784111777000,"ttl":60000,"data":{"vehicles":["#
                    + #"{"device_id":"d\#(number)","provider_id":"p","vehicle_id":"v\#(number)","#
                    + #""last_vehicle_state":"available"}]},"links":{"next":\#(next)}}"#)
        }
        defer { server.stop() }
        let reader = reader(of: server)
        guard case .loaded(let snapshot, _, _) = try await load(server.address("/v"), reader) else {
            throw TestReader.UnexpectedResponse(response: .notModified(.init(address: "")))
        }
        #expect(snapshot.vehicles.count == 30)
        await reader.documents.transport.shutdown()
    }

    @Test("Another refresh of the process keeps the pauses of a host, for ten minutes")
    func pace() async throws {
        let server = try TestServer { number, _ in
            number == 1 ? .status("429 Too Many Requests", "Retry-After: 2") : .text("{}")
        }
        defer { server.stop() }
        let reader = reader(of: server)
        _ = try await reader.text(server.address("/a"))
        let next = reader.documents.session(for: server.address("/a"))
        _ = try await next.read(server.address("/b"))
        #expect(clock.pauses == [.seconds(2), .milliseconds(1100)])
        clock.advance(by: .seconds(600))
        for _ in 0..<3 {
            let later = reader.documents.session(for: server.address("/a"))
            _ = try await later.read(server.address("/c"))
        }
        #expect(clock.pauses == [.seconds(2), .milliseconds(1100)])
        await reader.documents.transport.shutdown()
    }

    @Test("A request that is cancelled during a pause is not sent")
    func cancelled() async throws {
        let throttle = HostThrottle(interval: .zero)
        await throttle.slowDown("a", for: .seconds(10))
        let waiting = Task { try await throttle.waitForRequest(to: "a") }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }

    @Test("The service of tokens is waited for, too")
    func tokens() async throws {
        let server = try TestServer { number, request in
            guard request.target == "/token" else { return .text("{}") }
            return number == 1
                ? .status("429 Too Many Requests", "Retry-After: 2")
                : .text(#"{"access_token":"t","token_type":"Bearer"}"#)
        }
        defer { server.stop() }
        var access = ResolvedCredentials()
        access.tokens = try AccessTokens(
            TokenGrant(address: server.address("/token"), clientID: "c"), secret: "s3cret")
        let reader = reader(of: server, access: access)
        #expect(try await reader.text(server.address("/gbfs.json")) == "{}")
        #expect(server.requests.map(\.target) == ["/token", "/token", "/gbfs.json"])
        await reader.documents.transport.shutdown()
    }
}

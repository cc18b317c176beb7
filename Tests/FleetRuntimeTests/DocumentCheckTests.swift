import FleetCore
import FleetRuntimeTestSupport
import FleetSQL
import FleetService
import FleetSettings
import FleetTeam
import FleetTestSupport
import Foundation
import POSIX
import Testing

@testable import FleetRuntime

@Suite("A server checks the documents of its feeds, and tells what it finds once")
struct DocumentCheckTests {
    private let home: TestHome
    private let hook: TestServer
    private let team: Team

    init() throws {
        home = try TestHome()
        hook = try TestServer { _, _ in .text("") }
        team = try home.context().openTeam(passwords: PasswordHasher(threads: 1, queue: 0))
    }

    /// A feed of GBFS whose list of documents lacks one that must be there.
    private func feed() throws -> TestServer {
        try TestServer { _, request in
            let origin = "http://\(request.headers["host"] ?? "")"
            let data =
                request.target == "/gbfs.json"
                ? #"{"en":{"feeds":[{"name":"free_bike_status","url":"\#(origin)/bikes.json"}]}}"#
                : #"{"bikes":[{"bike_id":"a","lat":59.91273,"lon":10.74609,"is_reserved":false,"is_disabled":false}]}"#
            return .text(
                #"{"last_updated":\#(Int(Date().timeIntervalSince1970)),"ttl":60,"version":"2.3","data":\#(data)}"#
            )
        }
    }

    private func addSource(
        at address: String, named name: String = "town"
    ) async throws -> SourceKey {
        let source = Source(location: .web(address), uuid: UUID(sourceName: name))
        try await home.add(name, source)
        return SourceKey(UUID(sourceName: name), definition: source.definition)
    }

    private func record(of key: SourceKey) async throws -> FeedCheckRecord? {
        let store = try home.context().openStore()
        defer { try? store.close() }
        let now = Timestamp(seconds: Date().timeIntervalSince1970)
        return try await store.changes.check(of: key, in: (now - .seconds(3600))..<now)
    }

    /// Runs a server's parts on the home while `body` runs.
    private func serving(_ body: (SourcePool) async throws -> Void) async throws {
        let context = try home.context()
        let lock = try await ServerLock.take(in: context)
        let pool = try SourcePool([], in: context, checkInterval: .milliseconds(10))
        let alerts = try AlertService(
            for: team, sources: pool, allowsPrivate: true, in: context,
            checkInterval: .milliseconds(10))
        let checks = try DocumentChecks(
            of: pool, in: context, delay: .zero, lookInterval: .milliseconds(10))
        let serving = Task {
            await withTaskGroup { group in
                group.addTask { await alerts.run { await pool.run() } }
                group.addTask { await checks.run() }
            }
        }
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body(pool)) } catch { outcome = .failure(error) }
        serving.cancel()
        await serving.value
        lock?.release()
        try outcome.get()
    }

    private var sent: [[String: Any]] {
        hook.requests.compactMap {
            (try? JSONSerialization.jsonObject(with: Data($0.body))) as? [String: Any]
        }
    }

    @Test("The findings are stored with their time, and an alert has the errors among them, once")
    func documents() async throws {
        let feed = try feed()
        let key = try await addSource(at: feed.address("/gbfs.json"))
        _ = try await team.onMachine().addAlert(
            TeamAlertContent(
                name: "quality", view: nil, kinds: [.feedQuality], lowBattery: 20,
                webhook: WebhookAddress(hook.address("/hook"))))
        try await serving { _ in
            try await waitUntil("the documents are checked") {
                try await record(of: key)?.checkedAt != nil
            }
            try await waitUntil("the alert is sent") { !sent.isEmpty }
        }
        let found = try #require(try await record(of: key)).findings.map(\.finding)
        #expect(found.contains { $0.rule == .standard.documentMissing && $0.since != nil })
        #expect(found.contains { $0.rule == .document.notHTTPS })
        let alert = try #require(sent.first)
        #expect(alert["event"] as? String == "feed_quality" && alert["state"] as? String == "open")
        let rules = try #require(alert["findings"] as? [[String: Any]]).map {
            $0["rule"] as? String
        }
        #expect(rules.contains("document-missing") && !rules.contains("not-https"))

        try await serving { pool in
            try await waitUntil("the source is live") {
                pool.state(of: key.uuid, .vehicles)?.state.info != nil
            }
            _ = try await pool.refresh(key.uuid)
        }
        #expect(sent.count == 1, "not again after a restart")
    }

    @Test("A feed whose documents do not come holds up no other one")
    func slow() async throws {
        let fast = try feed()
        let slow = try TestServer { _, request in
            if request.target == "/bikes.json" {
                return .text(
                    #"{"last_updated":0,"ttl":60,"version":"2.3","data":{"bikes":[]}}"#)
            }
            let origin = "http://\(request.headers["host"] ?? "")"
            let feeds = ["free_bike_status": "bikes", "system_hours": "hours"].map {
                #"{"name":"\#($0)","url":"\#(origin)/\#($1).json"}"#
            }
            var response = TestServer.Response.text(
                #"{"last_updated":0,"ttl":60,"version":"2.3","data":{"en":{"feeds":[\#(feeds.joined(separator: ","))]}}}"#
            )
            if request.target == "/hours.json" {
                response.canSend = { _ in false }
            }
            return response
        }
        let slowKey = try await addSource(at: slow.address("/gbfs.json"), named: "slow")
        try await serving { _ in
            try await waitUntil("a document is waited for") {
                slow.requests.contains { $0.target == "/hours.json" }
            }
            let key = try await addSource(at: fast.address("/gbfs.json"))
            try await waitUntil("the other one is checked") {
                try await record(of: key)?.checkedAt != nil
            }
            #expect(try await record(of: slowKey)?.checkedAt == nil)
        }
    }

    @Test("What is silenced is not sent")
    func silenced() async throws {
        let feed = try feed()
        let key = try await addSource(at: feed.address("/gbfs.json"))
        try await home.context().preferencesFile().update { preferences in
            for rule in CheckRule.allCases where rule != .standard.documentMissing {
                preferences.sources["town"]?.check.silences.append(
                    .init(
                        rule, because: "known", until: LocalDay("2999-12-31") ?? LocalDay(number: 0)
                    ))
            }
        }
        _ = try await team.onMachine().addAlert(
            TeamAlertContent(
                name: "quality", view: nil, kinds: [.feedQuality], lowBattery: 20,
                webhook: WebhookAddress(hook.address("/hook"))))
        try await serving { _ in
            try await waitUntil("the alert is sent") { !sent.isEmpty }
        }
        let rules = try #require(sent.first?["findings"] as? [[String: Any]])
            .map { $0["rule"] as? String }
        #expect(Set(rules) == ["document-missing"])
        let found = try #require(try await record(of: key)).open
        #expect(found.contains { $0.isReported && $0.rule != .standard.documentMissing })
    }
}

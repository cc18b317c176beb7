import FleetRuntimeTestSupport
import FleetService
import FleetSettings
import FleetTUI
import FleetTestSupport
import Foundation
import Testing

@testable import FleetOutput
@testable import FleetRuntime

@Suite("A refresh in the browser of a team's source")
struct TeamRefreshTests {
    private let home: TestHome
    /// The answer to requests that refresh.
    private let answer = Observed(TestServer.Response.text("{}"))
    private let server: TestServer

    init() throws {
        home = try TestHome()
        let id = UUID()
        server = try TestServer { [answer] _, request in
            switch (request.method, request.target) {
            case ("GET", "/api/v1/sources"):
                .text(#"{"sources":[{"id":"\#(id)","name":"town"}]}"#)
            case ("GET", "/api/v1/sources/town/feed"):
                .text(#"{"feed":{"format":"GBFS 3.0"},"vehicles":[{"vehicle_id":"A"}]}"#)
            case ("POST", "/api/v1/sources/town/refresh"): answer.value
            default: .status("404 Not Found")
            }
        }
    }

    /// Refreshes after the first snapshot; returns the requests of the refresh, and its notice.
    private func refresh() async throws -> (requests: [String], notice: String, isFailure: Bool) {
        let context = try home.context()
        try await TeamAccount(in: context).file().save(
            TeamLogin(
                url: server.address(""), userID: UUID(), userName: "anna", token: "abc",
                revision: UUID(), sources: []))
        let selected = try await context.select("team:town", in: context.preferences())
        let session = try context.open(selected)
        let policy = WatchPolicy(interval: .seconds(3600))
        let inbox = try BrowseInbox()
        let states = BrowseSubscription(try session.subscription(policy), inbox)
        states.start()
        try await waitUntil("the source is live") {
            inbox.events.contains {
                guard case .state(let update) = $0, case .live(_, _) = update.state else {
                    return false
                }
                return true
            }
        }
        let count = server.requests.count
        home.advance(by: .seconds(10))
        states.refresh()
        var notice: (String, Bool)?
        try await waitUntil("a notice") {
            for case .notice(let text, let isFailure) in inbox.events { notice = (text, isFailure) }
            return notice != nil
        }
        await states.stop()
        let requests = server.requests.dropFirst(count).map { "\($0.method) \($0.target)" }
        let shown = try #require(notice)
        return (requests, shown.0, shown.1)
    }

    @Test("makes the server read its feed, and then reads what the server has")
    func order() async throws {
        let (requests, notice, isFailure) = try await refresh()
        #expect(
            requests == ["POST /api/v1/sources/town/refresh", "GET /api/v1/sources/town/feed"])
        #expect(notice == "refreshed: nothing changed" && !isFailure)
    }

    @Test("shows why the server refused, and still reads what the server has")
    func refused() async throws {
        let problem = #"{"detail":"You have refreshed 12 times.","hint":"Wait a minute."}"#
        answer.change {
            $0 = .init(status: "429 Too Many Requests", body: Array(problem.utf8))
        }
        let (requests, notice, isFailure) = try await refresh()
        #expect(requests.last == "GET /api/v1/sources/town/feed")
        #expect(
            notice == "\(server.address("")): you have refreshed 12 times; wait a minute")
        #expect(isFailure)
    }
}

extension BrowseInbox {
    /// Removes and returns the events.
    fileprivate var events: [BrowserEvent] {
        drain().items.compactMap {
            guard case .event(let event) = $0 else { return nil }
            return event
        }
    }
}

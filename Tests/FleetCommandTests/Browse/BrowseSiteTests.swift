import FleetTestSupport
import Foundation
import Testing

@Suite("The browser watches the sites as a second subscription", .slots)
struct BrowseSiteTests {
    /// Server of a GBFS feed with one station; `stations` responds to its status requests, and a
    /// failure applies to the station information too.
    private static func server(
        _ stations: @escaping @Sendable (_ number: Int) -> TestServer.Response
    ) throws -> TestServer {
        let requestCount = Observed(0)
        let port = Observed(0)
        let server = try TestServer { _, request in
            switch request.target {
            case "/gbfs.json": .text(discovery(at: port.value))
            case "/free_bike_status.json": .text(vehicles)
            case "/station_information.json":
                information(matching: stations(requestCount.value + 1))
            default:
                stations(
                    requestCount.change { count in
                        count += 1
                        return count
                    })
            }
        }
        port.change { $0 = server.port }
        return server
    }

    private static func discovery(at port: Int) -> String {
        let feeds = ["free_bike_status", "station_information", "station_status"].map {
            #"{"name":"\#($0)","url":"http://127.0.0.1:\#(port)/\#($0).json"}"#
        }
        let list = feeds.joined(separator: ",")
        return #"{"last_updated":1,"ttl":600,"version":"2.3","data":{"en":{"feeds":[\#(list)]}}}"#
    }

    private static let vehicles = """
        {"last_updated":1,"ttl":600,"version":"2.3","data":{"bikes":[{"bike_id":"A","lat":59.9,
        "lon":10.7,"is_reserved":false,"is_disabled":false,"station_id":"s1"}]}}
        """
    private static func information(matching status: TestServer.Response) -> TestServer.Response {
        status.status == "200 OK" ? .text(information) : status
    }

    private static let information = """
        {"last_updated":1,"ttl":600,"version":"2.3","data":{"stations":[{"station_id":"s1",
        "name":"Old Town","lat":59.9,"lon":10.7,"capacity":20}]}}
        """

    private static func status(_ count: Int) -> TestServer.Response {
        .text(
            """
            {"last_updated":\(count),"ttl":600,"version":"2.3","data":{"stations":[{
            "station_id":"s1","num_bikes_available":\(count),"is_installed":true,"is_renting":true,
            "is_returning":true,"last_reported":1}]}}
            """)
    }

    /// Requests for the station status.
    private static func requests(_ server: TestServer) -> [TestServer.Request] {
        server.requests.filter { $0.target == "/station_status.json" }
    }

    @Test("the simulated depots are listed, can be opened and keep updating")
    func live() async throws {
        let screen = try await TmuxScreen(FleetHome(), "browse", "--source", "sim://demo")
        try await screen.waitUntil("▶ ABP-PHY", "? help")
        try await screen.press("S")
        let rows = try await screen.waitUntil("● live", "2 sites", "Depot Nord", "Depot Sud")
        #expect(rows[3].hasPrefix("▶"))
        // It depends on the time of day which depots have an alarm.
        #expect(
            rows[3...4].allSatisfy { $0.contains(" °C · ") || $0.contains("ALARM ") }, "\(rows)")
        // A depot with an alarm is listed first.
        let names = rows[3...4].compactMap { $0.firstMatch(of: /Depot (Nord|Sud)/)?.output.0 }
        try #require(Set(names).count == 2)
        try await screen.press("Enter")
        let first = try await screen.waitUntil("╭─ \(names[0]) ", "noise level", "last reported")
        let noise = first.first { $0.contains("noise level") }?.prefix(40)
        try await screen.waitUntil("another noise level") { rows in
            let now = rows.first { $0.contains("noise level") }
            return now != nil && now?.prefix(40) != noise
        }
        try await screen.waitUntil("a trend of its values") { rows in
            rows.contains { $0.contains("noise level") && $0.contains("█") }
        }
        try await screen.press("Right")
        try await screen.waitUntil("╭─ \(names[1]) ")
        try await screen.press("m")
        try await screen.waitUntil("in view")
        try await screen.press("q", "q", "q")
        try await screen.waitUntil("▶ ABP-PHY")
        try await screen.press("q")
        try await screen.expectExit(0)
    }

    @Test(
        "an alarm is listed first and highlighted, even without colors",
        arguments: [[:], ["NO_COLOR": "1"]])
    func alarm(_ environment: [String: String]) async throws {
        let screen = try await TmuxScreen(
            FleetHome(), "browse", "sites", "--source",
            "sim://?vehicles=5&now=\(Self.smoke)", environment: environment)
        let rows = try await screen.waitUntil("▲ 1 ALARM", "ALARM smoke ", "◐ Depot")
        #expect(rows[3].hasPrefix("▶ ▲ Depot Sud "))
        let styledText = try await screen.styledText
        let background = environment.isEmpty ? "48;5;238" : "7"
        let range = try #require(styledText.firstRange(of: "▲ 1 ALARM"))
        let style = styledText[..<range.lowerBound].split(separator: "\u{1B}[").suffix(3).joined()
        #expect(style.contains(background), "\(styledText)")
        try await screen.press("Enter")
        try await screen.waitUntil("▲ ALARM ─", " %/m   ALARM ")
        try await screen.press("q", "q", "q")
        try await screen.expectExit(0)
    }

    /// Time with smoke in one of the simulated depots.
    private static let smoke = "2026-01-31T18:51:00Z"

    @Test("a failure of the site feed is shown only with the sites, above the stored ones")
    func failure() async throws {
        let server = try Self.server { number in
            number == 2 ? .status("500 Internal Server Error") : Self.status(number)
        }
        let screen = try await TmuxScreen(
            FleetHome(), "browse", "--source", server.address("/gbfs.json"))
        try await screen.waitUntil("● live", "▶ A", "? help")
        #expect(Self.requests(server).isEmpty)
        try await screen.press("S")
        try await screen.waitUntil("● live", "1 site", "Old Town", " 1/20")
        try await screen.press("r")
        try await screen.waitUntil("▲ failed", "Internal server error", "next attempt in ", " 1/20")
        try await screen.press("Enter")
        try await screen.waitUntil("╭─ Old Town ", "stale", "1 of 20")
        try await screen.press("q", "q")
        try await screen.waitUntil("● live", "▶ A")
        try await screen.press("S")
        try await screen.waitUntil("Internal server error")
        try await screen.press("r")
        try await screen.waitUntil("● live", " 3/20")
        try await screen.waitUntilGone("Internal server error")
        #expect(Self.requests(server).count == 3)
    }

    @Test("a station whose status fails keeps its last values with the failure and its cause")
    func statusFailure() async throws {
        let server = try Self.server { number in
            // The status is fetched twice: discovery is read again in case the feed moved.
            (2...3).contains(number) ? .text("no JSON at all") : Self.status(number + 4)
        }
        let screen = try await TmuxScreen(
            FleetHome(), "browse", "sites", "--source", server.address("/gbfs.json"))
        try await screen.waitUntil("● live", "Old Town", " 5/20")
        try await screen.press("r")
        try await screen.waitUntil("▲ failed", " 5/20", "not valid JSON")
        try await screen.press("r")
        try await screen.waitUntil("● live", " 8/20")
        try await screen.waitUntilGone("not valid JSON")
        try await screen.press("q", "q")
        try await screen.expectExit(0)
    }

    @Test("Ctrl-Z also cancels the site subscription, and fg subscribes again")
    func suspended() async throws {
        let home = try FleetHome()
        let server = try Self.server { Self.status($0) }
        let address = server.address("/gbfs.json")
        let screen = try await TmuxScreen(home, command: ["env", "PS1=next> ", "bash", "--norc"])
        try await screen.waitUntil("next>")
        try await screen.type("fleet browse sites --source \(address)\n")
        try await screen.waitUntil("● live", "Old Town", " 1/20")
        try await screen.press("C-z")
        try await screen.waitUntil("the shell") { $0.last { !$0.isEmpty } == "next>" }
        // The sites have no leader, so the other process sends its own request.
        try await home.ageRequests()
        try await home.run("site", "list", "--source", address).succeeded()
        #expect(Self.requests(server).count == 2)
        try await screen.type("fg\n")
        try await screen.waitUntil("● live", "Old Town", " 2/20")
        try await screen.press("r")
        try await screen.waitUntil("● live", " 3/20")
        try await screen.press("q", "q")
        try await screen.waitUntilGone("Old Town")
        try await screen.type("echo status $?\n")
        try await screen.waitUntil("status 0")
    }

    @Test("quitting during a site request cancels it and leaves no socket")
    func quit() async throws {
        let home = try FleetHome()
        let server = try Self.server { number in
            number == 2 ? .text("", after: 30) : Self.status(number)
        }
        let screen = try await TmuxScreen(
            home, "browse", "sites", "--source", server.address("/gbfs.json"))
        try await screen.waitUntil("● live", "Old Town")
        try await screen.press("r")
        try await screen.wait(for: "a second request") { Self.requests(server).count == 2 }
        try await screen.press("q", "q")
        try await screen.expectExit(0)
        try await screen.wait(for: "its end") { Self.requests(server)[1].isAborted }
        let sockets = try await home.shell("find \(home.path) -type s -not -name 'tmux-*'").text
        #expect(sockets.isEmpty, "\(sockets)")
    }

    @Test("`fleet browse site/ID` opens a site and ignores case")
    func siteByID() async throws {
        let home = try FleetHome()
        let screen = try await TmuxScreen(
            home, "browse", "site/DEPOT-SUD", "--source", Feeds.frozen)
        try await screen.waitUntil("╭─ Depot Sud ", "humidity")
        try await screen.press("q", "q")
        try await screen.expectExit(0)
    }
}

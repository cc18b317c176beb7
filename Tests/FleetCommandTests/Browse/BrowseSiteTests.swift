import Foundation
import Testing

@Suite("The browser watches the sites as a second subscription", .serialized, .slots)
struct BrowseSiteTests {
    /// A fleet with a station, whose documents are answered by their names; both documents of the
    /// station fail where its status does.
    private static func server(
        _ stations: @escaping @Sendable (_ number: Int) -> FeedServer.Answer
    ) throws -> FeedServer {
        let asked = Observed(0)
        let port = Observed(UInt16(0))
        let server = try FeedServer { _, request in
            switch request.target {
            case "/gbfs.json": .text(discovery(at: port.value))
            case "/free_bike_status.json": .text(vehicles)
            case "/station_information.json":
                information(besides: stations(asked.value + 1))
            default:
                stations(
                    asked.change { count in
                        count += 1
                        return count
                    })
            }
        }
        port.change { $0 = server.port }
        return server
    }

    private static func discovery(at port: UInt16) -> String {
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
    private static func information(besides status: FeedServer.Answer) -> FeedServer.Answer {
        status.status == "200 OK" ? .text(information) : status
    }

    private static let information = """
        {"last_updated":1,"ttl":600,"version":"2.3","data":{"stations":[{"station_id":"s1",
        "name":"Old Town","lat":59.9,"lon":10.7,"capacity":20}]}}
        """

    private static func status(_ count: Int) -> FeedServer.Answer {
        .text(
            """
            {"last_updated":\(count),"ttl":600,"version":"2.3","data":{"stations":[{
            "station_id":"s1","num_bikes_available":\(count),"is_installed":true,"is_renting":true,
            "is_returning":true,"last_reported":1}]}}
            """)
    }

    /// How often the sites were asked for.
    private static func requests(_ server: FeedServer) -> [FeedServer.Request] {
        server.requests.filter { $0.target == "/station_status.json" }
    }

    @Test("the depots of the simulation are listed, opened, and their values go on")
    func live() async throws {
        let screen = try await TmuxScreen(FleetHome(), "browse", "--source", "sim://demo")
        try await screen.until("▶ ABP-PHY", "? help")
        try await screen.press("S")
        let rows = try await screen.until("● live", "2 sites", "Depot Nord", "Depot Sud")
        #expect(rows[3].hasPrefix("▶") && rows[3...4].contains { $0.contains(" °C · ") })
        // One that gives alarm just now stands first.
        let names = rows[3...4].compactMap { $0.firstMatch(of: /Depot (Nord|Sud)/)?.output.0 }
        try #require(Set(names).count == 2)
        try await screen.press("Enter")
        let first = try await screen.until("╭─ \(names[0]) ", "noise level", "last reported")
        let noise = first.first { $0.contains("noise level") }?.prefix(40)
        try await screen.until("another noise level") { rows in
            let now = rows.first { $0.contains("noise level") }
            return now != nil && now?.prefix(40) != noise
        }
        try await screen.until("a course of its values") { rows in
            rows.contains { $0.contains("noise level") && $0.contains("█") }
        }
        try await screen.press("Right")
        try await screen.until("╭─ \(names[1]) ")
        try await screen.press("m")
        try await screen.until("in view")
        try await screen.press("q", "q", "q")
        try await screen.until("▶ ABP-PHY")
        try await screen.press("q")
        try await screen.ends(0)
    }

    @Test(
        "an alarm stands first and is reversed, without colors too",
        arguments: [[:], ["NO_COLOR": "1"]])
    func alarm(_ environment: [String: String]) async throws {
        let screen = try await TmuxScreen(
            FleetHome(), "browse", "sites", "--source",
            "sim://?vehicles=5&now=\(Self.smoke)", environment: environment)
        let rows = try await screen.until("▲ 1 ALARM", "ALARM smoke ", "◐ Depot")
        #expect(rows[3].hasPrefix("▶ ▲ Depot Sud "))
        let drawn = try await screen.drawn
        let ground = environment.isEmpty ? "48;5;238" : "7"
        let place = try #require(drawn.firstRange(of: "▲ 1 ALARM"))
        let look = drawn[..<place.lowerBound].split(separator: "\u{1B}[").suffix(3).joined()
        #expect(look.contains(ground), "\(drawn)")
        try await screen.press("Enter")
        try await screen.until("▲ ALARM ─", " %/m   ALARM ")
        try await screen.press("q", "q", "q")
        try await screen.ends(0)
    }

    /// A time at which one of the simulated depots has smoke.
    private static let smoke = "2026-01-31T18:51:00Z"

    @Test("a failure of the sites' feed is told there alone, over what was read before")
    func failure() async throws {
        let server = try Self.server { number in
            number == 2 ? .status("500 Internal Server Error") : Self.status(number)
        }
        let screen = try await TmuxScreen(
            FleetHome(), "browse", "--source", server.address("/gbfs.json"))
        try await screen.until("● live", "▶ A", "? help")
        #expect(Self.requests(server).isEmpty)
        try await screen.press("S")
        try await screen.until("● live", "1 site", "Old Town", " 1/20")
        try await screen.press("r")
        try await screen.until("▲ failed", "Internal server error", "trying again in ", " 1/20")
        try await screen.press("Enter")
        try await screen.until("╭─ Old Town ", "stale", "1 of 20")
        try await screen.press("q", "q")
        try await screen.until("● live", "▶ A")
        try await screen.press("S")
        try await screen.until("Internal server error")
        try await screen.press("r")
        try await screen.until("● live", " 3/20")
        try await screen.untilGone("Internal server error")
        #expect(Self.requests(server).count == 3)
    }

    @Test("of a station whose status alone fails, what was known is shown as failed, and why")
    func half() async throws {
        let server = try Self.server { number in
            // It is asked for twice: discovery is read again in case it moved.
            (2...3).contains(number) ? .text("no JSON at all") : Self.status(number + 4)
        }
        let screen = try await TmuxScreen(
            FleetHome(), "browse", "sites", "--source", server.address("/gbfs.json"))
        try await screen.until("● live", "Old Town", " 5/20")
        try await screen.press("r")
        try await screen.until("▲ failed", " 5/20", "is not JSON")
        try await screen.press("r")
        try await screen.until("● live", " 8/20")
        try await screen.untilGone("is not JSON")
        try await screen.press("q", "q")
        try await screen.ends(0)
    }

    @Test("Ctrl-Z ends the second subscription too, and fg begins it anew")
    func halted() async throws {
        let home = try FleetHome()
        let server = try Self.server { Self.status($0) }
        let address = server.address("/gbfs.json")
        let screen = try await TmuxScreen(home, command: ["env", "PS1=next> ", "bash", "--norc"])
        try await screen.until("next>")
        try await screen.type("fleet browse sites --source \(address)\n")
        try await screen.until("● live", "Old Town", " 1/20")
        try await screen.press("C-z")
        try await screen.until("the shell") { $0.last { !$0.isEmpty } == "next>" }
        // Nothing of the browser leads the sites: another process asks for itself.
        try await home.age()
        try await home.run("site", "list", "--source", address).succeeded()
        #expect(Self.requests(server).count == 2)
        try await screen.type("fg\n")
        try await screen.until("● live", "Old Town", " 2/20")
        try await screen.press("r")
        try await screen.until("● live", " 3/20")
        try await screen.press("q", "q")
        try await screen.untilGone("Old Town")
        try await screen.type("echo status $?\n")
        try await screen.until("status 0")
    }

    @Test("leaving while the sites are being read gives the request up, and leaves no socket")
    func left() async throws {
        let home = try FleetHome()
        let server = try Self.server { number in
            number == 2 ? .text("", after: 30) : Self.status(number)
        }
        let screen = try await TmuxScreen(
            home, "browse", "sites", "--source", server.address("/gbfs.json"))
        try await screen.until("● live", "Old Town")
        try await screen.press("r")
        try await screen.wait(for: "a second request") { Self.requests(server).count == 2 }
        try await screen.press("q", "q")
        try await screen.ends(0)
        try await screen.wait(for: "its end") { Self.requests(server)[1].isAborted }
        let sockets = try await home.shell("find \(home.path) -type s -not -name 'tmux-*'").text
        #expect(sockets.isEmpty, "\(sockets)")
    }

    @Test("a site opens at once by its identifier, in whatever capitals")
    func places() async throws {
        let home = try FleetHome()
        let screen = try await TmuxScreen(
            home, "browse", "site/DEPOT-SUD", "--source", Feeds.still)
        try await screen.until("╭─ Depot Sud ", "humidity")
        try await screen.press("q", "q")
        try await screen.ends(0)
    }
}

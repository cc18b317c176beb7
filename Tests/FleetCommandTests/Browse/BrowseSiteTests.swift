import FleetTestSupport
import Foundation
import Testing

@Suite("The browser watches the sites as a second subscription", .slots)
struct BrowseSiteTests {
    /// Server of a GBFS feed with one station; `status` responds to its status requests.
    private static func server(
        _ status: @escaping @Sendable (_ number: Int) -> TestServer.Response
    ) throws -> TestServer {
        let requestCount = Observed(0)
        let port = Observed(0)
        let server = try TestServer { _, request in
            switch request.target {
            case "/gbfs.json": .text(discovery(at: port.value))
            case "/free_bike_status.json": .text(vehicles)
            case "/station_information.json": .text(information)
            default:
                status(
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

    @Test("the values of an open simulated depot keep changing")
    func live() async throws {
        let screen = try await TmuxScreen(
            FleetHome(), "browse", "site/depot-nord", "--source", "sim://demo")
        var values: [Substring] = []
        try await screen.waitUntil("two changes of the noise level") { rows in
            guard let row = rows.first(where: { $0.contains("noise level") }) else { return false }
            let value = row.prefix(28)
            if value != values.last { values.append(value) }
            return values.count == 3
        }
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
            number == 2 ? .init(canSend: { _ in false }) : Self.status(number)
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
}

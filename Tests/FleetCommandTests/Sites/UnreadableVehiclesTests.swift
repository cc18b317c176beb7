import FleetTestSupport
import Testing

@Suite("Vehicles that cannot be read leave the stations of a system", .slots)
struct UnreadableVehiclesTests {
    private let system: StationSystem

    init() async throws { system = try await StationSystem() }

    /// A server with the system, whose vehicles fail.
    private func server(_ vehicles: TestServer.Response) throws -> TestServer {
        try TestServer { [system] _, request in
            request.target == "/free_bike_status.json"
                ? vehicles : .text(system.home.text(of: String(request.target.dropFirst())))
        }
    }

    @Test(
        "Lists, counts and maps show them with a warning and status 0, also during the back-off",
        arguments: ["404 Not Found", "500 Oops", "broken"])
    func stations(status: String) async throws {
        let server = try server(
            status == "broken" ? .text(#"{"data":{"bikes":[{"bike"#) : .status(status))
        let cause =
            status == "broken"
            ? server.address("/free_bike_status.json") + ": not valid JSON"
            : "the service at \(server.address("/free_bike_status.json")) failed: HTTP status "
                + status.prefix(3)
        let source = ["--source", server.address("/gbfs.json")]
        for _ in 0..<2 {
            for command in [["list"], ["count"], ["map", "--plain"]] {
                let outcome = try await system.home.run(command + source).succeeded()
                #expect(outcome.errorText.hasPrefix("warning: \(cause)"), "\(outcome.errorText)")
                #expect(outcome.text.contains("Quay") || command != ["list"])
            }
        }
        let strict = try await system.home.run(["list", "--strict"] + source)
        #expect(strict.status == (status == "broken" ? 65 : 69))
        let json = try await system.home.run(["list", "--json"] + source).succeeded()
        #expect(try await Tool.jq(".vehicles | length", json.data) == ["0"])
        #expect(json.errorText.hasPrefix("warning: \(cause)"))
        let sites = try await system.home.run(["site", "list"] + source).succeeded()
        #expect(!sites.errorText.contains("warning"))
    }

    @Test("A source is added and refreshed with a warning, and has its vehicles when they come")
    func added() async throws {
        let isDown = Observed(true)
        let server = try TestServer { [system] _, request in
            isDown.value && request.target == "/free_bike_status.json"
                ? .status("404 Not Found")
                : .text(system.home.text(of: String(request.target.dropFirst())))
        }
        let added = try await system.home.run("source", "add", "web", server.address("/gbfs.json"))
            .succeeded()
        #expect(added.errorText.contains("found GBFS 2.3, unreadable vehicles, 1 site"))
        #expect(added.errorText.contains("warning: the vehicles cannot be read: the service at"))
        let refreshed = try await system.home.run("refresh", "--source", "web").succeeded()
        #expect(refreshed.errorText.contains("HTTP status 404; only the stations are refreshed"))
        isDown.change { $0 = false }
        try await system.home.ageRequests(seconds: 600)
        let list = try await system.home.run("list", "--source", "web").succeeded()
        #expect(list.errorText.contains("1 of 1 vehicles") && !list.errorText.contains("warning"))
        isDown.change { $0 = true }
        try await system.home.ageRequests(seconds: 600)
        let stale = try await system.home.run("list", "--source", "web").succeeded()
        #expect(stale.errorText.contains("1 of 1 vehicles"))
        #expect(stale.errorText.contains("showing data fetched at"))
    }

    @Test("Without a station to show, the failure of the vehicles is an error")
    func noStations() async throws {
        let server = try TestServer { [system] _, request in
            switch request.target {
            case "/free_bike_status.json": .status("500 Oops")
            case "/station_information.json", "/station_status.json":
                .text(#"{"data":{"stations":[]}}"#)
            default: .text(system.home.text(of: String(request.target.dropFirst())))
            }
        }
        let source = ["--source", server.address("/gbfs.json")]
        #expect(try await system.home.run(["list"] + source).status == 69)
        let add = ["source", "add", "web", server.address("/gbfs.json")]
        #expect(try await system.home.run(add).status == 69)
    }
}

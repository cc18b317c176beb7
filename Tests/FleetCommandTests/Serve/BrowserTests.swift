import FleetCore
import FleetSQL
import FleetSQLite
import FleetSettings
import FleetTestSupport
import Foundation
import Testing

// Debian's Chromium, which `chromium.py` names.
#if os(Linux)
// One after another: a page that draws maps takes all processors.
@Suite("Web pages in a browser", .slots, .serialized)
struct BrowserTests {
    /// Runs a script of `Tests/Browser`, which exits 1 if an expectation fails.
    private func run(_ script: String, _ arguments: [String]) async throws {
        let browser = try "FLEET_BROWSER=" + TestBrowser.address()
        // Each wait of a script has a limit of its own.
        _ = try await Tool.run(
            [browser, Tool.python, TestBrowser.path(of: script)] + arguments, within: 3600)
    }

    private func run(_ script: String, _ arguments: String...) async throws {
        try await run(script, arguments)
    }

    /// Runs a script that starts a proxy in front of a server.
    private func runBehindProxy(_ script: String) async throws {
        let address = "http://127.0.0.1:\(try TestServer.freePort())"
        let server = try await ServedHome("--public-url", address)
        let own = try #require(server.url.split(separator: ":").last.map(String.init))
        try await run(script, address, own, ServedHome.password)
    }

    @Test(
        "a team's first day in Chromium: set-up, filter, QR code, favorite, note with a photo, sign-out",
        .timeLimit(.minutes(60)))
    func firstDay() async throws {
        let home = try FleetHome()
        let port = try TestServer.freePort()
        let server = try home.start("serve", "--listen", "127.0.0.1:\(port)")
        defer { server.send(SIGTERM) }
        let ready = await server.waitUntil { $0.lines.count == 2 }
        let words = ready.lines.last?.split(separator: " ") ?? []
        let link = String(try #require(words.last))
        let folder = try TemporaryFolder()
        try await run("walk.py", link, folder.path)
        server.send(SIGTERM)
        #expect(await server.outcome().status == 0)
    }

    @Test(
        "favorites follow the star, stars wait for the connection, and a removed person's page says so",
        .timeLimit(.minutes(60)))
    func offline() async throws {
        let server = try await ServedHome()
        try await run("offline.py", server.url, ServedHome.password)
    }

    @Test(
        "two people use one browser without a connection: what is kept, sent, hidden and deleted",
        .timeLimit(.minutes(60)))
    func kept() async throws {
        try await runBehindProxy("kept.py")
    }

    @Test(
        "the search works by keyboard, on phones and without scripts, and keeps the newest answer",
        .timeLimit(.minutes(60)))
    func search() async throws {
        let server = try await ServedHome()
        let folder = try TemporaryFolder()
        try await run("search.py", server.url, ServedHome.password, folder.path)
    }

    @Test(
        "three people do 50 tasks on phones that lose the connection: nothing is lost or doubled",
        .timeLimit(.minutes(60)))
    func day() async throws {
        try await runBehindProxy("day.py")
    }

    @Test(
        "a team's table: upload, two editors of a row, a sighting offline, a printed label, a finder",
        .timeLimit(.minutes(60)))
    func table() async throws {
        let server = try await ServedHome()
        try await run("table.py", server.url, ServedHome.password)
    }

    @Test("open pages of notes follow the changes of others", .timeLimit(.minutes(60)))
    func notes() async throws {
        let server = try await ServedHome()
        try await run("notes.py", server.url, ServedHome.password)
    }

    @Test(
        "50 entries of attention are worked off by keyboard on one page, and others see it at once",
        .timeLimit(.minutes(60)))
    func attention() async throws {
        let server = try await ServedHome(settings: ["--low-battery", "100%", "--ids", "stable"])
        let folder = try TemporaryFolder()
        try await run("attention.py", server.url, ServedHome.password, folder.path)
    }

    @Test(
        "live changes of the vehicles of all fixtures look as a page that is loaded again",
        .timeLimit(.minutes(60)))
    func live() async throws {
        let server = try await ServedHome()
        let path = try server.home.write(try await Self.fixtureVehicles(), to: "all.json")
        _ = try await server.home.run("source", "add", "all", path).succeeded()
        try await run("live.py", server.url, ServedHome.password, path)
    }

    @Test(
        "maps are used by mouse and keyboard, hide no vehicle, and ask no other server for tiles",
        .timeLimit(.minutes(60)))
    func map() async throws {
        let folder = try TemporaryFolder()
        let tiles = folder.path + "/city.mbtiles"
        let attribution = "&copy; <a href=\"https://maps.example/\">Maps</a>"
        try await TileFile.write(to: tiles, metadata: ["attribution": attribution])
        // Otherwise the simulated fleet, which has zones, would no longer be served.
        let server = try await ServedHome("--tiles", tiles, settings: ["--ids", "stable"])
        let docked = (1...5).map { ("DOCK-\($0)", 59.91, 10.74, "green", false) }
        let fleet =
            docked + [
                ("ALONE", 59.92, 10.75, "yellow", false),
                ("FALLEN", 59.90, 10.73, "blue-red", true),
            ]
        let rows = fleet.map { id, latitude, longitude, color, isFallen in
            #"{"vehicle_id":"\#(id)","lat":\#(latitude),"lon":\#(longitude),"color":"\#(color)","#
                + #""is_reserved":false,"is_disabled":false,"tipped_over":\#(isFallen)}"#
        }
        let path = try server.home.write(
            #"{"vehicles":[\#(rows.joined(separator: ","))]}"#, to: "lab.json")
        _ = try await server.home.run("source", "add", "lab", path).succeeded()
        try await run("map.py", server.url, ServedHome.password)
    }

    @Test(
        "a history is replayed by mouse and keyboard, with and without a map, and its report is readable",
        .timeLimit(.minutes(60)))
    func replay() async throws {
        let server = try await ServedHome(settings: ["--ids", "stable"])
        await server.stop()
        let yesterday = Date(timeIntervalSinceNow: -86_400)
        let day = String(yesterday.ISO8601Format().prefix(10))
        for (time, fleet) in [
            ("12:00", [("A", 59.90), ("B", 59.91)]), ("12:01", [("A", 59.905), ("B", 59.91)]),
            ("12:02", [("A", 59.905), ("C", 59.92)]), ("12:10", [("A", 59.915), ("C", 59.92)]),
        ] {
            let rows = fleet.map { id, latitude in
                #"{"vehicle_id":"\#(id)","lat":\#(latitude),"lon":10.7,"color":"red","#
                    + #""is_reserved":false,"is_disabled":false}"#
            }
            let path = try server.home.write(
                #"{"vehicles":[\#(rows.joined(separator: ","))]}"#, to: "lab.json")
            let command =
                time == "12:00"
                ? ["source", "add", "lab", path, "--ids", "stable", "--history", "30d"]
                : ["refresh", "--source", "lab"]
            _ = try await server.home.run(
                command, environment: ["FLEET_NOW": "\(day)T\(time):00Z"]
            ).succeeded()
        }
        try await server.start()
        try await run("replay.py", server.url, ServedHome.password, day)
        try await run("report.py", server.url, ServedHome.password, day)
    }

    @Test(
        "the check of a feed is readable in every width and language, and silenced by keyboard",
        .timeLimit(.minutes(60)))
    func quality() async throws {
        let server = try await ServedHome(settings: ["--ids", "stable"])
        await server.stop()
        let now = Timestamp(seconds: Date().timeIntervalSince1970)
        let path = try server.home.write(
            #"{"vehicles":[{"vehicle_id":"A","lat":59.9,"lon":10.7}]}"#, to: "lab.json")
        for days in [100, 40, 2, 1, 0] {
            let time = now - .seconds(days * 86_400)
            _ = try await server.home.run(
                days == 100
                    ? ["source", "add", "lab", path, "--history", "30d"]
                    : ["refresh", "--source", "lab"],
                environment: ["FLEET_NOW": DiagnosticLog.text(time)]
            ).succeeded()
        }
        try await Self.addFindings(in: server, at: now)
        try await server.start()
        let day = LocalDay(at: now, in: .utc).advanced(by: -2).text
        // To look at the pages: the folder of their pictures.
        let folder = ProcessInfo.processInfo.environment["FLEET_PICTURES"].map { [$0] } ?? []
        try await run("check.py", [server.url, ServedHome.password, day] + folder)
    }

    /// Adds findings to the source `lab`: one that is over, and open ones with texts that a feed
    /// made up.
    private static func addFindings(in server: ServedHome, at now: Timestamp) async throws {
        let home = try Home { $0 == "FLEET_HOME" ? server.home.path : nil }
        let catalog = try HomeSourceCatalog(home: home).load()
        let uuid = try #require(catalog.sources["lab"]?.uuid)
        let definition = try #require(catalog.sources["lab"]?.definition)
        let store = try HomeStore(path: home.databasePath)
        defer { try? store.close() }
        let markup = "<script data-harm>document.body.remove()</script><b data-told>"
        let long = String(repeating: "a-very-long-name/", count: 40)
        var open: [CheckFinding] = []
        for (rule, text) in [
            (CheckRule.document.noEntityTag, nil), (.standard.wrongType, markup),
            (.time.vehiclesJump, nil),
            (.standard.idUnknown, long),
            (.time.outsideZone, "3 of 40 vehicles are outside\u{1B}[31m"),
        ] {
            var finding = CheckFinding(
                rule, in: "vehicle_status", at: "/data/vehicles/*/\(rule.rawValue)",
                problem: text, section: "GBFS 3.0, vehicle_status.json")
            for index in 0..<12 {
                finding.add(.init(path: "/data/vehicles/\(index)/" + (text ?? "x"), value: text))
            }
            open.append(finding)
        }
        let over = CheckFinding(
            .standard.documentMissing, in: "station_status", at: "", section: "GBFS")
        for (hours, findings) in [(-50, [over]), (-44, []), (-42, []), (-40, open)] {
            try await store.changes.add(
                CheckReport(
                    detectedVersion: "3.0", version: "GBFS 3.0", documents: [], findings: findings),
                at: now + .seconds(hours * 3600), of: SourceKey(uuid, definition: definition))
        }
    }

    /// A document of the vehicles of all fixtures, each with an ID of its own.
    private static func fixtureVehicles() async throws -> String {
        let home = try FleetHome()
        let folder = Project.fixture("")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { path in
            path.hasSuffix(".json")
                && ["app/", "damaged/read/", "gbfs/"].contains { path.hasPrefix($0) }
        }
        var vehicles: [Any] = []
        for path in paths.sorted() {
            let list = try await home.run(
                "list", "--source", folder + "/" + path, "--format", "json")
            guard list.status == 0 else { continue }
            let object = try JSONSerialization.jsonObject(with: Data(list.data))
            let rows = (object as? [String: Any])?["vehicles"] as? [[String: Any]] ?? []
            for var row in rows {
                row["vehicle_id"] = "\(vehicles.count) \(row["vehicle_id"] ?? "")"
                vehicles.append(row)
            }
        }
        #expect(vehicles.count > 100)
        let data = try JSONSerialization.data(withJSONObject: ["vehicles": vehicles])
        return String(decoding: data, as: UTF8.self)
    }
}

/// The browser of all scripts.
///
/// It starts on first use, and ends with the process of the tests, even if that is killed.
private enum TestBrowser {
    /// Returns the address where scripts open contexts of their own.
    static func address() throws -> String { try started.get().address }

    private static let started = Result { try start() }

    /// - Returns: The pipe ends the browser when it is closed.
    private static func start() throws -> (address: String, lifeline: Pipe) {
        let (program, lifeline, output) = (Process(), Pipe(), Pipe())
        program.executableURL = URL(filePath: "/usr/bin/env")
        program.arguments = [Tool.python, path(of: "chromium.py")]
        (program.standardInput, program.standardOutput) = (lifeline, output)
        try program.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        try #require(line.hasPrefix("ws://"), "Chromium does not start: \(line)")
        return (line.trimmingCharacters(in: .newlines), lifeline)
    }

    /// Returns the path of a script.
    static func path(of script: String) -> String { Project.folder + "/Tests/Browser/" + script }
}
#endif

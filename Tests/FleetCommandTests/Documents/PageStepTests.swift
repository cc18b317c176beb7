import FleetTeam
import FleetTestSupport
import Foundation
import Testing

@Suite("The steps of the pages are run, one after another", .slots)
struct PageStepTests {
    /// Returns the lines of the shell blocks of a section, without comments between them.
    private static func steps(_ page: String, _ section: String) throws -> [String] {
        try DocumentationPage(page).blocks("sh", in: section).flatMap { block in
            block.replacing("\\\n", with: " ").split(separator: "\n").map(String.init)
        }.filter { !$0.hasPrefix("#") }
    }

    /// Runs lines in a home, each of which must succeed.
    /// - Returns: The output of each.
    private static func run(
        _ lines: [String], in home: FleetHome, _ environment: [String: String] = [:]
    ) async throws -> [Outcome] {
        var outcomes: [Outcome] = []
        for line in lines {
            let outcome = try await home.shell(line, environment: environment)
            #expect(outcome.status == 0, "\(line): \(outcome.errorText)")
            outcomes.append(outcome)
        }
        return outcomes
    }

    /// Records the simulated fleet of two sources on some days of May 2026.
    private static func record(in home: FleetHome) async throws {
        for time in ["01T00:10", "01T09:50", "02T11:50", "03T05:00", "31T04:00", "31T11:50"] {
            let environment = ["FLEET_NOW": "2026-05-\(time):00Z"]
            for source in ["oslo", "ops"] {
                for command in [["refresh"], ["site", "list"]] {
                    _ = try await home.run(
                        command + ["--source", source], environment: environment
                    ).succeeded()
                }
            }
        }
    }

    private static func addSources(to home: FleetHome, _ options: String...) async throws {
        for source in ["oslo", "ops"] {
            _ = try await home.run(
                ["source", "add", source, "sim://demo", "--ids", "stable"] + options,
                environment: ["FLEET_NOW": "2026-05-01T00:00:00Z"]
            ).succeeded()
        }
    }

    /// Writes the files that the page names, and a program `bin/duckdb`.
    private static func addFiles(to home: FleetHome) async throws {
        try home.write(
            """
            {"type": "Polygon",
            "coordinates": [[[2.2, 48.7], [2.5, 48.7], [2.5, 49], [2.2, 49], [2.2, 48.7]]]}
            """, to: "centre.geojson")
        try home.write(PolicyReportTests.policies, to: "policies.json")
        try home.write(PolicyReportTests.geographies, to: "geographies.json")
        try FileManager.default.createDirectory(
            atPath: home.path(of: "bin"), withIntermediateDirectories: false)
        try await home.install(
            script: "exec '\(Tool.python)' -c 'import duckdb, sys; duckdb.sql(sys.argv[2])' \"$@\"",
            as: "bin/duckdb")
    }

    private static let evening = ["FLEET_NOW": "2026-05-31T20:00:00Z"]

    @Test("a history is kept, shown, exported and reported, and limits are decided from it")
    func history() async throws {
        let home = try FleetHome()
        try await Self.addSources(to: home, "--history", "90d")
        try await Self.record(in: home)
        try await Self.addFiles(to: home)
        let lines = try Self.steps("Documentation/feeds.md", "History").map {
            $0.replacing("https://mds.example.org/policies", with: "policies.json")
                .replacing("duckdb -c", with: "bin/duckdb -c")
        }
        let outcomes = try await Self.run(lines, in: home, Self.evening)
        #expect(outcomes[0].errorText.contains("as of 2026-05-31T14:00"))
        #expect(home.text(of: "ABP-PHY.geojson").hasPrefix("{"))
        #expect(home.text(of: "may.csv").split(separator: "\n").count > 10)
        #expect(try home.files.contains { $0.hasPrefix("may/") && $0.hasSuffix(".parquet") })
        let limits = try await home.run(
            "limit", "show", "cap", "--month", "2026-05", environment: Self.evening
        ).succeeded()
        #expect(limits.lines.contains { $0.hasPrefix("2026-05-03  met") })
        let query = try DocumentationPage("Documentation/feeds.md").blocks("sql", in: "History")
        let rows = try await Tool.sqlite(query[0], home.path(of: "fleet.sqlite"))
        #expect(rows.count > 1)
        #expect(rows.allSatisfy { $0.hasPrefix("2026-05-") })
    }

    @Test("the README finds a feed, reads one of MDS and looks back")
    func readme() async throws {
        let feed = try PolledSystem { _ in PolledSystem.feed("A") }
        let home = try FleetHome()
        try home.write(
            CatalogueSample.header
                + "NO,Oslo Bysykkel,Oslo,oslobysykkel,https://oslo.example,\(feed.address),2.3,,,\n",
            to: "systems.csv")
        let lines = try Self.steps("README.md", "Tasks")
        let isPast = { (line: String) in line.contains("oslo --history") }
        let past = try #require(lines.firstIndex(where: isPast))
        let found = try await Self.run(
            lines[..<past].map { $0.contains("--mds") ? Self.unread($0) : $0 }, in: home,
            ["FLEET_CATALOGUE": home.path(of: "systems.csv"), "OPS_TOKEN": "geheim"])
        #expect(found[0].text.contains("oslobysykkel"))
        #expect(found[1].errorText.contains("found GBFS 2.3, 1 vehicle"))
        _ = try await home.run("source", "remove", "ops").succeeded()
        _ = try await home.run("source", "remove", "oslobysykkel").succeeded()

        try await Self.addSources(to: home)
        _ = try await Self.run(
            [lines[past]], in: home, ["FLEET_NOW": "2026-05-01T00:05:00Z"])
        try await Self.record(in: home)
        let shown = try await Self.run(Array(lines[(past + 1)...]), in: home, Self.evening)
        #expect(shown[0].errorText.contains("as of 2026-05-31T14:00"))
    }

    /// The command that adds a source without reading it.
    private static func unread(_ line: String) -> String {
        let words = line.split(separator: "#", maxSplits: 1)
        return words[0] + " --no-check"
    }

    @Test("each authentication of MDS is accepted, and its secret is in no setting")
    func credentials() async throws {
        let home = try FleetHome()
        try home.write("X-Api-Key: geheim\n", to: "header.txt")
        var count = 0
        for line in try Self.steps("Documentation/feeds.md", "MDS") {
            let isSource = line.hasPrefix("fleet source add")
            let outcome = try await Self.run(
                [isSource ? Self.unread(line) : line], in: home,
                ["OPS_TOKEN": "geheim", "OPS_SECRET": "geheim"])
            guard isSource else { continue }
            count += 1
            #expect(!outcome[0].errorText.contains("geheim"))
            let shown = try await home.run("source", "show", "ops").succeeded()
            #expect(shown.text.contains("sends: "), "\(line)")
            #expect(!shown.text.contains("geheim"))
            _ = try await home.run("source", "remove", "ops").succeeded()
        }
        #expect(count == 6)
    }

    @Test("feeds, documents and folders are checked")
    func checks() async throws {
        let home = try FleetHome()
        let fixtures = Project.folder + "/Fixtures/gbfs/3.0"
        try FileManager.default.copyItem(
            atPath: fixtures, toPath: home.path(of: "recorded"))
        try FileManager.default.copyItem(
            atPath: fixtures + "/vehicle_status.json", toPath: home.path(of: "vehicle_status.json"))
        _ = try await home.run("source", "add", "oslo", fixtures + "/gbfs.json").succeeded()
        let page = "Documentation/check.md"
        let lines = try ["Check a feed", "In a publisher's tests"].flatMap {
            try Self.steps(page, $0)
        }
        // Those over time need a feed that changes, as `CheckOverTimeTests` has.
        for line in lines where !line.contains("--for ") && !line.contains("--from ") {
            let local = line.replacing("https://example.com/gbfs/", with: fixtures + "/")
            let outcome = try await home.shell(local)
            // The folder of the recorded feed has errors, its document of vehicles alone has none.
            let isDocument = line.contains("check vehicle_status.json")
            #expect(outcome.status == (isDocument ? 0 : 1), "\(line): \(outcome.errorText)")
            let text = line.contains("> check.json") ? home.text(of: "check.json") : outcome.text
            #expect(text.contains("GBFS 3.0"), "\(line)")
            if line.contains("--format json") {
                #expect(try await Tool.jq(".summary.hasErrors", Array(text.utf8)) == ["true"])
            }
        }
    }

    private static let serverPage = "Documentation/server.md"

    @Test("a team's tasks, and what needs attention, are listed, done, snoozed and taken")
    func team() async throws {
        let served = try await ServedHome(settings: [
            "--ids", "stable", "--low-battery", "100%", "--idle-after", "1m",
        ])
        _ = try await served.team().onMachine().addUser(
            UserName("amira"), role: .member, password: Password(ServedHome.password))
        let client = try await served.client("anna")
        let now = ["FLEET_NOW": served.now]
        let tasks = try Self.steps(Self.serverPage, "Tasks")
        let added = try await Self.run([tasks[0]], in: client.home, now)
        let number = try #require(added[0].errorText.firstMatch(of: /task (\d+)/)).1
        let listed = try await Self.run(
            tasks.dropFirst().map { $0.replacing("done 12", with: "done \(number)") },
            in: client.home, now)
        #expect(listed.count == 2)
        let all = try await client.run("note", "list", "--task").succeeded().text
        #expect(all.contains("swap the battery") && all.contains("amira"))

        let ids = try await client.run(
            "attention", "--format", "csv", "--no-header", "--fields", "group,id"
        ).succeeded().lines.map { $0.split(separator: ",").map(String.init) }
        let idle = try #require(ids.first { $0[0] == "idle" })[1]
        let low = try #require(ids.first { $0[0] == "battery" })[1]
        _ = try await Self.run(
            Self.steps(Self.serverPage, "Attention").map {
                $0.replacing("team:oslo", with: "team:demo")
                    .replacing("idle ABP-PHY", with: "idle \(idle)")
                    .replacing("battery KEI-XVC", with: "battery \(low)")
            }, in: client.home, now)
    }

    @Test("another machine lists the vehicles of a server, and adds and copies notes")
    func client() async throws {
        let served = try await ServedHome(settings: ["--ids", "stable"])
        let client = try await served.client("anna")
        try await client.home.run("source", "add", "oslo", "sim://demo", "--ids", "stable")
            .succeeded()
        try await client.home.run("note", "add", "KEI-XVC", "mine", "--source", "oslo").succeeded()
        let commands = try Self.steps(Self.serverPage, "The command line as a client")
        #expect(commands[0].hasPrefix("fleet login "))
        _ = try await Self.run(
            commands.dropFirst().map { $0.replacing("team:oslo", with: "team:demo") },
            in: client.home, ["FLEET_NOW": served.now])
        let notes = try await client.run("note", "list", "--source", "team:demo").succeeded().text
        #expect(notes.contains("mine") && notes.contains("brake is loose"))
    }
}

import FleetCore
import FleetTeam
import FleetTestSupport
import Foundation
import Testing

@Suite("fleet login makes the command line a client of a server", .slots)
struct LoginTests {
    @Test("a login has the user's sources, and a logout leaves nothing of it")
    func life() async throws {
        let server = try await ServedHome()
        let client = TeamClient(
            server: server, home: try FleetHome(), token: try await server.token("anna"))
        let login = try await client.logIn()
        #expect(
            login.errorLines == ["logged in to \(server.url) as anna", "sources: team:demo"])
        let attributes = try FileManager.default.attributesOfItem(
            atPath: client.home.path(of: "login.json"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)

        let user = try await client.run("whoami", "--verbose").succeeded()
        #expect(user.text == "anna (member) at \(server.url)\n")
        let json = try await client.run("whoami", "--json").succeeded().json()
        #expect(json["role"] as? String == "member")
        #expect(json["sources"] as? [String] == ["team:demo"])

        let list = try await client.run("list", "--limit", "1", "--format", "json", "--verbose")
        #expect(try list.succeeded().json()["source"] as? String == "team:demo")
        let sources = try await client.run("source", "list").succeeded()
        #expect(sources.lines.contains { $0.hasPrefix("*") && $0.contains("team:demo") })
        _ = try await client.run("favorite", "add", list.ids[0]).succeeded()

        #expect(
            try await client.run("logout", "--verbose").succeeded().errorLines.last
                == "logged out of \(server.url)")
        #expect(
            try client.home.files.filter { $0.contains("team-") || $0.contains("login") } == [])
        #expect(
            try await Tool.sqlite(
                "SELECT (SELECT count(*) FROM favorite), (SELECT count(*) FROM team_user)",
                client.home.path + "/team.sqlite") == ["0|0"])
        let after = try await client.run("list", "--limit", "1", "--format", "json").succeeded()
        #expect(try after.json()["source"] as? String == "demo")
        try await client.run("list", "--source", "team:demo").failed(
            77, "team:demo needs a login to a team's server", "run `fleet login URL`")
        try await client.run("whoami").failed(
            77, "there is no login to a team's server", "run `fleet login URL`")
        // The token is revoked, too.
        try await client.home.run(
            "list", environment: ["FLEET_SERVER": server.url, "FLEET_TOKEN": client.token]
        ).failed(
            77, "\(server.url) does not accept the login: it has expired or was revoked",
            "run `fleet login \(server.url)`")
        #expect(
            try await client.run("logout").succeeded().errorLines == ["there is no login"])
    }

    @Test("name and password are asked for, and the server makes a token that the account lists")
    func prompt() async throws {
        let server = try await ServedHome()
        let home = try FleetHome()
        let screen = try await TmuxScreen(home, "login", server.url)
        try await screen.waitUntil("Name at \(server.url):")
        try await screen.type("anna\n")
        try await screen.waitUntil("Password for anna:")
        try await screen.type(ServedHome.password + "\n")
        try await screen.waitUntil("logged in to \(server.url) as anna")
        try await screen.expectExit(0)
        #expect(try await !screen.rows.contains { $0.contains("horse") })
        let tokens = try await server.access("anna").tokens.all()
        #expect(tokens.map(\.scope) == [.write])
        #expect(tokens[0].name.hasPrefix("fleet on "))
        #expect(try await home.run("whoami").succeeded().text.hasPrefix("anna (member) at "))
    }

    @Test("a wrong password, an address without TLS and one of something else are refused")
    func refusals() async throws {
        let server = try await ServedHome()
        let home = try FleetHome()
        let screen = try await TmuxScreen(home, "login", server.url)
        try await screen.waitUntil("Name at")
        try await screen.type("anna\n")
        try await screen.waitUntil("Password for anna:")
        try await screen.type("not the password\n")
        try await screen.waitUntil("error: \(server.url):")
        try await screen.expectExit(77)
        try await home.run("login", "http://fleet.example").failed(
            64, "http://fleet.example would receive passwords over the network in the clear",
            "use the https address of the server")
        #expect(try await home.run("login", "https://fleet.example/x").status == 64)
        let other = try TestServer { _, _ in .text("<html>") }
        let origin = other.address("")
        try await home.run(
            "list", environment: ["FLEET_SERVER": origin, "FLEET_TOKEN": "abc"]
        ).failed(
            69, "\(origin) does not answer as a server of fleet",
            "check the address, and that the server has the version of this program")
        let redirecting = try TestServer { _, _ in .redirect(to: other.address("/")) }
        let requests = other.requests.count
        try await home.run(
            "list", environment: ["FLEET_SERVER": redirecting.address(""), "FLEET_TOKEN": "abc"]
        ).failed(
            69, "\(redirecting.address("")) sends requests to another address",
            "log in with that address: `fleet login URL`")
        #expect(other.requests.count == requests)
        try await home.run("list", environment: ["FLEET_SERVER": server.url]).failed(
            77, "FLEET_TOKEN is not set",
            "set it to an API token of \(server.url), or unset FLEET_SERVER")
        #expect(try !home.files.contains("login.json"))
    }

    @Test("another default source is chosen with `source use`, also one of the home")
    func use() async throws {
        let server = try await ServedHome()
        let client = try await server.client("anna")
        func source() async throws -> String? {
            try await client.run("list", "--limit", "1", "--format", "json").succeeded()
                .json()["source"] as? String
        }
        _ = try await client.run("source", "use", "demo").succeeded()
        #expect(try await source() == "demo")
        _ = try await client.run("source", "use", "team:demo").succeeded()
        #expect(try await source() == "team:demo")
        try await client.run("source", "use", "team:oslo").failed(
            66, "\(server.url) has no source named oslo", "use one of: team:demo")
    }
}

@Suite("Sources of a team's server", .slots)
struct TeamSourceTests {
    @Test(
        "commands show what they show on the machine of the server",
        arguments: [
            "list --format csv", "list --color red --sort battery --format csv",
            "count --by type,state --format csv", "site list --format csv",
            "list --station depot-nord --format ndjson",
        ])
    func same(line: String) async throws {
        let server = try await ServedHome()
        let client = try await server.client("anna")
        let words = line.split(separator: " ").map(String.init)
        let environment = ["FLEET_NOW": server.now]
        let here = try await client.home.run(words, environment: environment).succeeded()
        let there = try await server.home.run(words, environment: environment).succeeded()
        #expect(here.text == there.text)
        // How many vehicles a depot charges depends on the time.
        #expect(here.lines.count > 1 || line.contains("--station"))
    }

    @Test("the sites of the simulation are marked, and a source of stations alone shows them")
    func stations() async throws {
        let server = try await ServedHome(stations: ["north", "south"])
        let client = try await server.client("anna")
        let sites = try await client.run("site", "list").succeeded()
        #expect(sites.errorText.hasPrefix("team:demo (simulated) · 2 sites"))
        try await waitUntil("the stations") {
            try await client.run("list", "--source", "team:st").status == 0
        }
        let list = try await client.run("list", "--source", "team:st").succeeded()
        #expect(list.lines.map { $0.prefix(5) } == ["ID", "north", "south"])
        #expect(
            list.errorLines.contains(
                "team:st has no vehicles; these are its stations "
                    + "(`fleet site list --source team:st`)"))
        let refresh = try await client.run("refresh", "--source", "team:st").succeeded()
        #expect(refresh.text.hasPrefix("team:st: 2 sites"))
    }

    @Test("a vehicle has its sensors, and the description of its feed")
    func detail() async throws {
        let server = try await ServedHome()
        let client = try await server.client("anna")
        let environment = ["FLEET_NOW": server.now]
        let words = ["detail", "ABP-PHY", "--format", "json"]
        var here = try await client.home.run(words, environment: environment).succeeded().json()
        var there = try await server.home.run(words, environment: environment).succeeded().json()
        #expect(here["zones"] != nil && here["zone_rules"] != nil)
        for member in ["source", "fetched_at", "last_updated"] {
            here[member] = nil
            there[member] = nil
        }
        #expect(here as NSDictionary == there as NSDictionary)
    }

    @Test("its zones select vehicles and are on the map, until the logout deletes them")
    func zones() async throws {
        let server = try await ServedHome()
        let client = try await server.client("anna")
        let environment = ["FLEET_NOW": server.now]
        for words in [
            ["count", "--by", "zone", "--format", "csv"],
            ["list", "--zone", "center", "--fields", "vehicle_id", "--format", "csv"],
        ] {
            let here = try await client.home.run(words, environment: environment).succeeded()
            let there = try await server.home.run(words, environment: environment).succeeded()
            #expect(here.text == there.text && here.lines.count > 3, "\(words)")
        }
        let map = try await client.run("map").succeeded()
        // The vehicles hide some of the outline, and the legend has two of its dashes.
        #expect(map.text.contains("no parking") && map.text.count { "━┃".contains($0) } > 4)
        let stored = try await client.run("map", "--offline").succeeded()
        #expect(stored.text == map.text)
        func stores() throws -> [String] {
            try client.home.files.filter { $0.contains("team-") && $0.hasSuffix(".sqlite") }
        }
        let store = try #require(try stores().first)
        #expect(
            try await Tool.sqlite("SELECT name FROM zone", client.home.path(of: store)).count == 3)
        _ = try await client.run("logout").succeeded()
        #expect(try stores() == [])
    }

    @Test("stored data is shown while the server cannot be reached")
    func outage() async throws {
        let server = try await ServedHome()
        let client = try await server.client("anna")
        let before = try await client.run("list", "--format", "csv").succeeded()
        await server.stop()
        let offline = try await client.run("list", "--format", "csv", "--offline").succeeded()
        #expect(offline.text == before.text)
        #expect(offline.errorText == "")
        #expect(try await client.run("whoami").status == 69)
        #expect(try await client.run("refresh").status == 69)
    }

    @Test("the colors of a table are saved on the server")
    func colors() async throws {
        let server = try await ServedHome()
        let (anna, bob) = (try await server.client("anna"), try await server.client("bob"))
        _ = try await anna.run("list", "--color", "red", "--limit", "1").succeeded()
        #expect(try await anna.run("filter").succeeded().text == "red\n")
        #expect(try await bob.run("filter").succeeded().text == "no color filter is saved\n")
        let saved = try await server.access("anna").filters.all()
        #expect(saved.values.map(\.labels) == [["red"]])
        let again = try await server.client("anna")
        #expect(try await again.run("filter").succeeded().text == "red\n")
        _ = try await again.run("filter", "clear").succeeded()
        #expect(try await anna.run("filter").succeeded().text == "no color filter is saved\n")
    }

    @Test("labels lead to the pages of the server")
    func labels() async throws {
        let server = try await ServedHome()
        let client = try await server.client("anna")
        try await client.run("labels", "--content", "page", "--out", "x/").failed(
            64, "phones cannot open pages of \(server.url)",
            "use the https address of the server: --page-url https://HOST")
        let folder = client.home.path(of: "codes/")
        _ = try await client.run(
            "labels", "ABP-PHY", "--page-url", "https://fleet.example", "--out", folder
        ).succeeded()
        #expect(
            client.home.text(of: "codes/index.csv").contains(
                "https://fleet.example/v/demo/ABP-PHY"))
    }
}

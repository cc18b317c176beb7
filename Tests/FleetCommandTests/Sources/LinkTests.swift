import ArgumentParser
import FleetCommandLine
import FleetTestSupport
import Testing

@testable import FleetRuntime
@testable import fleet

@Suite("An http(s) or sim:// address as an argument is the source", .slots)
struct LinkTests {
    private let server: TestServer
    private let link: String

    init() throws {
        server = try TestServer { _, _ in .text(Feeds.longLived("A", "B")) }
        link = server.address()
    }

    @Test("An address alone lists its vehicles, among the IDs it is never one")
    func list() async throws {
        let home = try FleetHome()
        for line in [[link, "--json"], ["list", link, "--json"], ["list", "--json", link]] {
            #expect(try await home.run(line).succeeded().ids == ["A", "B"])
        }
        for line in [["list", link, "B", "--json"], [link, "B", "--json"]] {
            #expect(try await home.run(line).succeeded().ids == ["B"])
        }
        #expect(
            try await home.run("detail", link, "A").succeeded().lines.first == "id             A")
        #expect(server.requests.count == 1)
    }

    @Test(
        "Every command that reads a source accepts an address",
        arguments: [
            "list", "count", "detail ABP-PHY", "refresh", "map --size 30x5", "watch --count 1",
            "watch --events --count 1", "labels ABP-PHY --out OUT", "site", "site list",
            "site show depot-nord", "site watch depot-nord --count 1",
        ])
    func commands(line: String) async throws {
        let home = try FleetHome()
        try await home.run("source", "remove", "demo").succeeded()
        let words = line.split(separator: " ")
            .map { $0 == "OUT" ? home.path(of: "a.pdf") : String($0) }
        _ = try await home.run(words + ["sim://demo"]).succeeded()
        let path = words.prefix { !["depot-nord", "ABP-PHY"].contains($0) && !$0.hasPrefix("-") }
        _ = try await home.run(path + ["sim://demo"] + words.dropFirst(path.count)).succeeded()
    }

    @Test("The colors for an address are not saved")
    func colors() async throws {
        let home = try FleetHome()
        try await home.run("list", "sim://demo", "--color", "red").succeeded()
        #expect(
            try await home.run("filter", "--source", "sim://demo").text
                == "no color filter is saved\n")
        #expect(try !home.files.contains("preferences.json"))
    }

    @Test("Favorites, notes and filters take the address of a saved source")
    func annotations() async throws {
        let home = try FleetHome()
        try await home.run("source", "add", "town", link, "--ids", "stable").succeeded()
        for line in [
            ["favorite", "add", link, "A"], ["favorite", "add", "B", link], ["favorite", link],
            ["favorite", "remove", link, "A"], ["note", "add", link, "A", "first"],
            ["note", "add", "A", "second", link], ["note", link], ["note", "list", "A", link],
            ["note", "edit", link, "1", "changed"], ["note", "edit", "2", "again", link],
            ["note", "remove", "2", link], ["filter", link], ["filter", "clear", link],
        ] {
            _ = try await home.run(line).succeeded()
        }
        #expect(
            try await home.run("favorite", "--source", "town", "--json").succeeded().text
                .contains("\"vehicle_id\":\"B\""))
        try await home.run("note", "add", "A", "\(link)/report").succeeded()
        #expect(try await home.run("note", "list", "A").succeeded().text.contains("/report"))
        try await home.run("note", "add", link).failed(
            64, "the vehicle ID is missing",
            "add it: `fleet note add ID --source town`; `fleet list --source town` lists the vehicles"
        )
        try await home.run("note", "edit", link, "first").failed(
            64, "the number of the note is missing", "run `fleet note edit --help`")
    }

    @Test("A command reads one source")
    func second() async throws {
        let home = try FleetHome()
        let hint = "run the command once for each source"
        for line in [
            ["detail", "A", "--source", "demo", "--source", "sim://demo"],
            ["favorite", "list", "--source", "demo", "--source", "sim://demo"],
        ] {
            try await home.run(line).failed(
                64, "a command reads one source, not both demo and sim://demo", hint)
        }
        for command in ["count", "refresh", "browse", "site"] {
            try await home.run(command, "sim://demo", "--source", "demo").failed(
                64, "a command reads one source, not both sim://demo and demo", hint)
        }
        try await home.run("list", "sim://demo", "https://me:hush@example.com/x?token=hush").failed(
            64,
            "a command reads one source, not both sim://demo and https://example.com/x?token=…",
            hint)
        try await home.run("refresh", "--all", "sim://demo").failed(
            64, "--all and the address of a source cannot be used together",
            "run `fleet refresh --help`")
    }

    @Test("Beside --source, an address is an ID")
    func addressAsID() async throws {
        let home = try FleetHome()
        let id = "https://ride.example/v/RLL-VZP"
        let feed = try home.write(
            #"{"vehicles":[{"color":"red","identificationCode":"\#(id)"}]}"#, to: "feed.json")
        for line in [["detail", "--source", feed, "--", id], ["list", id, "--source", feed]] {
            let run = try await home.run(line).succeeded()
            #expect(run.text.contains(id), "\(line)")
        }
        try await home.run("list", "ftp://example.com/v").failed(
            64, "`ftp://example.com/v` is not the address of a source: unknown scheme",
            "use an http(s) address; beside --source, it is the ID of a vehicle")
    }

    @Test("A file that exists is the source, like an address")
    func files() async throws {
        let home = try FleetHome()
        let feed = try home.write(
            #"{"vehicles":[{"color":"red","identificationCode":"A"}]}"#, to: "feed.json")
        let sites = try home.write(#"{"sites":[{"site_id":"a"}]}"#, to: "sites.json")
        #expect(try await home.run("count", feed).succeeded().text == "1\n")
        for line in [
            ["list", feed], ["list", "A", feed], ["detail", "A", feed], ["map", feed],
            ["site", "list", sites], [feed],
        ] {
            _ = try await home.run(line).succeeded()
        }
        try await home.run("count", feed + ".json").failed(
            64, "there is no file '\(feed).json'", "run `fleet count --help`")
        try await home.run("list", "none.json", "--source", feed).failed(
            66, "no vehicle none.json in \(feed)", "there is no file none.json either")
    }

    @Test("A word is an ID, even if a source has this name, which the error explains")
    func names() async throws {
        let home = try FleetHome()
        for command in ["list", "detail", "labels --out a.pdf", "watch --count 1"] {
            let words = command.split(separator: " ").map(String.init)
            try await home.run(words + ["demo"]).failed(
                66, "no vehicle demo in demo",
                "demo is a source: `fleet list --source demo` lists it; "
                    + "`fleet list --search demo --color all` searches for an ID")
        }
        try await home.run("site", "show", "demo", "--source", "sim://demo").failed(
            66, "no site demo in sim://demo",
            "demo is a source: `fleet site list --source demo` lists it; "
                + "`fleet site list --search demo --source sim://demo` searches for an ID")
        for (line, reader) in [
            ("", "list"), ("count", "count"), ("map", "map"), ("refresh", "refresh"),
            ("site", "site list"), ("site list", "site list"),
        ] {
            let words = line.split(separator: " ").map(String.init)
            try await home.run(words + ["demo"]).failed(
                64, "'demo' is the name of a source, which needs --source",
                "run `fleet \(reader) --source demo`")
        }
        try await home.run("bogus").failed(64, "unknown command 'bogus'", "run `fleet --help`")
        try await home.run("count", "bogus").failed(
            64, "Unexpected argument 'bogus'", "run `fleet count --help`")
        try await home.run("list", "example.com/gbfs.json").failed(
            66, "no vehicle example.com/gbfs.json in demo",
            "an address needs its scheme: https://example.com/gbfs.json")
        try home.write(Feeds.longLived("A"), to: "feed.json")
        try await home.run("list", "feed.json").failed(
            66, "no vehicle feed.json in demo",
            "this is a file: `fleet list --source feed.json` reads it as a source")
    }

    @Test("An address does not replace the vehicle or site ID")
    func missingID() async throws {
        let home = try FleetHome()
        try await home.run("detail", "sim://demo").failed(
            64, "the vehicle ID is missing",
            "add it: `fleet detail sim://demo ID`; `fleet list sim://demo` lists the vehicles")
        try await home.run("site", "show", "sim://demo").failed(
            64, "Missing expected argument '<id>'", "run `fleet site show --help`")
    }

    @Test("On a terminal the last line is the command that saves the address, until it is saved")
    func offer() async throws {
        let home = try FleetHome()
        let offer = "fleet source add NAME \(link)"
        for line in [
            [link], ["count", link], ["list", link, "--json"], ["watch", link, "--count", "1"],
        ] {
            let shown = try await home.start(line, on: Terminal()).outcome().succeeded()
            #expect(shown.lines.last?.hasSuffix(offer) == true, "\(shown.text)")
        }
        #expect(try await !home.run(link).succeeded().errorText.contains("source add"))
        let named = try await home.start(["list", "--source", link], on: Terminal()).outcome()
        #expect(!named.succeeded().text.contains("source add"))
        try await home.run("source", "add", "town", link).succeeded()
        let saved = try await home.start([link], on: Terminal()).outcome()
        #expect(!saved.succeeded().text.contains("source add"))
    }

    @Test("Labels of a saved address advise a setting of the source that has it")
    func labels() async throws {
        let home = try FleetHome()
        func warning() async throws -> String {
            try await home.run("labels", link, "--out", home.path(of: "a.pdf")).succeeded()
                .errorText
        }
        #expect(try await warning().contains("`fleet source add NAME \(link) --ids stable`"))
        try await home.run("source", "add", "town", link).succeeded()
        #expect(try await warning().contains("`fleet source edit town --ids stable`"))
    }

    @Test("An address that could not be read is not offered to be saved")
    func noOffer() async throws {
        let screen = try await TmuxScreen(FleetHome(), "watch", "http://127.0.0.1:1/gbfs.json")
        try await screen.waitUntil("connection refused")
        try await screen.type("q")
        try await screen.expectExit(0)
        #expect(try await !screen.rows.contains { $0.contains("source add") })
    }

    @Test(
        "Shells complete the IDs of the address among the words",
        arguments: [
            (["fleet", "detail", "sim://demo", ""], "sim://demo"),
            (["fleet", "detail", "https", ":", "//example.com/a", ""], "https://example.com/a"),
            (["fleet", "watch", "--notify", "https://example.com/a", ""], nil),
            (["fleet", "list", "sim://demo", "--source", "town"], "town"),
        ])
    func completion(words: [String], source: String?) {
        #expect(CompletionKind.source(in: words) == source)
    }

    @Test(
        "The page of a vehicle is recognized on its server only",
        arguments: [
            ("https://fleet.example/v/oslo/A-1", "A-1"),
            ("https://FLEET.example:443/v/oslo/A/", "A"),
            ("https://fleet.example/v/oslo/a%2Fb?x=1#qr", "a/b"),
            ("https://fleet.example/v/oslo?id=..", ".."),
            ("https://fleet.example/v/oslo", nil), ("https://fleet.example/v/oslo/A/notes", nil),
            ("http://fleet.example/v/oslo/A", nil), ("https://other.example/v/oslo/A", nil),
            ("https://fleet.example:8443/v/oslo/A", nil), ("https://fleet.example/w/oslo/A", nil),
            ("https://fleet.example/v/Os lo/A", nil),
        ])
    func page(address: String, id: String?) {
        #expect(VehiclePage(address, on: "https://fleet.example")?.id == id)
    }
}

@Suite("The address of a vehicle's page is its detail", .slots)
struct VehiclePageTests {
    @Test("A logged-in command line opens the page of a vehicle")
    func page() async throws {
        let server = try await ServedHome()
        let client = try await server.client("anna")
        let id = try await client.run("list", "--limit", "1", "--json").succeeded().ids[0]
        let link = "\(server.url)/v/demo/\(id)"
        for line in [[link], ["detail", link]] {
            let detail = try await client.home.run(line, environment: ["FLEET_NOW": server.now])
            #expect(detail.succeeded().lines.first == "id             \(id)")
        }
        #expect(try await client.run("list", link, "--json").succeeded().ids == [id])
        try await client.run("count", link).failed(
            64, "this is the address of a vehicle, not of a source",
            "run `fleet detail \(link)`, or use --source team:demo")
        try await client.run("\(server.url)/v/oslo/\(id)").failed(
            66, "\(server.url) has no source named oslo", "use one of: team:demo")
        try await client.run("team:demo").failed(
            64, "'team:demo' is the name of a source, which needs --source",
            "run `fleet list --source team:demo`")
        let other = try FleetHome()
        #expect(try await other.run(link).status != 0)
    }
}

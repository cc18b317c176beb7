import FleetTestSupport
import Testing

@Suite("Locations that cannot work are explained; all sources are refreshed at once", .slots)
struct SourceLocationTests {
    @Test("An address without a scheme is not taken for a file")
    func address() async throws {
        let home = try FleetHome()
        for arguments in [
            ["source", "add", "x", "example.com/gbfs.json"],
            ["list", "--source", "example.com/gbfs.json"],
        ] {
            try await home.run(arguments).failed(
                64, "there is no file example.com/gbfs.json",
                "an address needs its scheme: https://example.com/gbfs.json")
        }
        #expect(try await home.run("list", "--source", "folder/feed.json").status == 74)
    }

    @Test(
        "Other incomplete addresses are completed, without their secrets",
        arguments: [
            ("localhost:8080/gbfs.json", "http://localhost:8080/gbfs.json"),
            ("127.0.0.1/gbfs.json", "http://127.0.0.1/gbfs.json"),
            ("example.com", "https://example.com"),
            ("example.com:8080", "https://example.com:8080"),
            ("example.com?x=1", "https://example.com?x=1"),
            ("//example.com/a", "https://example.com/a"),
            ("http:/example.com/a", "http://example.com/a"),
            ("https:example.com", "https://example.com"),
            ("me:hush@example.com/a?token=hush", "https://example.com/a?token=…"),
        ])
    func incomplete(text: String, address: String) async throws {
        let add = try await FleetHome().run("source", "add", "x", text)
        #expect(add.status == 64 && add.errorLines.count == 2)
        #expect(!add.errorText.contains("hush"), "\(add.errorText)")
        #expect(add.errorLines[1] == "hint: an address needs its scheme: \(address)")
    }

    @Test(
        "What may be a file is taken for one",
        arguments: [
            "feed.json", "localhost", "./example.com/a", "/example.com/a", "a b/c.d/e", "x",
        ])
    func files(text: String) async throws {
        let home = try FleetHome()
        #expect(try await home.run("source", "add", "x", text).status == 74)
        try await home.run("source", "add", "y", "sim:demo").failed(
            64, "there is no file sim:demo", "the simulation is sim://demo")
    }

    @Test("There is one simulation")
    func simulation() async throws {
        let home = try FleetHome()
        for arguments in [
            ["source", "add", "x", "sim://paris"], ["list", "--source", "sim://paris"],
        ] {
            try await home.run(arguments).failed(
                64, "no simulation named 'paris'",
                "use sim://demo, with options such as sim://demo?vehicles=500")
        }
        try await home.run("count", "--source", "sim://demo?vehicles=3").succeeded()
    }

    @Test(
        "Without sources, every command says how to add one",
        arguments: ["list", "count", "refresh", "refresh --all", "site list", "source show"])
    func none(line: String) async throws {
        let home = try FleetHome()
        try await home.run("source", "remove", "demo").succeeded()
        try await home.run(line.split(separator: " ").map(String.init)).failed(
            66, "there are no sources",
            "add one with `fleet source add NAME LOCATION`, or use --source sim://demo")
    }

    @Test("An empty list of sources says how to add one")
    func emptyList() async throws {
        let home = try FleetHome()
        try await home.run("source", "remove", "demo").succeeded()
        let list = try await home.run("source", "list").succeeded()
        #expect(
            list.errorText
                == "there are no sources; add one with `fleet source add NAME LOCATION`\n")
    }

    @Test("refresh --all refreshes every source, also after one that fails")
    func all() async throws {
        let home = try FleetHome()
        try await home.run("source", "add", "a", "missing.json", "--no-check").succeeded()
        try await home.run("source", "add", "z", "sim://demo?vehicles=3").succeeded()
        let refresh = try await home.run("refresh", "--all")
        #expect(refresh.status == 74)
        #expect(
            refresh.text.contains("demo: 120 vehicles") && refresh.text.contains("z: 3 vehicles"))
        #expect(refresh.errorLines.count == 2)
        #expect(try await home.run("refresh", "--all", "--source", "z").status == 64)
    }
}

@Suite("A source is edited and renamed without losing anything", .slots)
struct SourceEditTests {
    /// A home with a favorite and a note of the source `town`, which is the default source.
    private func home() async throws -> FleetHome {
        let home = try await FleetHome.town(
            #"{"vehicles":[{"id":"A-1","vehicle_type_id":"t"},{"id":"B-2"}]}"#,
            ["--ids", "stable", "--header", "X-Key: hush"])
        try await home.run("favorite", "add", "A-1").succeeded()
        try await home.run("note", "add", "A-1", "flat tire").succeeded()
        return home
    }

    private func isComplete(_ home: FleetHome, _ source: String) async throws -> Bool {
        let favorites = try await home.run("favorite", "list", "--json", "--source", source)
        let notes = try await home.run("note", "list", "--source", source)
        let show = try await home.run("source", "show", source)
        return favorites.succeeded().text.contains("A-1")
            && notes.succeeded().text.contains("flat tire")
            && show.succeeded().text.contains("sends: header X-Key")
    }

    @Test("A renamed source keeps everything, and its former names find it")
    func renaming() async throws {
        let home = try await home()
        let before = try await Tool.jq(".sources.town.uuid", home.bytes(of: "preferences.json"))
        try await home.run("source", "rename", "town", "city").succeeded()
        let renamed = try await home.run("source", "rename", "town", "village").succeeded()
        #expect(renamed.errorText == "renamed city to village\n")
        for name in ["village", "city", "town"] { #expect(try await isComplete(home, name)) }
        let after = try await Tool.jq(
            "[.defaultSource, .sources.village.uuid, .sources.village.aliases]",
            home.bytes(of: "preferences.json"))
        #expect(after == [#"["village","\#(before[0])",["town","city"]]"#])
        #expect(try await home.run("list", "--json", "--offline").succeeded().ids.count == 2)
        try await home.run("source", "rename", "village", "demo").failed(
            64, "source demo already exists", "choose another name")
        try await home.run("source", "rename", "nope", "x").failed(
            66, "no source named nope", "use one of: demo, village")
    }

    @Test("A new source takes its name from the former names of others")
    func alias() async throws {
        let home = try await home()
        try await home.run("source", "rename", "town", "city").succeeded()
        try await home.run("source", "add", "town", "sim://demo?vehicles=3").succeeded()
        #expect(try await home.run("count", "--source", "town").succeeded().text == "3\n")
        #expect(try await isComplete(home, "city"))
    }

    @Test("Editing changes only what is given, and forgets vehicles of another location")
    func editing() async throws {
        let home = try await home()
        try await home.run("source", "edit", "town", "--color-of", "t=red").succeeded()
        let red = try await home.run("list", "--color", "red", "--json").succeeded()
        #expect(red.ids == ["A-1"])
        try home.write(#"{"vehicles":[{"id":"C-3"}]}"#, to: "other.json")
        try await home.run("source", "edit", "town", "other.json").succeeded()
        #expect(try await home.run("list", "--json").succeeded().ids == ["C-3"])
        #expect(try await isComplete(home, "town"))
        let show = try await home.run("source", "show", "town").succeeded()
        #expect(show.lines.contains("ids: stable") && show.lines.contains("color of t: red"))
        try await home.run("source", "edit", "town", "--ids", "rotating").succeeded()
        let json = try await home.run("source", "show", "town", "--json").succeeded()
        #expect(try await Tool.jq(".ids", json.data) == ["rotating"])
        try await home.run("source", "edit", "nope", "--ids", "stable").failed(
            66, "no source named nope", "use one of: demo, town")
    }
}

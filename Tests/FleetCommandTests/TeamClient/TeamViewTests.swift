import FleetCore
import FleetTeam
import FleetTestSupport
import Testing

@Suite("Views with a team's source are on the server", .slots)
struct TeamViewTests {
    private let server: ServedHome
    private let anna: TeamClient
    private let root: TeamClient

    init() async throws {
        server = try await ServedHome()
        anna = try await server.client("anna")
        root = try await server.client("root")
    }

    @Test("views are those of the user on every machine, and those for everybody")
    func views() async throws {
        #expect(
            try await anna.run("view", "save", "Day", "--color", "red").succeeded().errorLines
                == ["saved the view Day: color red"])
        let forAll = try await root.run(
            "view", "save", "day", "--max-battery", "100", "--for-all")
        #expect(forAll.succeeded().errorLines == ["saved the view day: battery at most 100%"])
        let other = try await server.client("anna")
        let list = try await other.run(
            "view", "list", "--format", "csv", "--fields", "name,filter,for_all,created_by")
        #expect(
            list.succeeded().lines == [
                "name,filter,for_all,created_by", "Day,color=red,false,",
                "day,max_battery=100,true,root",
            ])
        #expect(try await other.run("view").succeeded().text.contains("everybody"))
        // One's own comes first; neither count changes while the simulated fleet moves.
        let own = try await other.run("count", "--view", "DAY").succeeded().text
        let all = try await root.run("count", "--view", "DAY").succeeded().text
        #expect(own != all)
        #expect(own == (try await anna.run("count", "--color", "red").succeeded().text))

        #expect(
            try await anna.run("view", "save", "x", "--color", "red", "--for-all").status == 77)
        #expect(try await anna.run("view", "remove", "day", "--for-all").status == 77)
        try await root.run("view", "save", "y", "--favorites", "--for-all").failed(
            65,
            "\(server.url): the filter is personal: it selects favorites, or begins where the "
                + "person is", "correct it and try again")
        #expect(try await server.access("anna").views.own().map(\.name.text) == ["Day"])
        #expect(
            try await anna.run("view", "remove", "DAY").succeeded().errorLines
                == ["removed the view DAY"])
        #expect(try await anna.run("view", "remove", "day").status == 66)
        #expect(try await anna.run("count", "--view", "day").succeeded().text == all)
        // The views of the home are others.
        #expect(try await anna.run("count", "--view", "day", "--source", "demo").status == 66)
    }

    @Test("a source of the home and one of a team's server are one list")
    func sources() async throws {
        let list = try await anna.run(
            "list", "--source", "demo", "--source", "team:demo", "--format", "csv", "--fields",
            "source,vehicle_id"
        ).succeeded()
        let counts = Dictionary(
            grouping: list.lines.dropFirst(), by: { $0.split(separator: ",")[0] }
        ).mapValues(\.count)
        #expect(counts.count == 2 && counts["demo"] == counts["team:demo"])
        let ids = list.lines.dropFirst().map { $0.split(separator: ",")[1] }
        #expect(ids == ids.sorted())
    }

    @Test("a view that alerts use is not removed, and its change names them")
    func alerts() async throws {
        _ = try await root.run("view", "save", "red", "--color", "red", "--for-all").succeeded()
        let access = try await server.access("root")
        let view = try #require(try await access.views.all().first)
        _ = try await access.administration().addAlert(
            TeamAlertContent(
                name: "Red ones", view: view, kinds: [.feedStale],
                webhook: try WebhookAddress("https://9.9.9.9/")))
        try await root.run("view", "remove", "red", "--for-all").failed(
            65, "\(server.url): the view is used by the alerts Red ones",
            "choose another view for the alerts first")
        let changed = try await root.run("view", "save", "red", "--color", "blue", "--for-all")
        #expect(
            changed.succeeded().errorLines == [
                "replaced the view red: color blue", "these alerts use it: Red ones",
            ])
    }

    @Test("while the server is away, the views of the last time are used")
    func outage() async throws {
        _ = try await anna.run("view", "save", "low", "--max-battery", "90").succeeded()
        let online = try await anna.run("list", "--view", "low", "--format", "json").succeeded()
        await server.stop()
        let offline = try await anna.run(
            "list", "--view", "low", "--format", "json", "--offline"
        ).succeeded()
        #expect(offline.ids == online.ids && !online.ids.isEmpty)
        #expect(offline.errorText.isEmpty)
        let outage = try await anna.run("list", "--view", "low", "--format", "json")
        #expect(outage.ids == online.ids)
        #expect(outage.errorText.contains("; using the views of the last time"))
        #expect(try await anna.run("view", "save", "x").status == 69)
    }
}

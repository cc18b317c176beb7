import FleetTestSupport
import Testing

@Suite("An impossible ID is rejected", .slots)
struct IDArgumentTests {
    private static let commands: [[String]] = [
        ["detail"], ["favorite", "add"], ["favorite", "remove"], ["note", "add"],
        ["note", "list"], ["site", "show"], ["site", "watch"],
    ]

    @Test(
        "an empty or overlong ID is a usage error and is not printed", arguments: commands)
    func rejected(command: [String]) async throws {
        let home = try FleetHome()
        let name = command[0] == "site" ? "the site ID" : "the vehicle ID"
        for (id, problem) in [
            ("", "is empty"), (String(repeating: "é", count: 2149), "is longer than 4296 bytes"),
            (String(repeating: "7", count: 7090), "is longer than 7089 bytes"),
        ] {
            let outcome = try await home.run(command + [id, "--source", "sim://demo"])
            outcome.failed(
                64, "\(name) \(problem)",
                "run `fleet \(command.joined(separator: " ")) --help`")
            #expect(outcome.text == "")
        }
    }

    @Test("a long but possible ID is searched for and truncated in the message")
    func truncated() async throws {
        let home = try await FleetHome.town(#"{"vehicles":[{"id":"A-1"}]}"#, ["--ids", "stable"])
        let (shortened, long) = (
            String(repeating: "é", count: 200), String(repeating: "é", count: 2148)
        )
        for (id, shown) in [(shortened, shortened), (long, shortened + "…")] {
            let search =
                "search for part of the ID with `fleet list --search TEXT --color all`"
            let cause = "no vehicle \(shown) in town"
            try await home.run("detail", id).failed(66, cause, search)
            try await home.run("favorite", "add", id).failed(
                66, cause, search + "; --unseen takes a full ID that was never in the feed")
            try await home.run("favorite", "remove", id)
                .failed(
                    66, "\(shown) is not a favorite",
                    "run `fleet favorite list` to see the favorites")
        }
    }
}

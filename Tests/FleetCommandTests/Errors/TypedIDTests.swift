import Testing

@Suite("An id that nothing can have is refused as such", .slots)
struct TypedIDTests {
    private static let commands: [[String]] = [
        ["detail"], ["favorite", "add"], ["favorite", "remove"], ["note", "add"],
        ["note", "list"], ["site", "show"], ["site", "watch"],
    ]

    @Test(
        "an empty one and one too long are wrong usage, and are not repeated", arguments: commands)
    func refused(command: [String]) async throws {
        let home = try FleetHome()
        let name = command[0] == "site" ? "the site's id" : "the vehicle's code"
        for (id, fault) in [
            ("", "is empty"), (String(repeating: "é", count: 2149), "is longer than 4296 bytes"),
            (String(repeating: "7", count: 7090), "is longer than 7089 bytes"),
        ] {
            let outcome = try await home.run(command + [id, "--source", "sim://demo"])
            outcome.failed(
                64, "\(name) \(fault)",
                "run `fleet \(command.joined(separator: " ")) --help`")
            #expect(outcome.text == "")
        }
    }

    @Test("one that is long but could be is looked for, and cut in the message")
    func cut() async throws {
        let home = try await FleetHome.town(#"{"vehicles":[{"id":"A-1"}]}"#, ["--ids", "stable"])
        let (whole, long) = (
            String(repeating: "é", count: 200), String(repeating: "é", count: 2148)
        )
        for (id, shown) in [(whole, whole), (long, whole + "…")] {
            let search =
                "`fleet list --search TEXT --color all` finds vehicles by a part of the code"
            let cause = "there is no vehicle \(shown) in town"
            try await home.run("detail", id).failed(66, cause, search)
            try await home.run("favorite", "add", id).failed(66, cause, search)
            try await home.run("favorite", "remove", id)
                .failed(66, "\(shown) is no favorite", "`fleet favorite list` lists them")
        }
    }
}

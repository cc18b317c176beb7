/// Generated fleet that the program has stored, in its own home.
struct StoredFleet {
    /// Number of vehicles.
    let count: Int
    private let context: BenchmarkContext
    private let feed: Feed
    private var home: String { "stored-\(count)" }

    init(_ count: Int, in context: BenchmarkContext) throws {
        self.count = count
        self.context = context
        let folder = context.workspace.path(of: "stored-\(count)")
        feed = try Feed(count: count, folder: folder)
        try context.run(
            context.fleet(["source", "add", "bench", feed.path, "--no-check"], home: home))
        try context.run(context.fleet(["refresh", "--source", "bench"], home: home))
    }

    /// Returns the command that lists the first vehicles by ID.
    func list(page: Int, red: Bool) -> Command {
        let arguments = ["list", "--source", "bench", "--limit", String(page), "--offline"]
        return context.fleet(arguments + (red ? ["--color", "red", "--no-save"] : []), home: home)
    }

    /// Checks the vehicles of the list, their order and the total.
    func check(page: Int, red: Bool) throws {
        let expected = feed.vehicles.lowestIDs(page, redOnly: red)
        let lines = try context.output(of: list(page: page, red: red))
        // Without the separators of its numbers.
        let heading = Files.beginning(of: context.workspace.errors).replacing(",", with: "")
        let listed = lines.compactMap { line in
            line.split(separator: " ").first { $0.count == 36 }.map(String.init)
        }
        guard listed == expected, heading.contains("of \(count) vehicles"),
            !red || heading.contains("(\(feed.redCount) match)")
        else {
            throw BenchmarkError.unexpectedResult(
                "`\(list(page: page, red: red))` lists \(listed.count) vehicles instead of"
                    + " the first \(page) of \(count):\n\(heading)\(lines.joined(separator: "\n"))")
        }
    }
}

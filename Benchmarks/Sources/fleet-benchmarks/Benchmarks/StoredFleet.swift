/// A made-up fleet that the program has stored, in a home of its own.
struct StoredFleet {
    /// How many vehicles it has.
    let count: Int
    private let setting: Setting
    private let feed: Feed
    private var home: String { "stored-\(count)" }

    init(_ count: Int, in setting: Setting) throws {
        self.count = count
        self.setting = setting
        let folder = setting.workspace.path(of: "stored-\(count)")
        feed = try Feed(count: count, folder: folder)
        try setting.cost(of: setting.fleet(["source", "add", "bench", feed.path], home: home))
        try setting.cost(of: setting.fleet(["refresh", "--source", "bench"], home: home))
    }

    /// The command that lists the first vehicles by id.
    func list(page: Int, red: Bool) -> Command {
        let arguments = ["list", "--source", "bench", "--limit", String(page), "--offline"]
        return setting.fleet(arguments + (red ? ["--color", "red", "--no-save"] : []), home: home)
    }

    /// Checks that the list has the right vehicles in the right order, and the right total.
    func check(page: Int, red: Bool) throws {
        let wanted = feed.vehicles.leastIDs(page, redOnly: red)
        let lines = try setting.output(of: list(page: page, red: red))
        let heading = Files.beginning(of: setting.workspace.errors)
        let listed = lines.compactMap { line in
            line.split(separator: " ").first { $0.count == 36 }.map(String.init)
        }
        guard listed == wanted, heading.contains("of \(count) vehicles"),
            !red || heading.contains("(\(feed.redCount) match)")
        else {
            throw BenchmarkFailure.wrongResult(
                "`\(list(page: page, red: red))` lists \(listed.count) vehicles, wanted"
                    + " the \(page) least of \(count):\n\(heading)\(lines.joined(separator: "\n"))")
        }
    }
}

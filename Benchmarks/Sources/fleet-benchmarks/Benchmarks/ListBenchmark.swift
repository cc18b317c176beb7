/// Benchmark of `fleet list`: lists the red vehicles of a feed in files, compared with jq.
struct ListBenchmark {
    private let context: BenchmarkContext
    private let feed: Feed

    init(_ context: BenchmarkContext) throws {
        self.context = context
        feed = try Feed(
            count: context.sizes.vehicles, folder: context.workspace.path(of: "list"))
    }

    func rows() throws -> [Row] {
        try checkSelections()
        let medians = try Rounds.medians(
            context.sizes.longRounds,
            [
                { try context.run(fleet) },
                { try context.run(jq) },
            ])
        let name = "list --color red of \(feed.vehicles.count) vehicles"
        let other = ("jq", medians[1])
        return [
            .comparison(name, .cpu, medians[0], with: other, limit: 0.16),
            .comparison(
                name, .peak, try context.runForPeak(fleet),
                with: ("jq", try context.runForPeak(jq)), limit: 1),
            .comparison(name, .wall, medians[0], with: other),
        ]
    }

    private var fleet: Command {
        context.fleet(
            ["list", "--source", feed.path, "--color", "red", "--format", "ndjson"], home: "list")
    }

    private var jq: Command {
        let types = VehicleType.allCases.filter(\.isRed)
        let conditions = types.map { #".vehicle_type_id == "\#($0.rawValue)""# }
        let filter = ".data.bikes[] | select(\(conditions.joined(separator: " or ")))"
        return context.jq(["-c", filter, feed.vehicles.path])
    }

    private func checkSelections() throws {
        let expected = feed.redCount
        let ours = try ids(of: fleet, key: "vehicle_id")
        let theirs = try ids(of: jq, key: "bike_id")
        guard ours.lines == expected, theirs.lines == expected, ours.ids.count == expected,
            ours.ids == theirs.ids
        else {
            throw BenchmarkError.unexpectedResult(
                "expected \(expected) red vehicles; fleet lists \(ours.lines) and jq"
                    + " \(theirs.lines), with \(ours.ids.intersection(theirs.ids).count) in common")
        }
    }

    private func ids(
        of command: Command, key: String
    ) throws -> (lines: Int, ids: Set<String>) {
        var (lines, ids) = (0, Set<String>())
        try context.run(command) { line, _ in
            lines += 1
            if let id = line.jsonText(of: key) { ids.insert(id) }
        }
        return (lines, ids)
    }
}

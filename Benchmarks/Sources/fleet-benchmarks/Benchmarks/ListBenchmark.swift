/// Lists the red vehicles of a feed in files, against jq that selects the same.
struct ListBenchmark {
    private let setting: Setting
    private let feed: Feed

    init(_ setting: Setting) throws {
        self.setting = setting
        feed = try Feed(
            count: setting.sizes.vehicles, folder: setting.workspace.path(of: "list"))
    }

    func rows() throws -> [Row] {
        try checkSelections()
        let medians = try Rounds.medians(
            setting.sizes.longRounds,
            [
                { try setting.cost(of: fleet) },
                { try setting.cost(of: jq) },
            ])
        let name = "list --color red of \(feed.vehicles.count)"
        let other = ("jq", medians[1])
        return [
            .comparison(name, .cpu, medians[0], with: other, limit: 0.25),
            try peak(name, medians[0], other),
            .comparison(name, .wall, medians[0], with: other),
        ]
    }

    private var fleet: Command {
        setting.fleet(
            ["list", "--source", feed.path, "--color", "red", "--format", "ndjson"], home: "list")
    }

    private var jq: Command {
        let kinds = VehicleKind.allCases.filter(\.isRed)
        let choice = kinds.map { #".vehicle_type_id == "\#($0.rawValue)""# }
        let filter = ".data.bikes[] | select(\(choice.joined(separator: " or ")))"
        return setting.jq(["-c", filter, feed.vehicles.path])
    }

    private func peak(
        _ name: String, _ fleet: Usage, _ jq: (String, Usage)
    ) throws -> Row {
        guard min(fleet.peak, jq.1.peak) > Usage.ownPeak else {
            throw BenchmarkFailure.wrongResult(
                "the benchmark itself takes more memory than what it measures")
        }
        return .comparison(name, .peak, fleet, with: jq, limit: 1)
    }

    private func checkSelections() throws {
        let wanted = feed.redCount
        let ours = try ids(of: fleet, key: "vehicle_id")
        let theirs = try ids(of: jq, key: "bike_id")
        guard ours.lines == wanted, theirs.lines == wanted, ours.ids.count == wanted,
            ours.ids == theirs.ids
        else {
            throw BenchmarkFailure.wrongResult(
                "of \(wanted) red vehicles fleet lists \(ours.lines) and jq \(theirs.lines)"
                    + ", \(ours.ids.intersection(theirs.ids).count) of them both")
        }
    }

    private func ids(
        of command: Command, key: String
    ) throws -> (lines: Int, ids: Set<String>) {
        var (lines, ids) = (0, Set<String>())
        try setting.cost(of: command) { line, _ in
            lines += 1
            if let id = line.jsonText(of: key) { ids.insert(id) }
        }
        return (lines, ids)
    }
}

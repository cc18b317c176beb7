/// Memory of an idle `fleet serve`.
struct ServeMemory {
    private static let limit = 120.0 * 1_048_576
    /// Time after which everything is loaded.
    private static let settlingTime = Duration.seconds(5)
    let context: BenchmarkContext

    func rows() throws -> [Row] {
        let count = context.sizes.vehicles
        let feed = try Feed(count: count, folder: context.workspace.path(of: "serve-memory"))
        let fleet = try ServedFleet(feed, home: "serve-memory", in: context)
        try Subscribers([], port: fleet.port).read(for: Self.settlingTime)
        let name = "serve: idle, \(count) vehicles, resident memory"
        guard let memory = ResidentMemory.size(of: fleet.server.id) else {
            return [.unavailable(name)]
        }
        return [
            Row(
                name: name, figure: Quantity.peak.text(memory),
                limit: "≤ " + Quantity.peak.text(Self.limit),
                verdict: Row.verdict(memory, Self.limit))
        ]
    }
}

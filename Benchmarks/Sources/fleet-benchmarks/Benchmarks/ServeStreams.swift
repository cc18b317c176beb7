/// CPU time and memory of a `fleet serve` whose clients follow a fleet; 2 % of its vehicles change
/// every second.
struct ServeStreams {
    /// Maximum share of one core.
    private static let limit = 0.5
    /// The most bytes of memory of a stream.
    private static let memoryLimit = 60_000.0
    private static let warmUp = Duration.seconds(5)
    let context: BenchmarkContext

    func rows() throws -> [Row] {
        let sizes = context.sizes
        let clients = sizes.streams
        let folder = context.workspace.path(of: "serve-streams")
        let feed = try Feed(count: sizes.browsedFleets.idle, folder: folder)
        let states = try AlternatingFeed(feed.vehicles)
        let fleet = try ServedFleet(
            feed, home: "serve-streams", viewers: ServedFleet.viewers(forStreams: clients),
            in: context)
        let before = ResidentMemory.size(of: fleet.server.id)
        let authorizations = try fleet.authorizations(forStreams: clients)
        let streams = try Subscribers(authorizations, port: fleet.port)
        // One user after the other, because the server limits the refreshes of each.
        var turn = 0
        let change = {
            try states.alternate()
            _ = try WebResponse(
                to: "/api/v1/sources/bench/refresh", by: "POST", at: fleet.port,
                fields: [authorizations[turn % clients]])
            turn += ServedFleet.streamsPerUser
        }
        try streams.read(for: Self.warmUp, change)
        let (start, first) = (ProcessorTime.used(by: fleet.server.id), streams.messages)
        try streams.read(for: sizes.idleTime, change)
        let end = ProcessorTime.used(by: fleet.server.id)
        let after = ResidentMemory.size(of: fleet.server.id)
        try check(streams, since: first)
        let name =
            "serve: \(clients) streams, 2 % of \(feed.vehicles.count) vehicles change a second"
        guard let start, let end, let before, let after else { return [.unavailable(name)] }
        let share = (end - start) / (sizes.idleTime / .seconds(1))
        return [
            Row(
                name: name + ", CPU time", figure: percents(share), reference: "one core",
                limit: "≤ " + percents(Self.limit), verdict: Row.verdict(share, Self.limit)),
            Row(
                name: name + ", resident memory", figure: Quantity.peak.text(after),
                reference: "\(Quantity.peak.text(before)) before", verdict: .noLimit),
            .bytes(
                "serve: one of these streams, memory", (after - before) / Double(clients),
                atMost: Self.memoryLimit),
        ]
    }

    private func percents(_ share: Double) -> String {
        share.text(scaledBy: 100, decimals: 1) + " %"
    }

    /// Checks that all clients have read the same, and nearly every change.
    private func check(_ streams: Subscribers, since first: Int) throws {
        let seconds = Int(context.sizes.idleTime / .seconds(1))
        let (least, most) = (streams.counts.min() ?? 0, streams.counts.max() ?? 0)
        guard streams.messages - first >= seconds * 3 / 4, least * 10 >= most * 9 else {
            throw BenchmarkError.unexpectedResult(
                "\(streams.messages - first) changes in \(seconds) s, \(least) to \(most) bytes")
        }
    }
}

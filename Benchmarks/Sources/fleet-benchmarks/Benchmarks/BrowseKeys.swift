/// Presses keys in the list of a large fleet, one after the other, each when the frame of the one before
/// is over.
struct BrowseKeys {
    private static let limitOfWall = 0.016
    private static let limitOfCPU = 0.005
    private let setting: Setting
    private let feed: Feed

    private typealias Press = (key: Keystroke, frame: Frame)

    init(_ setting: Setting) throws {
        self.setting = setting
        feed = try Feed(
            count: setting.sizes.vehicles, folder: setting.workspace.path(of: "browse-keys"))
    }

    func rows() throws -> [Row] {
        let presses = try presses()
        let limits = (wall: Self.limitOfWall, cpu: Self.limitOfCPU)
        return rows("move", of: .move, presses, limits)
            + rows("sort", of: .sort, presses) + rows("search", of: .search, presses)
    }

    /// The frames of all keys; the feed is read once, so that the program has nothing else to do.
    private func presses() throws -> [Press] {
        let session = try BrowseSession(
            feed, home: "browse-keys", options: ["--interval", "3600"], in: setting)
        let presses = try Keystroke.visit.map { ($0, try session.press($0)) }
        try session.leave()
        return presses
    }

    private func rows(
        _ verb: String, of purpose: Keystroke.Purpose, _ presses: [Press],
        _ limits: (wall: Double?, cpu: Double?) = (nil, nil)
    ) -> [Row] {
        let frames = presses.filter { $0.key.purpose == purpose }.map(\.frame)
        let (walls, times) = (frames.map(\.wall), frames.compactMap(\.cpu))
        let name = "browse of \(feed.vehicles.count), \(frames.count) keys that \(verb)"
        return [
            row("\(name), median, wall", .wall, walls.median, limits.wall),
            row("  95th percentile, wall", .wall, walls.percentile(95)),
            times.isEmpty
                ? .leftOut("  mean, CPU") : row("  mean, CPU", .cpu, times.mean, limits.cpu),
        ]
    }

    private func row(
        _ name: String, _ quantity: Quantity, _ value: Double, _ limit: Double? = nil
    ) -> Row {
        Row(
            name: name, figure: quantity.text(value),
            limit: limit.map { "≤ " + quantity.text($0) } ?? "-",
            verdict: Row.verdict(value, limit))
    }
}

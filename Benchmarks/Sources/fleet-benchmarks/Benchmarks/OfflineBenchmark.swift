/// Lists the first page of stored fleets, a small and a large one, against the program's start.
struct OfflineBenchmark {
    private static let page = 20
    private static let limitToVersion = 2.0
    /// One size must take no longer than the other; the rest is for noise.
    private static let limitToSmall = 1.25

    private let setting: Setting
    private let small: StoredFleet
    private let large: StoredFleet

    init(_ setting: Setting) throws {
        self.setting = setting
        small = try StoredFleet(setting.sizes.storedFleets.small, in: setting)
        large = try StoredFleet(setting.sizes.storedFleets.large, in: setting)
    }

    func rows() throws -> [Row] {
        for fleet in [small, large] {
            for red in [false, true] { try fleet.check(page: Self.page, red: red) }
        }
        var commands = [setting.fleet(["--version"], home: "version")]
        for red in [false, true] {
            commands += [small, large].map { $0.list(page: Self.page, red: red) }
        }
        let medians = try Rounds.medians(
            setting.sizes.shortRounds,
            commands.map { command in
                { try setting.cost(of: command) }
            })
        return rows("list --offline", version: medians[0], small: medians[1], large: medians[2])
            + rows("  by color", version: medians[0], small: medians[3], large: medians[4])
    }

    private func rows(_ name: String, version: Usage, small: Usage, large: Usage) -> [Row] {
        let version = ("--version", version)
        let names = [self.small, self.large].map { "\(name), \($0.count) stored" }
        return [
            .comparison(names[0], .wall, small, with: version, limit: Self.limitToVersion),
            .comparison(names[1], .wall, large, with: version, limit: Self.limitToVersion),
            .comparison(
                names[1], .wall, large, with: ("\(self.small.count) stored", small),
                limit: Self.limitToSmall),
        ]
    }
}

/// Starts the program for nothing but its version.
struct VersionBenchmark {
    private static let limit = 0.015
    private let setting: Setting

    init(_ setting: Setting) { self.setting = setting }

    func rows() throws -> [Row] {
        let command = setting.fleet(["--version"], home: "version")
        let medians = try Rounds.medians(
            setting.sizes.shortRounds,
            [{ try setting.cost(of: command) }])
        let (quantity, usage) = (Quantity.wall, medians[0])
        return [
            Row(
                name: "--version, CPU", figure: Quantity.cpu.text(usage.cpu), verdict: .open),
            Row(
                name: "--version, wall", figure: quantity.text(usage.wall),
                limit: "≤ " + quantity.text(Self.limit),
                verdict: Row.verdict(usage.wall, Self.limit)),
        ]
    }
}

/// Compares the peak memory of ten times as many labels with that of some.
struct LabelMemory {
    /// Of every code eight bytes are kept, to tell which come twice, in a set that has room to grow.
    private static let limit = 1.25
    private let setting: Setting
    private let workspace: Workspace
    private let some: LabelIDs
    private let many: LabelIDs

    init(_ setting: Setting, _ workspace: Workspace) throws {
        (self.setting, self.workspace) = (setting, workspace)
        let count = setting.sizes.labels
        some = try LabelIDs(count: count, path: workspace.path(of: "some"))
        many = try LabelIDs(count: 10 * count, path: workspace.path(of: "many"))
    }

    func rows() throws -> [Row] {
        [try row("PNG files", output: "out/"), try row("a PDF", output: "sheet.pdf")]
    }

    private func row(_ kind: String, output: String) throws -> Row {
        let path = workspace.path(of: output)
        let name = "labels, \(many.count), \(kind)"
        let (large, small) = (try usage(of: many, path), try usage(of: some, path))
        guard min(large.peak, small.peak) > Usage.ownPeak else {
            Standard.error("error: \(name): the benchmark itself takes more memory than that\n")
            return .void(name)
        }
        return .comparison(
            name, .peak, large, with: ("\(some.count)", small), limit: Self.limit)
    }

    private func usage(of ids: LabelIDs, _ path: String) throws -> Usage {
        Files.remove(path)
        defer { Files.remove(path) }
        return try setting.cost(of: setting.labels(of: ids, to: path))
    }
}

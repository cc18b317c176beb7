/// Benchmark of the peak memory of `fleet labels`, compared with that of a tenth of the labels.
struct LabelMemory {
    /// The program stores eight bytes per ID, to detect duplicates, in a set with spare capacity,
    /// and cairo a table of the pages.
    private static let limit = 1.6
    private let context: BenchmarkContext
    private let workspace: Workspace
    private let few: LabelIDs
    private let many: LabelIDs

    init(_ context: BenchmarkContext, _ workspace: Workspace) throws {
        (self.context, self.workspace) = (context, workspace)
        let count = context.sizes.labels
        few = try LabelIDs(count: count, path: workspace.path(of: "few"))
        many = try LabelIDs(count: 10 * count, path: workspace.path(of: "many"))
    }

    func rows() throws -> [Row] {
        [try row("PNG files", output: "out/"), try row("in a PDF", output: "sheet.pdf")]
    }

    private func row(_ format: String, output: String) throws -> Row {
        let path = workspace.path(of: output)
        let name = "labels, \(many.count) \(format)"
        let (large, small) = (try usage(of: many, path), try usage(of: few, path))
        return .comparison(
            name, .peak, large, with: ("for \(few.count)", small), limit: Self.limit)
    }

    private func usage(of ids: LabelIDs, _ path: String) throws -> Usage {
        Files.remove(path)
        defer { Files.remove(path) }
        return try context.runForPeak(context.labels(of: ids, to: path))
    }
}

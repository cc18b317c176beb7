/// Benchmark of `fleet labels`: PNG files in a memory-backed folder, label sheets and labels for a
/// Zebra printer, compared with a plain loop over the libraries and with other programs.
struct LabelsBenchmark {
    private static let segnoLimit = 0.05
    private static let qrencodeLimit = 0.1
    /// For CPU time: cairo draws a sheet on one thread, whereas two threads write the files.
    private static let sheetLimit = 4.0
    /// For labels as ZPL, compared with the PNG files of segno.
    private static let zplLimit = 1.0
    /// Number of labels that the reported figures are scaled to.
    private static let unit = 1_000

    private let context: BenchmarkContext
    private let workspace: Workspace
    private let ids: LabelIDs
    private let few: LabelIDs

    static func rows(in context: BenchmarkContext) throws -> [Row] {
        let folder = Files.memoryFolder
        if folder == nil { Standard.error("no memory-backed folder: writing labels to disk\n") }
        let workspace = try folder.map(Workspace.init) ?? Workspace()
        defer { workspace.remove() }
        let memory = try LabelMemory(context, workspace)
        return try LabelsBenchmark(context, workspace).rows() + memory.rows()
    }

    private init(_ context: BenchmarkContext, _ workspace: Workspace) throws {
        (self.context, self.workspace) = (context, workspace)
        let sizes = context.sizes
        ids = try LabelIDs(count: sizes.labels, path: workspace.path(of: "ids"))
        few = try LabelIDs(count: sizes.slowLabels, path: workspace.path(of: "few"))
    }

    private func rows() throws -> [Row] {
        let medians = try Rounds.medians(context.sizes.longRounds, [fleet, baseline, sheet, zpl])
            .map { $0.scaled(by: Double(Self.unit) / Double(ids.count)) }
        let slow = [try segno(), try qrencode()]
            .map { $0.scaled(by: Double(Self.unit) / Double(few.count)) }
        let name = "labels, \(Self.unit) PNG files"
        let zpl = "labels, \(Self.unit) as ZPL"
        return rows(name, medians[0], ("plain C", medians[1]), limit: 1)
            + [try bytes()]
            + rows(name, medians[0], ("segno", slow[0]), limit: Self.segnoLimit)
            + rows(name, medians[0], ("qrencode per label", slow[1]), limit: Self.qrencodeLimit)
            + [
                Row.comparison(
                    "labels, \(Self.unit) in a PDF", .cpu, medians[2],
                    with: ("PNG files", medians[0]), limit: Self.sheetLimit)
            ]
            + rows(zpl, medians[3], ("segno", slow[0]), limit: Self.zplLimit)
            + [.comparison(zpl, .cpu, medians[3], with: ("in a PDF", medians[2]))]
    }

    private func rows(
        _ name: String, _ usage: Usage, _ other: (String, Usage), limit: Double
    ) -> [Row] {
        [
            .comparison(name, .cpu, usage, with: other, limit: limit),
            .comparison(name, .wall, usage, with: other, limit: limit),
        ]
    }

    private func bytes() throws -> Row {
        var sums: [Double] = []
        for contender in [fleet, baseline] {
            _ = try contender()
            sums.append(Double(try LabelFolder(path: output).bytes(expectedImages: ids.count)))
        }
        let ratio = sums[0] / sums[1]
        let count = Double(ids.count)
        return Row(
            name: "  bytes per file", figure: (sums[0] / count).text(decimals: 1),
            reference: (sums[1] / count).text(decimals: 1) + " plain C",
            ratio: ratio.text(decimals: 2), limit: "≤ 1.00", verdict: Row.verdict(ratio, 1))
    }
}

extension LabelsBenchmark {
    private var output: String { workspace.path(of: "out") + "/" }

    private func fleet() throws -> Usage {
        Files.remove(output)
        return try context.run(context.labels(of: ids, to: output))
    }

    private func baseline() throws -> Usage {
        try recreateOutput()
        return try context.run(context.baseline(of: ids, to: output))
    }

    private func sheet() throws -> Usage {
        let path = workspace.path(of: "sheet.pdf")
        Files.remove(path)
        return try context.run(context.labels(of: ids, to: path))
    }

    private func zpl() throws -> Usage {
        let path = workspace.path(of: "labels.zpl")
        Files.remove(path)
        return try context.run(context.labels(of: ids, to: path))
    }

    private func segno() throws -> Usage {
        try recreateOutput()
        let line = try context.output(of: context.segno(of: few, to: output)).first ?? ""
        let times = line.split(separator: " ").compactMap { Double($0) }
        guard times.count == 2 else {
            throw BenchmarkError.unexpectedResult("unexpected output of segno: \(line)")
        }
        return Usage(cpu: times[0], wall: times[1], peak: 0)
    }

    private func qrencode() throws -> Usage {
        try recreateOutput()
        var sum = Usage(cpu: 0, wall: 0, peak: 0)
        for (number, id) in few.first(few.count).enumerated() {
            let usage = try context.run(context.qrencode(id, to: "\(output)\(number).png"))
            sum.cpu += usage.cpu
            sum.wall += usage.wall
        }
        return sum
    }

    private func recreateOutput() throws {
        Files.remove(output)
        try Files.makeFolder(output)
    }
}

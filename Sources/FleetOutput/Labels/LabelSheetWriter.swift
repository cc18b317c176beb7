import FleetCore
package import FleetLabels
package import FleetRuntime

/// Writer of labels to the pages of one PDF file.
package final class LabelSheetWriter: LabelWriter {
    private let path: String
    private let encoding: EncodingOptions
    private let title: String
    private let fitter: LabelFitter
    private let workers: WorkerPool<SymbolReader?>
    private let output: PartialOutput
    private let index: SheetIndex?
    private let design: LabelDesign
    /// The pages, and the labels on those that are printed.
    private var open: (writer: SheetWriter, printed: Range<Int>)?
    /// Number of labels so far, also of those on other pages.
    private var count = 0
    /// Versions of symbols that are known to fit beside a number of lines.
    private var fitting: Set<[Int]> = []
    private var isFine = false

    /// - Parameters:
    ///   - path: The PDF file, or `-` for standard output.
    ///   - index: The file with the position of each label; `nil` for none.
    package init(
        _ path: String, design: LabelDesign, encoding: EncodingOptions, jobs: Int,
        title: String, index: SheetIndex?, _ output: Output
    ) throws {
        guard path != "-" || !output.isTerminal else {
            throw CommandError.usage(
                "a PDF file cannot be shown on a terminal",
                hint: "use `--out FILE.pdf`, or send the output to a program such as lp")
        }
        (self.path, self.encoding, self.design) = (path, encoding, design)
        (self.title, self.index) = (title, index)
        fitter = try LabelFitter(design)
        workers = try WorkerPool(jobs) { try encoding.reader() }
        self.output = try PartialOutput(path, output)
    }

    /// Checks the symbol only; text that does not fit fails later, while the file is still
    /// invisible.
    package func check(_ item: LabelItem) throws {
        try encoding.check(item) { version in
            guard !fitting.contains([version, item.lines.count]) else { return }
            _ = try fitter.printSize(version: version, lines: item.lines.map { _ in "" })
            fitting.insert([version, item.lines.count])
        }
    }

    package func begin(_ count: Int) throws {
        let plan = SheetPlan(design, labels: count)
        if let pages = design.pages, pages.upperBound > plan.pages {
            throw CommandError.usage(
                "there is no page \(pages.upperBound): the labels are on "
                    + ShortText.count(plan.pages, "page"),
                hint: "use --pages 1-\(plan.pages), or leave it out")
        }
        let output = output
        let writer = try SheetWriter(design, title: title, labels: count) {
            try output.append($0)
        }
        open = (writer, design.pages.map { plan.labels(on: $0) } ?? 0..<count)
    }

    /// Draws labels while other threads encode the next symbols.
    package func print(_ items: [LabelItem]) throws -> [LabelRecord] {
        guard let (writer, printed) = open else { return [] }
        let batch = printed.clamped(to: count..<count + items.count)
        let selected = Array(items[batch.lowerBound - count..<batch.upperBound - count])
        writer.skip(batch.isEmpty ? items.count : batch.lowerBound - count)
        count += items.count
        var records: [LabelRecord] = []
        records.reserveCapacity(selected.count)
        try workers.map(selected) { [encoding] reader, item in
            let symbol = try encoding.symbol(of: item, reader)
            return (item, Label(symbol, lines: item.lines, id: item.text))
        } then: { labels in
            for (item, label) in labels { records.append(try draw(label, of: item, writer)) }
        }
        try index?.add(records)
        return records
    }

    private func draw(
        _ label: Label, of item: LabelItem, _ writer: SheetWriter
    ) throws -> LabelRecord {
        let printed = try CommandError.naming(item) { try writer.add(label) }
        isFine = isFine || printed.size.isFine
        return LabelRecord(
            item: item, symbol: SymbolInfo(label.symbol), page: printed.page,
            position: printed.position, millimetres: printed.size.side,
            isVerified: encoding.verifies)
    }

    package func finish() throws -> (summary: String, warnings: [String]) {
        let summary = try open?.writer.finish() ?? SheetSummary()
        try output.complete()
        try index?.finish()
        var warnings = isFine ? [fineModulesWarning] : []
        if summary.labelsWithUnknownCharacters > 0 {
            let count = summary.labelsWithUnknownCharacters
            warnings.append(
                "\(count == 1 ? "1 label has" : "\(count) labels have") characters that no "
                    + "installed font supports")
        }
        let (labels, pages) = (summary.labels, summary.pages)
        return (
            (path == "-" ? "wrote " : "wrote \(path): ")
                + "\(ShortText.count(labels, "label")) "
                + "on \(ShortText.count(pages, "page")) of \(design.layout.name)", warnings
        )
    }

    /// Does nothing: the incomplete file is removed with this object.
    package func abandon() {}
}

import FleetCore
package import FleetLabels

/// Writer of labels to the pages of one PDF file, or of the picture of a sheet.
package final class LabelSheetWriter: LabelWriter {
    /// What is written.
    package enum Form {
        /// A PDF file.
        case pdf
        /// A PNG file of the first page, to be looked at.
        case picture(dotsPerInch: Double)
    }

    private let form: Form
    private let encoding: EncodingOptions
    private let title: String
    private var fit: LabelFit
    private let workers: WorkerPool<SymbolReader?>
    private let output: PartialOutput
    private let index: SheetIndex?
    private var design: LabelDesign
    /// The pages, and the positions of the labels on them.
    private var open: (writer: SheetWriter, plan: SheetPlan)?
    /// Number of labels so far, also of those on other pages.
    private var count = 0
    private var isFine = false

    /// - Parameters:
    ///   - output: Receives the file part by part.
    ///   - index: The file with the position of each label; `nil` for none.
    package init(
        _ form: Form = .pdf, design: LabelDesign, encoding: EncodingOptions, jobs: Int,
        title: String, index: SheetIndex?, to output: PartialOutput
    ) throws {
        (self.form, self.encoding) = (form, encoding)
        (self.title, self.index, self.output) = (title, index, output)
        self.design = design
        fit = try LabelFit(design, encoding)
        workers = try WorkerPool(jobs) { try encoding.reader() }
    }

    package func check(_ item: LabelItem) throws { try fit.check(item) }

    package func begin(_ count: Int) throws {
        var plan = SheetPlan(design, labels: count)
        _ = try plan.printed(design, of: count)
        if case .picture = form, let first = plan.firstPrintedPage {
            design.pages = first...first
            plan = SheetPlan(design, labels: count)
        }
        let output = output
        let target: SheetTarget =
            switch form {
            case .pdf: .pdf { try output.append($0) }
            case .picture(let dotsPerInch):
                .pictures(dotsPerInch: dotsPerInch) { try output.append($0) }
            }
        open = (try SheetWriter(design, title: title, labels: count, to: target), plan)
    }

    /// Leaves out labels, which are part of the run but not of this file.
    func skip(_ labels: Int) {
        count += labels
        open?.writer.skip(labels)
    }

    /// Draws labels while other threads encode the next symbols.
    package func print(_ items: [LabelItem]) throws -> [LabelRecord] {
        guard let (writer, plan) = open else { return [] }
        let selected = items.enumerated().map { (number: count + $0, item: $1) }
            .filter { plan.prints(label: $0.number) }
        var records: [LabelRecord] = []
        records.reserveCapacity(selected.count)
        var next = count
        count += items.count
        try workers.map(selected) { [encoding] reader, selected in
            let symbol = try encoding.symbol(of: selected.item, reader)
            return (selected, Label(symbol, lines: selected.item.lines, id: selected.item.text))
        } then: { labels in
            for (selected, label) in labels {
                writer.skip(selected.number - next)
                next = selected.number + 1
                records.append(try draw(label, of: selected.item, writer))
            }
        }
        writer.skip(count - next)
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
        return (
            self.summary(of: summary),
            labelWarnings(isFine: isFine, unknown: summary.labelsWithUnknownCharacters)
        )
    }

    private func summary(of sheets: SheetSummary) -> String {
        let (labels, pages) = (sheets.labels, sheets.pages)
        let text =
            switch form {
            case .pdf: "\(ShortText.count(labels, "label")) on \(ShortText.count(pages, "page"))"
            case .picture: "page \(design.pages?.lowerBound ?? 1) of \(open?.plan.pages ?? 1)"
            }
        let layout = " of \(design.layout.name)"
        if let path = output.path { return "wrote \(path): \(text)\(layout)" }
        if case .picture = form { return text + layout }
        return "wrote \(text)\(layout)"
    }

    /// Does nothing: the incomplete file is removed with this object.
    package func abandon() {}
}

import FleetCore
package import FleetLabels

/// Writer of labels in the language of Zebra's label printers, as images of their dots.
package final class LabelZPLWriter: LabelWriter {
    /// Default resolution of a label printer, in dots per inch: eight dots per millimetre.
    package static let standardResolution = 203.0

    /// Resources of one thread.
    private final class Worker {
        let reader: SymbolReader?
        let renderer: LabelRenderer

        init(_ design: LabelDesign, _ encoding: EncodingOptions) throws {
            reader = try encoding.reader()
            renderer = try LabelRenderer(design)
        }
    }

    private let encoding: EncodingOptions
    private var fit: LabelFit
    private let workers: WorkerPool<Worker>
    private let output: PartialOutput
    private let index: SheetIndex?
    private let design: LabelDesign
    /// The labels on the pages that are printed.
    private var printed = 0..<0
    /// Number of labels so far, also of those on other pages.
    private var count = 0
    /// Number of labels with their copies.
    private var copies = 0
    private var unknown = 0
    private var isFine = false

    /// - Parameters:
    ///   - output: Receives the file part by part.
    ///   - index: The file with the page of each label; `nil` for none.
    /// - Throws: `CommandError` (64) if the design is a sheet.
    package init(
        design: LabelDesign, encoding: EncodingOptions, jobs: Int, index: SheetIndex?,
        to output: PartialOutput
    ) throws {
        guard design.layout.isRoll else {
            throw CommandError.usage(
                "a label printer prints rolls, and \(design.layout.name) is a sheet",
                hint: "use `--label 62x29mm` with the size of your labels, or write a .pdf file")
        }
        (self.encoding, self.design) = (encoding, design)
        (self.index, self.output) = (index, output)
        fit = try LabelFit(design, encoding)
        let threads = min(jobs, try LabelRenderer.maxCount(design))
        workers = try WorkerPool(threads) { try Worker(design, encoding) }
    }

    package func check(_ item: LabelItem) throws { try fit.check(item) }

    package func begin(_ count: Int) throws {
        printed = try SheetPlan(design, labels: count).printed(design, of: count)
    }

    /// Draws and compresses labels in all threads.
    package func print(_ items: [LabelItem]) throws -> [LabelRecord] {
        let batch = printed.clamped(to: count..<count + items.count)
        let selected = batch.map { (number: $0, item: items[$0 - count]) }
        count += items.count
        var records: [LabelRecord] = []
        records.reserveCapacity(selected.count)
        try workers.map(selected) { worker, label in
            try CommandError.naming(label.item) {
                try self.print(label.item, on: self.pages(of: label.number), with: worker)
            }
        } then: { labels in
            for label in labels {
                copies += label.copies
                isFine = isFine || label.isFine
                unknown += label.hasUnknownCharacters ? 1 : 0
                records.append(label.record)
            }
            try output.append(labels.flatMap(\.bytes))
        }
        try index?.add(records)
        return records
    }

    /// Returns the pages with the copies of a label, from 1; only those that are printed.
    private func pages(of number: Int) -> ClosedRange<Int> {
        let all = number * design.copies + 1...(number + 1) * design.copies
        return design.pages.map { all.clamped(to: $0) } ?? all
    }

    /// Result for one label.
    private struct Printed {
        let record: LabelRecord
        let bytes: [UInt8]
        let copies: Int
        let isFine: Bool
        let hasUnknownCharacters: Bool
    }

    private func print(
        _ item: LabelItem, on pages: ClosedRange<Int>, with worker: Worker
    ) throws -> Printed {
        let symbol = try encoding.symbol(of: item, nil)
        let label = try worker.renderer.render(
            Label(symbol, lines: item.lines, id: item.text))
        if let reader = worker.reader {
            guard let code = label.image.codes.first else { throw SymbolReaderError.unreadable }
            try reader.verify(code, of: label.image, shows: symbol, holds: item.payload)
        }
        let record = LabelRecord(
            item: item, symbol: SymbolInfo(symbol), page: pages.lowerBound, position: 1,
            millimetres: label.size.side, isVerified: worker.reader != nil)
        return Printed(
            record: record, bytes: ZPL.label(label.image, copies: pages.count),
            copies: pages.count, isFine: label.size.isFine,
            hasUnknownCharacters: label.hasUnknownCharacters)
    }

    package func finish() throws -> (summary: String, warnings: [String]) {
        try output.complete()
        try index?.finish()
        let path = output.path.map { "\($0): " } ?? ""
        return (
            "wrote \(path)\(ShortText.count(copies, "label")) of \(design.layout.name) "
                + "at \(decimal(design.dotsPerInch, unit: "dpi"))",
            labelWarnings(isFine: isFine, unknown: unknown)
        )
    }

    /// Does nothing: the incomplete file is removed with this object.
    package func abandon() {}
}

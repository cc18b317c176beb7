import FleetCore
import FleetLabels
package import FleetTeam
package import Foundation
package import Printing
import QRCode

/// Collector of labels for a print job: they are checked as for a file, and kept in memory.
package final class PrintJobWriter: LabelWriter {
    /// The labels so far.
    package private(set) var labels: [PrintJob.Label] = []
    private let design: PrintDesign
    private let fitter: LabelFitter
    private let workers: WorkerPool<SymbolReader?>

    /// - Throws: `LabelError`, `SymbolReaderError`; `CommandError` (64) for sheets in ZPL.
    package init(_ design: PrintDesign, jobs: Int) throws {
        if design.language == .zpl, !design.labels.layout.isRoll {
            throw CommandError.usage(
                "ZPL is for rolls, and \(design.labels.layout.name) is a sheet",
                hint: "use the --label that is in the printer, as in `--label 62x29`")
        }
        self.design = design
        fitter = try LabelFitter(design.labels)
        let encoding = design.encoding
        workers = try WorkerPool(jobs) { try encoding.reader() }
    }

    package func check(_ item: LabelItem) throws {
        try design.encoding.check(item) { version in
            _ = try fitter.printSize(version: version, lines: [])
        }
    }

    package func begin(_ count: Int) throws {
        let plan = SheetPlan(design.labels, labels: count)
        _ = try plan.printed(design.labels, of: count)
        labels.reserveCapacity(count)
    }

    /// Checks symbols and text as they are drawn, so that no later batch fails.
    package func print(_ items: [LabelItem]) throws -> [LabelRecord] {
        let encoding = design.encoding
        try workers.map(items) { reader, item in
            (item, try encoding.symbol(of: item, reader).version)
        } then: { checked in
            for (item, version) in checked {
                try CommandError.naming(item) {
                    _ = try fitter.printSize(version: version, lines: item.lines)
                }
                labels.append(
                    PrintJob.Label(id: item.id, payload: item.payload, lines: item.lines))
            }
        }
        return []
    }

    package func finish() -> (summary: String, warnings: [String]) {
        let count = ShortText.count(labels.count, "label")
        return ("checked \(count) of \(design.labels.layout.name)", [])
    }

    package func abandon() {}

    /// Returns the labels as one document without a job.
    package func document(title: String) throws -> PrintDocument {
        let pages = SheetPlan(design.labels, labels: labels.count).pages
        let batch = PrintBatch(pages: 1...max(1, pages), labels: labels.indices)
        return try design.language.document(
            labels, batch, of: labels.count, design, title: title, jobs: 1)
    }

    /// Returns the content of the job of these labels.
    package func content(
        of source: UUID?, on printer: String, title: String
    ) throws -> PrintJob.Content {
        PrintJob.Content(
            source: source, printer: printer, design: try design.json, title: title,
            batchSize: design.language.batchSize(of: design.labels))
    }
}

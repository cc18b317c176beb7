import FleetCore
import FleetLabels
package import FleetSettings
import FleetTeam
import Printing
import QRCode

/// How labels become documents for a printer.
package enum PrinterLanguage: String, Sendable {
    /// Sheets, or the labels of a roll as pages.
    case pdf
    /// The labels of a roll as graphics.
    case zpl

    /// Maximum number of sheets in a document, and of labels of a roll.
    private static let (maxSheets, maxLabels) = (10, 50)

    package init(_ language: Printer.Language) {
        switch language {
        case .pdf: self = .pdf
        case .zpl: self = .zpl
        }
    }

    var format: PrintDocument.Format {
        switch self {
        case .pdf: .pdf
        case .zpl: .zpl
        }
    }

    /// Returns the number of pages of a document.
    func batchSize(of design: LabelDesign) -> Int {
        guard design.layout.isRoll else { return Self.maxSheets }
        // The copies of a PDF file are pages of their own.
        return self == .zpl ? max(1, Self.maxLabels / design.copies) : Self.maxLabels
    }

    /// Returns the document of some labels of a job.
    /// - Parameters:
    ///   - batch: The pages, and the labels on them, which are `labels`.
    ///   - count: The number of all labels of the job.
    func document(
        _ labels: [PrintJob.Label], _ batch: PrintBatch, of count: Int, _ design: PrintDesign,
        title: String, jobs: Int
    ) throws -> PrintDocument {
        let page = design.labels.layout.page
        var bytes: [UInt8] = []
        let output = PartialOutput(write: { bytes += $0 })
        var part = design.labels
        let writer: any LabelWriter
        switch self {
        case .pdf:
            part.pages = batch.pages
            let sheets = try LabelSheetWriter(
                design: part, encoding: design.encoding, jobs: jobs, title: title, index: nil,
                to: output)
            try sheets.begin(count)
            sheets.skip(batch.labels.lowerBound)
            writer = sheets
        case .zpl:
            part.pages = nil
            writer = try LabelZPLWriter(
                design: part, encoding: design.encoding, jobs: jobs, index: nil, to: output)
            try writer.begin(labels.count)
        }
        _ = try writer.print(
            labels.map { LabelItem(id: $0.id, payload: $0.payload, lines: $0.lines) })
        _ = try writer.finish()
        return PrintDocument(
            title: title, bytes: bytes, format: format, medium: (page.width, page.height))
    }
}

/// Pages of a job that are one document, and the labels on them.
struct PrintBatch: Equatable, Sendable {
    /// The pages, from 1.
    let pages: ClosedRange<Int>
    /// The labels with a copy on these pages, counted from 0.
    let labels: Range<Int>

    /// Returns the batches of a job, without those that print nothing.
    static func all(of job: PrintJob, _ design: PrintDesign) -> [PrintBatch] {
        let language = design.language
        var design = design.labels
        // The printer makes the copies itself.
        if language == .zpl { design.copies = 1 }
        let plan = SheetPlan(design, labels: job.count)
        let pages = (design.pages ?? 1...max(1, plan.pages)).clamped(to: 1...max(1, plan.pages))
        return stride(
            from: pages.lowerBound, through: pages.upperBound, by: max(1, job.content.batchSize)
        ).compactMap { first in
            let last = min(pages.upperBound, first + max(1, job.content.batchSize) - 1)
            design.pages = first...last
            let part = SheetPlan(design, labels: job.count)
            let labels = plan.labels(on: first...last)
            guard labels.contains(where: { part.prints(label: $0) }) else { return nil }
            return PrintBatch(pages: first...last, labels: labels)
        }
    }
}

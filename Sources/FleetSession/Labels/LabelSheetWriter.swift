import FleetCore
package import FleetLabels
import QRCode

/// Writer of labels to the pages of one PDF file.
package final class LabelSheetWriter: LabelWriter {
    private let path: String
    private let encoding: EncodingOptions
    private let text: LabelText
    private let fitter: LabelFitter
    private let workers: WorkerPool<SymbolReader?>
    private let file: OutputFile
    private let writer: SheetWriter
    private let design: LabelDesign
    /// Versions of symbols that are known to fit.
    private var fittingVersions: Set<Int> = []
    private var isFine = false

    package init(
        _ path: String, design: LabelDesign, text: LabelText, encoding: EncodingOptions, jobs: Int,
        title: String
    ) throws {
        (self.path, self.encoding, self.text, self.design) = (path, encoding, text, design)
        fitter = try LabelFitter(design)
        workers = try WorkerPool(jobs) { try encoding.reader() }
        let file = try OutputFile(path)
        self.file = file
        writer = try SheetWriter(design, title: title) { try file.append($0) }
    }

    /// Checks the symbol only; text that does not fit fails later, while the file is still invisible.
    package func check(_ item: LabelItem) throws {
        try encoding.check(item) { version in
            guard !fittingVersions.contains(version) else { return }
            let lines = text.lines(of: item).map { _ in "" }
            _ = try fitter.printSize(version: version, lines: lines)
            fittingVersions.insert(version)
        }
    }

    /// Draws labels while other threads encode the next symbols.
    package func print(_ items: [LabelItem]) throws -> [LabelRecord] {
        var records: [LabelRecord] = []
        records.reserveCapacity(items.count)
        try workers.map(items) { [encoding, text] reader, item in
            (item, Label(try encoding.symbol(of: item, reader), lines: text.lines(of: item)))
        } then: { labels in
            for (item, label) in labels { records.append(try draw(label, of: item)) }
        }
        return records
    }

    private func draw(_ label: Label, of item: LabelItem) throws -> LabelRecord {
        let size = try CommandError.naming(item) { try writer.add(label) }
        isFine = isFine || size.isFine
        return LabelRecord(
            item: item, symbol: SymbolInfo(label.symbol), file: nil, millimetres: size.side,
            isVerified: encoding.verifies)
    }

    package func finish() throws -> (summary: String, warnings: [String]) {
        let summary = try writer.finish()
        try file.complete()
        var warnings = isFine ? [fineModulesWarning] : []
        if summary.labelsWithUnknownCharacters > 0 {
            let count = summary.labelsWithUnknownCharacters
            warnings.append(
                "\(count == 1 ? "1 label has" : "\(count) labels have") characters that no "
                    + "installed font supports")
        }
        let (labels, pages) = (summary.labels, summary.pages)
        return (
            "wrote \(path): \(ShortText.count(labels, "label")) "
                + "on \(ShortText.count(pages, "page")) of \(design.layout.name)", warnings
        )
    }

    /// Does nothing: the incomplete file is removed with this object.
    package func abandon() {}
}

/// The text under the symbols.
package struct LabelText {
    /// Lines besides the caption.
    package enum Choice: String, CaseIterable, Sendable {
        case id
        case name
        case both
        case none
    }

    let choice: Choice
    /// The text of `name`.
    let name: String
    let caption: String?

    package init(choice: Choice, name: String, caption: String?) {
        self.choice = choice
        self.name = name
        self.caption = caption
    }

    /// Returns the lines under a symbol, from top to bottom.
    func lines(of item: LabelItem) -> [String] {
        let lines: [String] =
            switch choice {
            case .id: [item.text]
            case .name: [name]
            case .both: [item.text, name]
            case .none: []
            }
        return lines + (caption.map { [$0] } ?? [])
    }
}

import FleetLabels
import QRCode

/// Prints labels to the pages of one PDF file.
final class SheetPress: LabelPress {
    private let path: String
    private let plan: SymbolPlan
    private let text: LabelText
    private let fitter: LabelFitting
    private let workers: Workers<SymbolReader?>
    private let file: FileInMaking
    private let writer: SheetWriter
    private let design: LabelDesign
    /// The versions of symbols that are known to fit.
    private var fittingVersions: Set<Int> = []
    private var isFine = false

    init(
        _ path: String, _ design: LabelDesign, _ text: LabelText, _ plan: SymbolPlan, jobs: Int,
        title: String
    ) throws {
        (self.path, self.plan, self.text, self.design) = (path, plan, text, design)
        fitter = try LabelFitting(design)
        workers = try Workers(jobs) { try plan.reader() }
        let file = try FileInMaking.at(path)
        self.file = file
        writer = try SheetWriter(design, title: title) { try file.append($0) }
    }

    /// Whether the lines fit is seen when they are set: the file has no name until all are.
    func check(_ item: LabelItem) throws {
        try plan.check(item) { version in
            guard !fittingVersions.contains(version) else { return }
            let lines = text.lines(of: item).map { _ in "" }
            _ = try fitter.printSize(version: version, lines: lines)
            fittingVersions.insert(version)
        }
    }

    /// Draws labels while the symbols of the next ones are made.
    func print(_ items: [LabelItem]) throws -> [LabelRecord] {
        var records: [LabelRecord] = []
        records.reserveCapacity(items.count)
        try workers.map(items) { [plan, text] reader, item in
            (item, Label(try plan.symbol(of: item, reader), lines: text.lines(of: item)))
        } then: { made in
            for (item, label) in made { records.append(try draw(label, of: item)) }
        }
        return records
    }

    private func draw(_ label: Label, of item: LabelItem) throws -> LabelRecord {
        let size = try Problem.naming(item) { try writer.add(label) }
        isFine = isFine || size.isFine
        return LabelRecord(
            item: item, symbol: SymbolFacts(label.symbol), file: nil, millimetres: size.side,
            isVerified: plan.verifies)
    }

    func finish() throws -> (summary: String, warnings: [String]) {
        let summary = try writer.finish()
        try file.complete()
        var warnings = isFine ? [fineModulesWarning] : []
        if summary.labelsWithUnknownCharacters > 0 {
            warnings.append(
                "\(summary.labelsWithUnknownCharacters) labels have characters that no font here has"
            )
        }
        let (labels, pages) = (summary.labels, summary.pages)
        return (
            "wrote \(path): \(labels) label\(labels == 1 ? "" : "s") "
                + "on \(pages) page\(pages == 1 ? "" : "s") of \(design.layout.name)", warnings
        )
    }

    /// The file in the making is removed with this object.
    func abandon() {}
}

/// What is written under the symbols.
struct LabelText {
    /// The lines that every label has, and those of its own.
    enum Choice: String, CaseIterable, Sendable {
        case id
        case name
        case both
        case none
    }

    let choice: Choice
    /// What `name` prints.
    let name: String
    let caption: String?

    /// The lines under a symbol, from top to bottom.
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

import FleetCore
import FleetLabels

/// Check of the labels of a design before any of them is printed.
struct LabelFit {
    private let encoding: EncodingOptions
    private let fitter: LabelFitter
    /// Versions of symbols that are known to fit beside a number of lines.
    private var fitting: Set<[Int]> = []

    /// - Throws: `LabelError` if the design itself cannot be printed.
    init(_ design: LabelDesign, _ encoding: EncodingOptions) throws {
        self.encoding = encoding
        fitter = try LabelFitter(design)
    }

    /// Checks the symbol only; text that does not fit fails later, while the file is still
    /// invisible.
    mutating func check(_ item: LabelItem) throws {
        try encoding.check(item) { version in
            guard !fitting.contains([version, item.lines.count]) else { return }
            _ = try fitter.printSize(version: version, lines: item.lines.map { _ in "" })
            fitting.insert([version, item.lines.count])
        }
    }
}

extension SheetPlan {
    /// Returns the labels, counted from 0, on the pages of a design.
    /// - Throws: `CommandError` (64) if there is no such page.
    func printed(_ design: LabelDesign, of count: Int) throws -> Range<Int> {
        if let selected = design.pages, selected.upperBound > pages {
            throw CommandError.usage(
                "there is no page \(selected.upperBound): the labels are on "
                    + ShortText.count(pages, "page"),
                hint: "use --pages 1-\(pages), or leave it out")
        }
        let printed = design.pages.map { labels(on: $0) } ?? 0..<count
        guard printed.contains(where: { prints(label: $0) }) else {
            throw CommandError.usage(
                "there is no label at --positions of --pages",
                hint: "use other --positions, or leave it out")
        }
        return printed
    }
}

/// Returns the warnings about the labels of a run.
/// - Parameter unknown: Number of labels with characters that no font has.
func labelWarnings(isFine: Bool, unknown: Int) -> [String] {
    var warnings = isFine ? [fineModulesWarning] : []
    if unknown > 0 {
        warnings.append(
            "\(unknown == 1 ? "1 label has" : "\(unknown) labels have") characters that no "
                + "installed font supports")
    }
    return warnings
}

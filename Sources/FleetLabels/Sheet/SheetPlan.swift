/// Positions of all labels of a run on its pages.
///
/// The copies of all labels are counted from 0. They fill the free positions of the first page,
/// then those of each other page.
public struct SheetPlan: Sendable, Equatable {
    /// A position on a page.
    struct Slot: Equatable {
        /// Number of the page, from 1.
        let page: Int
        /// Index of the position, from 0.
        let index: Int
    }

    /// Indexes of the free positions of the first page, ascending.
    private let first: [Int]
    /// Those of each other page; never empty.
    private let others: [Int]
    private let copies: Int
    /// Number of labels, without copies.
    private let labels: Int
    private let printedPages: ClosedRange<Int>?
    /// Indexes of the positions that are printed on the pages; `nil` for all.
    private let printedPositions: Set<Int>?

    /// Creates the plan of a number of labels, each with its copies.
    public init(_ design: LabelDesign, labels: Int) {
        let all = Array(0..<design.layout.labelsPerPage)
        let chosen = design.positions.map { Set($0.map { $0 - 1 }) }
        let filled = chosen.map { all.filter($0.contains) } ?? all
        others = filled.isEmpty ? all : filled
        first = others.filter { $0 >= design.start - 1 && !design.used.contains($0 + 1) }
        copies = design.copies
        self.labels = labels
        printedPages = design.pages
        printedPositions = design.printedPositions.map { Set($0.map { $0 - 1 }) }
    }

    /// Whether the first page has a free position.
    var hasFreePosition: Bool { !first.isEmpty }

    /// Number of pages.
    public var pages: Int {
        let further = max(0, labels * copies - first.count)
        return 1 + (further + others.count - 1) / others.count
    }

    /// Returns the labels, counted from 0, with a copy on one of the pages.
    public func labels(on pages: ClosedRange<Int>) -> Range<Int> {
        let start = copies(before: min(pages.lowerBound, self.pages + 1))
        let end = copies(before: min(pages.upperBound, self.pages) + 1)
        let lower = min(start / copies, labels)
        return lower..<min(max(lower, (end + copies - 1) / copies), labels)
    }

    /// Returns whether a copy of a label, counted from 0, is printed.
    public func prints(label: Int) -> Bool {
        if let printedPages, !labels(on: printedPages).contains(label) { return false }
        guard printedPositions != nil else { return true }
        return (label * copies..<(label + 1) * copies).contains { isPrinted(slot(ofCopy: $0)) }
    }

    /// The first page with a label that is printed; `nil` if there is none.
    public var firstPrintedPage: Int? {
        (0..<labels * copies).lazy.map(slot(ofCopy:)).first(where: isPrinted)?.page
    }

    /// Returns the slot of a copy.
    func slot(ofCopy copy: Int) -> Slot {
        guard copy >= first.count else { return Slot(page: 1, index: first[copy]) }
        let (page, index) = (copy - first.count).quotientAndRemainder(dividingBy: others.count)
        return Slot(page: page + 2, index: others[index])
    }

    /// Returns whether the label of a slot is printed.
    func isPrinted(_ slot: Slot) -> Bool {
        printedPages?.contains(slot.page) ?? true && printedPositions?.contains(slot.index) ?? true
    }

    private func copies(before page: Int) -> Int {
        page <= 1 ? 0 : first.count + (page - 2) * others.count
    }
}

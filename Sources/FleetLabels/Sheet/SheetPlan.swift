/// Positions of all labels of a run on its pages.
///
/// A page has slots, one for each label; they are counted from 0 across all pages.
public struct SheetPlan: Sendable, Equatable {
    private let slotsPerPage: Int
    private let start: Int
    private let copies: Int
    /// Number of labels, without copies.
    private let labels: Int

    /// Creates the plan of a number of labels, each with its copies.
    public init(_ design: LabelDesign, labels: Int) {
        slotsPerPage = design.layout.labelsPerPage
        start = design.start - 1
        copies = design.copies
        self.labels = labels
    }

    /// Number of pages.
    public var pages: Int { (start + labels * copies + slotsPerPage - 1) / slotsPerPage }

    /// Returns the labels, counted from 0, with a copy on one of the pages.
    public func labels(on pages: ClosedRange<Int>) -> Range<Int> {
        let first = (pages.lowerBound - 1) * slotsPerPage - start
        let end = pages.upperBound * slotsPerPage - start
        let lower = min(max(0, first / copies), labels)
        return lower..<min(max(lower, (end + copies - 1) / copies), labels)
    }
}

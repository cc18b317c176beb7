/// Output of a run with pictures of its first sheet.
package final class PreviewedLabels: LabelWriter {
    private let previews: [LabelSheetWriter]
    private let writer: any LabelWriter

    /// - Parameter writer: The output whose records and warnings are those of the run.
    package init(_ previews: [LabelSheetWriter], _ writer: any LabelWriter) {
        (self.previews, self.writer) = (previews, writer)
    }

    package func check(_ item: LabelItem) throws {
        for preview in previews { try preview.check(item) }
        try writer.check(item)
    }

    package func begin(_ count: Int) throws {
        for preview in previews { try preview.begin(count) }
        try writer.begin(count)
    }

    package func print(_ items: [LabelItem]) throws -> [LabelRecord] {
        for preview in previews { _ = try preview.print(items) }
        return try writer.print(items)
    }

    package func finish() throws -> (summary: String, warnings: [String]) {
        let summaries = try previews.map { try $0.finish().summary }
        let (summary, warnings) = try writer.finish()
        return ((summaries + [summary]).joined(separator: "; "), warnings)
    }

    package func abandon() {
        previews.forEach { $0.abandon() }
        writer.abandon()
    }
}

import FleetCore
package import FleetRuntime
package import FleetTeam

/// A run of labels: first all are checked, then all are printed in batches, so that memory stays
/// bounded.
package struct LabelRun {
    private static let batchSize = 4096
    /// Number of labels between two checks for cancellation.
    private static let checkInterval = 64

    let labels: LabelSequence
    let writer: any LabelWriter
    let report: LabelReport?
    /// Whether the user is told that cameras open only links.
    private let notesCameras: Bool
    /// Whether the labels that are part of the output are returned, for ``LabelStore``.
    package var returnsPrints = false
    private let output: Output
    private let progress: Progress

    package init(
        labels: LabelSequence, writer: any LabelWriter, report: LabelReport?,
        notesCameras: Bool = true, context: CommandContext
    ) {
        self.labels = labels
        self.writer = writer
        self.report = report
        self.notesCameras = notesCameras
        (output, progress) = (context.output, context.progress)
    }

    /// Prints all labels and a summary.
    /// - Returns: The printed labels, if they are asked for.
    /// - Throws: `CommandError`, `CancellationError`.
    @discardableResult
    package func run() throws -> [LabelPrintTable.Label] {
        let (count, duplicates, areLinks) = try check()
        guard count > 0 else {
            throw CommandError(
                .noInput, "no labels to print",
                hint: "run `fleet list` with the same filter and --source to see the vehicles")
        }
        if let warning = duplicates.warning { output.warn(warning) }
        if notesCameras, !areLinks {
            output.log(
                "a phone's camera does not open these QR codes, because they hold no links; use "
                    + "--content page or --template for links")
        }
        do {
            try writer.begin(count)
            let printed = try print(count)
            let (summary, warnings) = try writer.finish()
            try report?.finish()
            warnings.forEach(output.warn)
            output.log(summary)
            return printed
        } catch {
            writer.abandon()
            throw CommandError(labelError: error) ?? error
        }
    }

    private func check() throws -> (count: Int, Duplicates, areLinks: Bool) {
        var (count, duplicates, areLinks) = (0, Duplicates(), true)
        try labels.forEach { item in
            if count % Self.checkInterval == 0 { try Task.checkCancellation() }
            try writer.check(item)
            duplicates.insert(item)
            areLinks = areLinks && item.isLink
            count += 1
        }
        return (count, duplicates, areLinks)
    }

    private func print(_ count: Int) throws -> [LabelPrintTable.Label] {
        var (batch, done, printed) = ([LabelItem](), 0, [LabelPrintTable.Label]())
        progress.printed(labels: 0, of: count)
        defer { progress.finish() }
        func flush() throws {
            try Task.checkCancellation()
            let records = try writer.print(batch)
            try report?.add(records)
            if returnsPrints {
                printed += records.map {
                    LabelPrintTable.Label(id: $0.item.id, payload: $0.item.payload)
                }
            }
            done += batch.count
            batch.removeAll(keepingCapacity: true)
            progress.printed(labels: done, of: count)
        }
        try labels.forEach { item in
            batch.append(item)
            if batch.count == Self.batchSize { try flush() }
        }
        if !batch.isEmpty { try flush() }
        return printed
    }
}

/// Labels with the same payload as an earlier one; stores eight bytes for each label.
private struct Duplicates {
    private var seen: Set<UInt64> = []
    private var count = 0
    private var first: [String] = []

    mutating func insert(_ item: LabelItem) {
        var hash = StableHash()
        item.payload.withUnsafeBytes { hash.combine($0) }
        guard !seen.insert(hash.value).inserted else { return }
        count += 1
        if first.count < 3 { first.append(item.name) }
    }

    /// A warning about the duplicates, if any.
    var warning: String? {
        guard count > 0 else { return nil }
        let more = count > first.count ? ", …" : ""
        return "\(count) label\(count == 1 ? " repeats" : "s repeat") an earlier one: "
            + first.joined(separator: ", ") + more
    }
}

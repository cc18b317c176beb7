import FleetCore

/// A run of labels: all are checked, then printed some at a time, so that memory stays bounded.
struct LabelRun {
    /// Labels that are worked on at a time.
    private static let batch = 4096

    let supply: LabelSupply
    let press: any LabelPress
    let report: LabelReport?
    let output: Output

    /// Prints all labels, and says what was made.
    /// - Throws: `Problem`, `CancellationError`.
    func run() throws {
        let (count, repeats) = try check()
        guard count > 0 else {
            throw Problem(
                .noInput, "there are no labels to print",
                hint: "`fleet list` with the same filter shows the vehicles there are")
        }
        if let repeats = repeats.words { output.warn(repeats) }
        do {
            try print(count)
            let (summary, warnings) = try press.finish()
            try report?.finish()
            warnings.forEach(output.warn)
            output.say(summary)
        } catch {
            press.abandon()
            throw error
        }
    }

    private func check() throws -> (count: Int, Repeats) {
        var (count, repeats) = (0, Repeats())
        try supply.forEach { item in
            if count % Self.batch == 0 { try Task.checkCancellation() }
            try press.check(item)
            repeats.note(item)
            count += 1
        }
        return (count, repeats)
    }

    private func print(_ count: Int) throws {
        var (batch, done, progress) = ([LabelItem](), 0, LabelProgress(count, output))
        defer { progress.finish() }
        func flush() throws {
            try Task.checkCancellation()
            let records = try press.print(batch)
            try report?.add(records)
            done += batch.count
            batch.removeAll(keepingCapacity: true)
            progress.show(done)
        }
        try supply.forEach { item in
            batch.append(item)
            if batch.count == Self.batch { try flush() }
        }
        if !batch.isEmpty { try flush() }
    }
}

/// Codes that come more than once in a run; of each code eight bytes are kept.
private struct Repeats {
    private var seen: Set<UInt64> = []
    private var count = 0
    private var first: [String] = []

    mutating func note(_ item: LabelItem) {
        var hash = StableHash()
        item.payload.withUnsafeBytes { hash.combine($0) }
        guard !seen.insert(hash.value).inserted else { return }
        count += 1
        if first.count < 3 { first.append(item.name) }
    }

    /// What a person should know of them.
    var words: String? {
        guard count > 0 else { return nil }
        let more = count > first.count ? ", …" : ""
        return "\(count) label\(count == 1 ? " repeats" : "s repeat") an earlier one: "
            + first.joined(separator: ", ") + more
    }
}

import FleetCore
package import FleetRuntime

/// Writer of a JSON report about the labels of a run: `{"labels":[…],"count":n}`, one label per
/// line.
package final class LabelReport {
    private let output: PartialOutput
    private var count = 0

    /// Returns whether a path stands for standard output: `-`, or just `json`.
    package static func isStandardOutput(_ path: String) -> Bool {
        ["-", "json"].contains(path)
    }

    /// Opens a report, to a file that becomes visible when it is complete, or to standard output.
    /// - Throws: `CommandError` (73).
    package init(to path: String, _ output: Output) throws {
        self.output = try PartialOutput(Self.isStandardOutput(path) ? "-" : path, output)
    }

    /// Appends labels.
    func add(_ records: [LabelRecord]) throws {
        var bytes: [UInt8] = []
        for record in records {
            bytes += Array((count == 0 ? "{\"labels\":[\n" : ",\n").utf8)
            bytes += record.json.text.bytes
            count += 1
        }
        try output.append(bytes)
    }

    /// Completes the report.
    func finish() throws {
        let start = count == 0 ? "{\"labels\":[" : ""
        try output.append(Array("\(start)\n],\"count\":\(count)}\n".utf8))
        try output.complete()
    }
}

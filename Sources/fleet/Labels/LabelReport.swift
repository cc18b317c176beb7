import FleetCore

/// Tells every label of a run as JSON: `{"labels":[…],"count":n}`, one label a line.
final class LabelReport {
    private let write: ([UInt8]) throws -> Void
    private let complete: () throws -> Void
    private var count = 0

    /// Whether a report's place is the standard output: `-`, or just `json`.
    static func isStandardOutput(_ place: String) -> Bool {
        ["-", "json"].contains(place)
    }

    /// Begins a report at a place: a file, which is there only when it is whole, or the output.
    /// - Throws: `Problem` (73).
    init(to place: String, _ output: Output) throws {
        guard !Self.isStandardOutput(place) else {
            write = { try output.write($0) }
            complete = {}
            return
        }
        let file = try FileInMaking.at(place)
        write = { try file.append($0) }
        complete = { try file.complete() }
    }

    /// Adds labels.
    func add(_ records: [LabelRecord]) throws {
        var bytes: [UInt8] = []
        for record in records {
            bytes += Array((count == 0 ? "{\"labels\":[\n" : ",\n").utf8)
            bytes += record.json.text.bytes
            count += 1
        }
        try write(bytes)
    }

    /// Ends the report.
    func finish() throws {
        let head = count == 0 ? "{\"labels\":[" : ""
        try write(Array("\(head)\n],\"count\":\(count)}\n".utf8))
        try complete()
    }
}

import FleetCore

/// Storage format of counts by type, one per line: the number, then the percent-encoded type IDs,
/// separated by spaces.
enum TypedCountLines {
    /// Returns the lines; empty without any.
    static func text(of counts: [TypedCount]) -> String {
        counts.map { typed in
            ([String(typed.count)] + typed.typeIDs.map { PercentEncoding.encoded($0) })
                .joined(separator: " ")
        }.joined(separator: "\n")
    }

    /// Parses the lines; one without a number is skipped.
    static func counts(in text: String) -> [TypedCount] {
        text.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ")
            guard let first = fields.first, let count = Int(first) else { return nil }
            return TypedCount(fields.dropFirst().map { PercentEncoding.decoded($0) }, count: count)
        }
    }
}

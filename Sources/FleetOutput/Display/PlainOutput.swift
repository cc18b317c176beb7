package import FleetCore
package import FleetRuntime

extension TableStyle {
    /// Style of plain output, which has neither colors nor columns.
    package static func plain(at now: Timestamp) -> TableStyle {
        TableStyle(width: nil, isColored: false, now: now, localTime: LocalTime.text)
    }
}

extension Output {
    /// Writes lines without control sequences, on a terminal broken between words.
    package func writeWrapped(_ lines: [String]) throws {
        let width = columns
        for line in lines {
            let rows = width.map { DisplayWidth.wrapped(line, to: $0) } ?? [line]
            try write(rows.map { $0 + "\n" }.joined())
        }
    }
}

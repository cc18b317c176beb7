package import FleetCore
package import FleetRuntime

extension CommandContext {
    /// Style of plain output, which has neither colors nor columns.
    package var plainStyle: TableStyle {
        TableStyle(width: nil, isColored: false, now: shownNow(), localTime: LocalTime.text)
    }

    /// Prints lines without control sequences, on a terminal broken between words.
    package func printPlain(_ lines: [String]) throws {
        let width = output.columns
        for line in lines {
            let rows = width.map { DisplayWidth.wrapped(line, to: $0) } ?? [line]
            try output.write(rows.map { $0 + "\n" }.joined())
        }
    }
}

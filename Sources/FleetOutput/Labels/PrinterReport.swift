package import FleetCore
package import FleetRuntime
import FleetSettings
package import FleetTeam
import Printing

/// Printers as a list.
package struct PrinterReport {
    private let printers: [NamedPrinter]
    /// Names of queues of CUPS that are not among the printers.
    private let queues: [String]

    package init(_ printers: [NamedPrinter], queues: [String] = []) {
        (self.printers, self.queues) = (printers, queues)
    }

    private struct Row {
        let name: String
        let address: String
        /// `nil` for a queue that was not added.
        var printer: Printer?
    }

    private static var columns: [RecordList.Column<Row>] {
        [
            .init("name") { .text($0.name) },
            .init("address") { .text($0.address) },
            .init("added") { .flag($0.printer != nil) },
            .init("language") { FieldValue($0.printer?.language.rawValue) },
            .init("dpi") { FieldValue($0.printer?.dotsPerInch) },
            .init("layout") { FieldValue($0.printer?.layout) },
            .init("label") { FieldValue($0.printer?.label) },
            .init("shift") { FieldValue($0.printer?.shift) },
            .init("adjust") { FieldValue($0.printer?.adjust) },
        ]
    }

    /// Names of all fields.
    package static var fieldNames: [String] { columns.map(\.name) }

    package var list: RecordList {
        let rows =
            printers.map {
                Row(name: $0.name, address: $0.printer.address.text, printer: $0.printer)
            }
            + queues.map { Row(name: $0, address: PrinterAddress.cups(queue: $0).text) }
        return RecordList(
            "printers", columns: Self.columns, rows: rows,
            table: [
                .init("NAME") { TerminalText.escaped($0.name) },
                .init("ADDRESS") { TerminalText.escaped($0.address) },
                .init("LANGUAGE") { $0.printer?.language.rawValue ?? "not added" },
                .init("DPI") { $0.printer?.dotsPerInch.map { decimal($0) } ?? "" },
                .init("LABELS") {
                    TerminalText.escaped($0.printer?.layout ?? $0.printer?.label ?? "")
                },
                .init("CORRECTION") {
                    TerminalText.escaped(
                        [$0.printer?.shift, $0.printer?.adjust].compactMap(\.self)
                            .joined(separator: " "))
                },
            ])
    }
}

extension PrintJob {
    /// The job in a line, such as `job 3: 50 of 200 labels …`.
    package var line: String {
        "job \(id): \(ShortText.count(count, "label")) on \(content.printer), not finished; "
            + "`fleet labels --resume \(id)` goes on"
    }
}

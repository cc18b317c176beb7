package import FleetCore
package import FleetRuntime

/// The display options of a list.
package struct ListDisplay: Sendable {
    package var selection: ListSelection
    let ansi: AnsiChoice
    let usesPager: Bool
    /// Requested form of the cells of CSV; `nil` for that of a terminal, or of programs.
    let cells: CSVCellStyle?

    package init(
        selection: ListSelection, ansi: AnsiChoice, usesPager: Bool, cells: CSVCellStyle? = nil
    ) {
        self.selection = selection
        self.ansi = ansi
        self.usesPager = usesPager
        self.cells = cells
    }
}

extension CommandContext {
    /// Prints a list: the only function that does so once.
    ///
    /// - Parameters:
    ///   - header: Header of a table; `nil` in the other formats. It is part of the output if a
    ///     person reads that: on a terminal, or in a pipe from it with `--ansi always`. Otherwise
    ///     it goes to standard error.
    ///   - encode: Writes the list.
    /// - Throws: `CommandError` (64) if the list lacks a selected field.
    package func printList<Value>(
        _ display: ListDisplay, header: ((TableStyle) -> String)?,
        _ encode: (TableStyle, ListSelection, inout ByteSink) throws -> Value
    ) throws -> Value {
        if display.usesPager { pageOutput() }
        let style = tableStyle(display.ansi)
        if let header = header?(style) {
            let isRead = output.isTerminal || (display.ansi == .always && style.width != nil)
            if isRead, display.selection.hasTitles {
                try output.write(header)
            } else {
                output.writeMessage(header)
            }
        }
        var sink = ByteSink { try output.write($0) }
        var selection = display.selection
        selection.cells = display.cells ?? (output.isTerminal ? .terminal : .exact)
        let value = try Self.reportingUnknownFields { try encode(style, selection, &sink) }
        try output.finish()
        return value
    }

    /// Prints a list of records.
    package func printList(
        _ list: RecordList, as format: RecordFormat, _ display: ListDisplay,
        header: ((TableStyle) -> String)? = nil
    ) throws {
        try Self.reportingUnknownFields { try list.check(display.selection) }
        try printList(display, header: format == .table ? header : nil) { style, selection, sink in
            try list.write(as: format, selection, style: style, to: &sink)
        }
    }

    /// Checks the selected fields of a list before it is read.
    /// - Throws: `CommandError` (64) if the list lacks one.
    package static func reportingUnknownFields<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as UnknownFieldError {
            throw CommandError.usage(
                "no field named '\(NameText.typed(error.name))'",
                hint: "use one or more of "
                    + error.known.map(NameText.typed).joined(separator: ", "))
        }
    }
}

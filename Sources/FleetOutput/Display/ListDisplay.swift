package import FleetCore
package import FleetRuntime

/// The display options of a list.
package struct ListDisplay: Sendable {
    package var selection: ListSelection
    let ansi: AnsiChoice
    let usesPager: Bool
    /// Requested form of the cells of CSV; `nil` for that of a terminal, or of programs.
    let cells: CSVCellStyle?
    /// The file for the list; `nil` for standard output.
    let file: String?
    /// Whether the list is no text.
    let isBinary: Bool

    package init(
        selection: ListSelection, ansi: AnsiChoice, usesPager: Bool, cells: CSVCellStyle? = nil,
        file: String? = nil, isBinary: Bool = false
    ) {
        (self.file, self.isBinary) = (file == "-" ? nil : file, isBinary)
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
    /// - Throws: `CommandError` (64) if the list lacks a selected field, or is no text and standard
    ///   output is a terminal; 65 if it does not fit into a workbook; 73 for the file.
    package func printList<Value>(
        _ display: ListDisplay, header: ((TableStyle) -> String)?,
        _ encode: (TableStyle, ListSelection, inout ByteSink) throws -> Value
    ) throws -> Value {
        guard !display.isBinary || display.file != nil || !output.isTerminal else {
            throw CommandError.usage(
                "a workbook cannot be shown on a terminal", hint: "use `--out FILE.xlsx`")
        }
        let file = try display.file.map { try PartialOutput($0, output) }
        if display.usesPager, file == nil { pageOutput() }
        var style = tableStyle(file == nil ? display.ansi : .never)
        if file != nil { (style.width, style.shortTime) = (nil, nil) }
        if let header = header?(style) {
            let isRead = output.isTerminal || (display.ansi == .always && style.width != nil)
            if isRead, file == nil, display.selection.hasTitles {
                try output.write(header)
            } else {
                output.writeMessage(header)
            }
        }
        var sink = ByteSink { [output] bytes in
            if let file { try file.append(Array(bytes)) } else { try output.write(bytes) }
        }
        var selection = display.selection
        let isShown = output.isTerminal && file == nil
        selection.cells = display.cells ?? (isShown ? .terminal : .exact)
        let value = try Self.reportingUnknownFields { try encode(style, selection, &sink) }
        try file?.complete()
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
        } catch let error as WorkbookError {
            throw CommandError(.data, error.message, hint: error.hint)
        }
    }
}

import ArgumentParser
import FleetCore
import FleetOutput
import FleetRuntime

/// Options for the IDs in a file.
struct IDFileOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Only the IDs in this file: one per line, or a table (CSV, XLSX) with a column of IDs.
            """,
            discussion: """
                The column is found by its heading, such as vehicle_id, bike_id, id or Asset tag; a \
                table with one column needs one of the first three, or --column. Labels are those \
                of the vehicles of --source; without it, of the IDs alone.
                """,
            valueName: "file|-"))
    var ids: String?

    /// The heading of the column of IDs, if the file is a table (``TableOptions``).
    var column: String?
    /// The sheet of the workbook.
    var sheet: String?

    /// The options that are used.
    var used: UsedOptions {
        ["--ids": ids != nil, "--column": column != nil, "--sheet": sheet != nil]
    }

    /// The option that stations do not have; `nil` if it is not used.
    var vehicleOption: String? { ids.map { _ in "--ids" } }

    /// Returns the IDs in the file, which select vehicles of a source; `nil` without the option.
    func vehicleIDs(_ output: Output) throws -> [String]? {
        guard let file = try file(output) else { return nil }
        let ids = file.texts
        guard !ids.isEmpty else {
            throw CommandError(
                .noInput, "the file of --ids has no IDs",
                hint: "write one ID per line, or a table with a column of IDs")
        }
        return ids
    }

    /// Reads the file, and warns of what was skipped and changed; returns `nil` without the option.
    /// - Parameters:
    ///   - otherColumns: Names of other columns whose cells are kept.
    ///   - isTitle: Returns whether the first of some lines is a title.
    func file(
        _ output: Output, hasHeader: Bool = true, order: IDFile.Order = .file,
        otherColumns: [String] = [],
        isTitle: (_ first: String, _ next: [String]) throws -> Bool = { _, _ in false }
    ) throws -> IDFile? {
        guard let ids else { return nil }
        let file = try IDFile(
            ids, column: column, sheet: sheet, hasHeader: hasHeader, order: order,
            otherColumns: otherColumns, isTitle: isTitle)
        if let column = file.foundColumn {
            output.log("using the column \(TerminalText.limited(column)) of --ids")
        }
        for notice in file.notices { output.warn("--ids: " + notice) }
        return file
    }
}

/// Options for the IDs in a file, and their order.
struct IDListOptions: ParsableArguments {
    @OptionGroup var file: IDFileOptions

    @Option(help: "Order of the IDs. (default: of labels file, of lists id or --sort)")
    var order: IDFile.Order?

    func validate() throws {
        try (["--order": order != nil] as UsedOptions).require("--ids", ids != nil)
    }

    /// The path of the file.
    var ids: String? { file.ids }

    /// The options that are used.
    var used: UsedOptions { file.used + ["--order": order != nil] }

    /// Checks the options beside others that select or order vehicles of a source.
    func validate(beside vehicles: [String], _ selection: SelectionOptions) throws {
        try (["a vehicle ID": !vehicles.isEmpty] as UsedOptions)
            .refuse(with: ids == nil ? nil : "--ids")
        let orders: UsedOptions = [
            "--sort": selection.sort != nil, "--reverse": selection.reverse,
        ]
        try orders.refuse(with: order.map { "--order \($0.rawValue)" })
    }
}

extension IDFile.Order: ExpressibleByArgument {}

/// Option for the IDs in a file that the source does not have.
struct UnknownIDOption: ParsableArguments {
    /// What is done about such IDs.
    enum Choice: String, CaseIterable, ExpressibleByArgument {
        case error
        /// Their labels have what the file knows.
        case print
    }

    @Option(help: "IDs that the source of --ids does not have: an error, or labels all the same.")
    var unknown: Choice?

    /// The options that are used.
    var used: UsedOptions { ["--unknown": unknown != nil] }

    /// Whether such IDs have labels.
    var isPrinted: Bool { unknown == .print }
}

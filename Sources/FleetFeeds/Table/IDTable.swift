import FleetCore
import Spreadsheets

/// A table that is read for its IDs only.
struct IDTable {
    /// Heading of the column with the IDs; `nil` in a sheet without headings.
    let heading: String?
    /// Column with the IDs.
    let column: TableColumns.Field
    /// The headings and their columns; none in a sheet without headings.
    let headings: [(name: String, column: Int)]
    /// Whether an ID alone is a usual row.
    let isList: Bool
    /// Warnings about text that was decoded by a guess.
    let warnings: [String]

    private let file: TableFile
    private let sheet: Int
    /// Number of the row with the headings; 0 without one.
    private let headerRow: Int

    /// Names of columns that are IDs beside any others, in upper or lower case.
    ///
    /// The first that a table has is used. A text of one column has a header only with these names.
    private static let certainNames = ["vehicle_id", "bike_id", "id"]

    /// Finds the IDs of a file; returns `nil` for a text with one ID a line.
    ///
    /// - Throws: ``IDListError``.
    init?(_ bytes: [UInt8], _ options: IDList.Options) throws {
        do {
            guard let file = try Self.file(bytes, options) else { return nil }
            let found =
                file.kind == .workbook
                ? try Self.find(inWorkbook: file, options) : try Self.find(inText: file, options)
            guard let found else { return nil }
            self = found
        } catch let error as TableError {
            throw IDListError.table(.unreadableTable(error.message, hint: error.hint))
        } catch let problem as TableProblem {
            guard case .table(let failure) = problem.reason else { throw problem }
            throw IDListError.table(failure)
        }
    }

    /// Creates a table with a header.
    private init(
        _ file: TableFile, sheet: Int, _ header: TableHeader, _ settings: TableSettings
    ) throws(TableProblem) {
        let columns = try TableColumns(header, settings, recognized: [.id])
        column = columns.id
        heading = columns.id.heading
        headings = header.headings.enumerated().compactMap { column, heading in
            heading.map { ($0.name, column) }
        }
        isList = header.headings.count <= 1
        (self.file, self.sheet, headerRow) = (file, sheet, header.row ?? 0)
        warnings = file.warnings
    }

    /// Creates a table of the first column of a sheet without headings.
    private init(_ file: TableFile, sheet: Int) {
        column = TableColumns.Field(column: 0, field: .id, heading: "")
        (heading, headings, isList, headerRow) = (nil, [], true, 0)
        (self.file, self.sheet) = (file, sheet)
        warnings = file.warnings
    }

    /// Calls `body` with each row below the headings.
    ///
    /// - Throws: ``IDListError``, or the error of `body`.
    func forEachRow(_ body: (TableRow) throws -> Void) throws {
        do {
            try file.forEachRow(of: sheet) { row in
                if row.number.isMultiple(of: 4096) { try Task.checkCancellation() }
                if row.number > headerRow { try body(row) }
                return true
            }
        } catch let error as TableError {
            throw IDListError.table(.unreadableTable(error.message, hint: error.hint))
        }
    }

    /// Returns the first IDs; an error ends them, since reading all rows has it again.
    func firstIDs(_ count: Int) -> [String] {
        var ids: [String] = []
        try? file.forEachRow(of: sheet) { row in
            let id = row.withBytes(column.column) { $0.tableID.text }
            if row.number > headerRow, !id.isEmpty { ids.append(id) }
            return ids.count < count
        }
        return ids
    }
}

extension IDTable {
    /// Returns the file; `nil` for a text that can only have one ID a line.
    private static func file(_ bytes: [UInt8], _ options: IDList.Options) throws -> TableFile? {
        do {
            let file = try TableFile(bytes)
            guard file.kind != .workbook else { return file }
            guard options.sheet == nil else { throw IDListError.noSheets }
            return options.column != nil || options.hasHeader ? file : nil
        } catch TableError.notATable where options.column == nil && options.sheet == nil {
            // Lines may have any bytes.
            return nil
        } catch TableError.markup where !options.hasHeader {
            return nil
        }
    }

    private static func find(
        inText file: TableFile, _ options: IDList.Options
    ) throws -> IDTable? {
        var search = HeaderSearch()
        var failure: TableError?
        do {
            try file.forEachRow(of: 0) { search.add($0) }
        } catch let error as TableError {
            failure = error
        }
        guard let first = search.rows.first else {
            if let failure, options.column != nil { throw failure }
            if options.column != nil { throw IDListError.empty }
            return nil
        }
        if let name = options.column {
            let settings = settings(options, column: name)
            if let header = search.header(settings), header.column(named: name) != nil {
                return try IDTable(file, sheet: 0, header, settings)
            }
            if let failure { throw failure }
            let names = search.header(settings)?.names ?? first.cells.filter { !$0.isEmpty }
            throw TableProblem.table(.unknownColumn(name, names))
        }
        guard let settings = certain(search, options) else { return nil }
        let header = search.header(settings)
        // One word in a row of its own is an ID of a list, some of whose IDs have separators.
        if let header, header.hasIDs(settings), settings.columns != [] || header.names.count > 1 {
            return try IDTable(file, sheet: 0, header, settings)
        }
        guard isTable(search, file) else { return nil }
        throw TableProblem.table(.noIDColumn(header?.names ?? first.cells))
    }

    /// Returns the settings for a text, with the name of a column that is certain; `nil` if the
    /// text has one column without such a name.
    private static func certain(
        _ search: HeaderSearch, _ options: IDList.Options
    ) -> TableSettings? {
        let isOneColumn = search.rows.allSatisfy { $0.cells.count <= 1 }
        let header = search.header(settings(options))
        let names =
            isOneColumn
            ? search.rows.prefix(1).flatMap(\.cells).map(TableHeading.clean)
            : header?.names ?? []
        for certain in certainNames {
            if let name = names.first(where: { $0.lowercased() == certain }) {
                return settings(options, column: name)
            }
        }
        return isOneColumn ? nil : settings(options)
    }

    /// Returns whether most of the first rows have several cells, which is no list of IDs.
    private static func isTable(_ search: HeaderSearch, _ file: TableFile) -> Bool {
        // A bar is rare in tables, and usual in names.
        guard search.rows.count > 1, file.kind != .text(separator: UInt8(ascii: "|")) else {
            return false
        }
        return search.rows.count { $0.cells.count > 1 } * 2 > search.rows.count
    }

    private static func find(
        inWorkbook file: TableFile, _ options: IDList.Options
    ) throws -> IDTable? {
        if options.hasHeader || options.column != nil {
            let settings = settings(options, column: options.column)
            do {
                guard let (sheet, header) = try file.sheetWithVehicles(settings) else {
                    return nil
                }
                if header.hasIDs(settings) || options.column != nil || !header.isOneColumn {
                    let certain = certainNames.lazy.compactMap { name in
                        header.names.first { $0.lowercased() == name }
                    }.first
                    return try IDTable(
                        file, sheet: sheet, header,
                        Self.settings(options, column: options.column ?? certain))
                }
            } catch let problem as TableProblem {
                guard case .table(.noHeadings) = problem.reason, options.column == nil else {
                    throw problem
                }
            }
        }
        let name = options.sheet.map(WordKey.of)
        let sheet =
            options.sheet.flatMap { sheet in file.sheets.firstIndex { $0.name == sheet } }
            ?? file.sheets.firstIndex { sheet in
                name.map { WordKey.of(sheet.name) == $0 } ?? !sheet.isHidden
            }
        guard let sheet else {
            throw TableProblem.table(.unknownSheet(options.sheet ?? "", file.sheets.map(\.name)))
        }
        return IDTable(file, sheet: sheet)
    }

    private static func settings(
        _ options: IDList.Options, column: String? = nil
    ) -> TableSettings {
        var settings = TableSettings()
        settings.sheet = options.sheet
        settings.columns = column.map { [TableSettings.Column(.id, $0)] } ?? []
        return settings
    }
}

extension TableHeader {
    /// Whether the table has one column.
    fileprivate var isOneColumn: Bool {
        headings.count <= 1 && samples.allSatisfy { $0.count <= 1 }
    }
}

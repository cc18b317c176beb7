import FleetCore
import JSON
import Spreadsheets

/// What a table has beside its vehicles.
struct TableContent {
    /// What was recognized.
    var description: TableDescription
    /// The properties, in the order of the columns.
    var properties: [CustomProperty]
    /// The regions that vehicles name.
    var regions: [Region]
    /// The types that are more than a form factor.
    var types: [VehicleType]

    /// Adds the content to the description of the feed.
    func describe(_ feed: inout FeedDescription) {
        feed.table = description
        feed.properties = properties.isEmpty ? nil : properties
        if !regions.isEmpty { feed.setRegions(regions) }
        if !types.isEmpty { feed.setTypes(types) }
    }
}

/// How a table is read.
struct TableReading {
    var settings = TableSettings()
    /// Fields whose columns are recognized by their headings.
    var recognized = TableField.allCases
    var join = VehicleJoin()
    /// Time zone of times without one of their own.
    var zone = SystemTimeZone.utc
    var maxVehicles = Int(SourceBudget.Measure.vehicles.standard)
    /// Whether the document has rows of the database (``TableRows/json``).
    var isInventory = false
    /// Receives the number of vehicles so far.
    var progress: (Int) -> Void = { _ in }
}

extension FeedDocument<FeedContent> {
    /// Parses a document of vehicles of any kind, which its content shows: a table, JSON rows, or a
    /// feed.
    ///
    /// A workbook begins like a zip archive, and a text that is no JSON value and no markup is CSV.
    ///
    /// - Throws: A failure at `location`.
    init(
        anyVehicles bytes: consuming [UInt8], at location: String, _ reading: TableReading
    ) throws(FeedFailure) {
        guard !reading.isInventory else {
            let vehicles = try VehiclesDocument(inventory: bytes, at: location, reading)
            self.init(header: FeedHeader(), content: .vehicles(vehicles))
            return
        }
        var bytes = bytes
        let kind = bytes.withUnsafeBufferPointer { TableKind($0) }
        switch kind {
        case .file:
            if let vehicles = try VehiclesDocument(tableFile: bytes, at: location, reading) {
                self.init(header: FeedHeader(), content: .vehicles(vehicles))
                return
            }
        case .json(let format):
            if format == .jsonRows { bytes = JSONTable.array(ofLines: bytes) }
            let document = JSONDocument(bytes)
            if let vehicles = try VehiclesDocument(json: document, format, at: location, reading) {
                self.init(header: FeedHeader(), content: .vehicles(vehicles))
                return
            }
        case nil: break
        }
        try self.init(
            vehicles: bytes, at: location, join: reading.join, maxVehicles: reading.maxVehicles,
            table: reading, progress: reading.progress)
    }
}

/// Kind of a document that is no feed, by its first bytes.
enum TableKind: Equatable {
    /// A workbook, or text of a table.
    case file
    case json(TableFormat)

    init?(_ bytes: CellBytes) {
        let text = CellBytes(rebasing: bytes.prefix(1000)).withoutInvisibleEnds
        guard let first = text.first else { return nil }
        switch first {
        case UInt8(ascii: "<"), UInt8(ascii: "["): return nil
        case UInt8(ascii: "{"):
            guard let format = JSONTable.format(of: bytes) else { return nil }
            self = .json(format)
        case 0xFE, 0xFF, 0:
            // JSON in UTF-16 is no table: its first character is a bracket.
            let marks = text.prefix(6).filter { $0 > 0x20 && $0 < 0x80 }
            if let mark = marks.first, "{[<".utf8.contains(mark) { return nil }
            self = .file
        default:
            // UTF-16 without a byte order mark.
            if text.count > 1, text[1] == 0, "{[<".utf8.contains(first) { return nil }
            self = .file
        }
    }
}

extension VehiclesDocument {
    /// Number of rows between two progress reports.
    private static let tableProgressStep = 4096

    /// Reads a workbook or text; returns `nil` if the text has nothing like a table.
    ///
    /// - Throws: A failure at `location`.
    init?(
        tableFile bytes: [UInt8], at location: String, _ reading: TableReading
    ) throws(FeedFailure) {
        do {
            let file = try TableFile(bytes)
            guard let (sheet, header) = try file.sheetWithVehicles(reading.settings) else {
                return nil
            }
            let columns = try TableColumns(
                header, reading.settings, recognized: reading.recognized)
            var reader = TableVehicleReader(
                columns, join: reading.join, zone: reading.zone, limit: reading.maxVehicles)
            try file.forEachRow(of: sheet) { row in
                guard row.number > header.row ?? 0 else { return true }
                reader.read(row)
                if row.number % Self.tableProgressStep == 0 { reading.progress(reader.count) }
                return !reader.isTooLarge
            }
            let name = file.sheets[sheet].name
            self = try reader.document(
                columns.description(sheet: name.isEmpty ? nil : name, headerRow: header.row),
                format: file.format, warnings: file.warnings,
                at: location)
        } catch {
            throw FeedFailure(ofTable: error, at: location)
        }
    }

    /// Reads an array of objects; returns `nil` if it is one of a feed and no column was chosen,
    /// and if nothing is known about it.
    ///
    /// - Throws: A failure at `location` if the columns that were chosen are not there.
    init?(
        rows document: JSONDocument, isFeed: Bool, at location: String, _ reading: TableReading
    ) throws(FeedFailure) {
        if reading.settings == TableSettings() {
            guard !isFeed,
                let rows = try? VehiclesDocument(json: document, .jsonRows, at: location, reading),
                rows.total + rows.parseReport.skipped > 0
            else { return nil }
            self = rows
        } else {
            try self.init(json: document, .jsonRows, at: location, reading)
        }
    }

    /// Reads the rows of the database.
    ///
    /// - Throws: A failure at `location`.
    init(
        inventory bytes: [UInt8], at location: String, _ reading: TableReading
    ) throws(FeedFailure) {
        let rows = try VehiclesDocument(
            json: JSONDocument(bytes), .inventory, at: location, reading)
        guard let rows else { throw FeedFailure(.table(.noRows), at: location) }
        self = rows
    }

    /// Reads JSON objects; returns `nil` if the document has no list of them.
    ///
    /// - Throws: A failure at `location`.
    init?(
        json document: consuming JSONDocument, _ format: TableFormat, at location: String,
        _ reading: TableReading
    ) throws(FeedFailure) {
        try document.refuseUTF16(at: location)
        var attempts = 0
        while true {
            do {
                guard let rows = try Self.read(document, format, at: location, reading) else {
                    return nil
                }
                self = rows
                parseReport.repairs = document.repairs
                return
            } catch let error as JSONError {
                attempts += 1
                guard attempts < 3, document.repair(after: error) else {
                    throw FeedFailure(document.reason(for: error), at: location)
                }
            } catch {
                throw FeedFailure(ofTable: error, at: location)
            }
        }
    }

    private static func read(
        _ document: JSONDocument, _ format: TableFormat, at location: String,
        _ reading: TableReading
    ) throws -> VehiclesDocument? {
        let table = try JSONTable(document, format: format)
        guard table.hasList else { return nil }
        guard table.count > 0 else {
            return VehiclesDocument(
                vehicles: [], total: 0, format: format.rawValue, parseReport: ParseReport())
        }
        // A file of areas.
        if table.points == 0, table.otherGeometries > 0 {
            throw FeedFailure(.content(.noVehicles), at: location)
        }
        let header = TableHeader(table.names, row: nil, samples: table.samples)
        let columns = try TableColumns(
            header, reading.settings, recognized: reading.recognized,
            isComplete: reading.isInventory)
        var reader = TableVehicleReader(
            columns, join: reading.join, zone: reading.zone, limit: reading.maxVehicles)
        try table.forEachRow { row in
            reader.read(row)
            if row.number % tableProgressStep == 0 { reading.progress(reader.count) }
            return true
        }
        let warnings =
            table.hasExcess
            ? ["only the first \(JSONTable.maxColumns) members of the objects were read"] : []
        return try reader.document(
            columns.description(), format: format, warnings: warnings, at: location)
    }
}

extension TableColumns {
    /// Returns what was recognized.
    fileprivate func description(sheet: String? = nil, headerRow: Int? = nil) -> TableDescription {
        TableDescription(sheet: sheet, headerRow: headerRow, columns: all)
    }
}

extension TableFile {
    /// Returns the format of a file if it is a table with vehicles.
    static func formatOfVehicles(
        _ bytes: [UInt8], _ settings: TableSettings = TableSettings()
    ) -> TableFormat? {
        guard bytes.withUnsafeBufferPointer({ TableKind($0) }) == .file,
            let file = try? TableFile(bytes),
            let found = try? file.sheetWithVehicles(settings), found.1.hasIDs(settings)
        else { return nil }
        return file.format
    }

    /// Maximum number of sheets in which vehicles are searched.
    private static let maxSearchedSheets = 50

    /// Format for users.
    fileprivate var format: TableFormat { kind == .workbook ? .workbook : .csv }

    /// Returns the sheet with the vehicles and its header: that of the settings, else the only
    /// visible one with a column of IDs, else the only one with a header.
    ///
    /// `nil` for a text without a header.
    func sheetWithVehicles(
        _ settings: TableSettings
    ) throws -> (Int, TableHeader)? {
        let indices: [Int]
        if let name = settings.sheet {
            guard
                let index = sheets.firstIndex(where: { $0.name == name })
                    ?? sheets.firstIndex(where: { WordKey.of($0.name) == WordKey.of(name) })
            else { throw TableProblem.table(.unknownSheet(name, sheets.map(\.name))) }
            indices = [index]
        } else {
            indices = sheets.indices.filter { !sheets[$0].isHidden }
        }
        var headers: [(sheet: Int, header: TableHeader)] = []
        for index in indices.prefix(Self.maxSearchedSheets) {
            var search = HeaderSearch()
            try forEachRow(of: index) { search.add($0) }
            if let header = search.header(settings) { headers.append((index, header)) }
        }
        let fitting = headers.filter { $0.header.hasIDs(settings) }
        if fitting.count > 1 {
            throw TableProblem.table(.ambiguousSheet(fitting.map { sheets[$0.sheet].name }))
        }
        if let found = fitting.first ?? headers.first { return (found.sheet, found.header) }
        guard kind == .workbook else { return nil }
        throw TableProblem.table(.noHeadings)
    }
}

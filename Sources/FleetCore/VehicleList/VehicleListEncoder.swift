/// Format of a list of vehicles.
public enum ListFormat: String, CaseIterable, Sendable {
    /// Aligned columns for people.
    case table
    /// One document, with one vehicle per line.
    case json
    /// One vehicle object per line.
    case ndjson
    /// Comma-separated values with a header row (RFC 4180).
    case csv
    /// A FeatureCollection (RFC 7946).
    case geojson
    /// A GBFS 3.0 `vehicle_status.json`.
    case gbfs
    /// A workbook of one sheet (ISO/IEC 29500), which is binary.
    case xlsx
}

/// Function that passes the vehicles of a list to `body`, one by one, in list order.
///
/// A table needs two passes, to measure and to write, so the function can be called repeatedly and
/// passes the same vehicles each time.
public typealias VehicleSequence = (_ body: (Vehicle) throws -> Void) throws -> Void

/// Function like ``VehicleSequence`` for a list of any number of sources, which also passes the
/// index of each vehicle's source in ``ListHeader/sources``.
public typealias ListedVehicles =
    (_ body: (Vehicle, _ source: Int) throws -> Void) throws -> Void

/// Warnings about an encoded list.
public struct EncodingWarnings: Equatable, Sendable {
    /// Number of vehicles that the format cannot represent and that were omitted.
    public var omitted = 0

    /// Creates an empty set of warnings.
    public init() {}
}

/// Encoder for lists of vehicles, in any format.
public struct VehicleListEncoder {
    private let format: ListFormat
    private let header: ListHeader
    private let style: TableStyle
    /// The selected fields; `nil` means those of the format.
    private let fields: [ListedField]?
    private let hasTitles: Bool
    private let cells: CSVCellStyle

    /// Creates an encoder; the style applies to tables only.
    public init(
        format: ListFormat, header: ListHeader, style: TableStyle,
        selection: ListSelection = ListSelection()
    ) throws(UnknownFieldError) {
        self.format = format
        self.header = header
        self.style = style
        fields = try Self.fields(of: selection, in: header.properties)
        hasTitles = selection.hasTitles
        cells = selection.cells
    }

    /// Names of all fields of a vehicle.
    public static var fieldNames: [String] { VehicleProperty.listed.map(\.name.description) }

    fileprivate static func fields(
        of selection: ListSelection, in properties: [CustomProperty]
    ) throws(UnknownFieldError) -> [ListedField]? {
        try selection.resolved(known: fieldNames + properties.map(\.name)) {
            ListedField($0, in: properties)
        }
    }

    /// Writes the list of one source and flushes the sink.
    public func write(vehicles: VehicleSequence, to sink: inout ByteSink) throws -> EncodingWarnings
    {
        try withoutActuallyEscaping(vehicles) { vehicles in
            try write(listed: { body in try vehicles { try body($0, 0) } }, to: &sink)
        }
    }

    /// Writes the list and flushes the sink.
    ///
    /// The header of a table is separate, since in a pipe it goes to standard error: see
    /// ``TableHeader``.
    public func write(
        listed vehicles: ListedVehicles, to sink: inout ByteSink
    ) throws -> EncodingWarnings {
        var warnings = EncodingWarnings()
        let contents = header.contents
        let all =
            fields
            ?? VehicleProperty.listed.filter { $0.isPresent(in: contents) }
            .map { ListedField.standard($0) }
        switch format {
        case .table:
            let table = VehicleTable(
                header: header, style: style, fields: fields, hasTitles: hasTitles)
            try table.write(vehicles, to: &sink)
        case .json: try JSONList(header: header, fields: all).write(vehicles, to: &sink)
        case .ndjson: try writeLines(vehicles, all, to: &sink)
        case .csv:
            try CSVList(header: header, fields: all, hasTitles: hasTitles, rows: CSVRows(cells))
                .write(vehicles, to: &sink)
        case .xlsx:
            try CSVList(header: header, fields: all, hasTitles: true, rows: CSVRows(cells))
                .writeWorkbook(vehicles, to: &sink)
        case .geojson: try GeoJSONList(header: header, fields: all).write(vehicles, to: &sink)
        case .gbfs: warnings.omitted = try GBFSList(header: header).write(vehicles, to: &sink)
        }
        try sink.finish()
        return warnings
    }

    /// Writes one vehicle object per line.
    private func writeLines(
        _ vehicles: ListedVehicles, _ fields: [ListedField], to sink: inout ByteSink
    ) throws {
        let sources = header.listedSources
        try vehicles { vehicle, source in
            sink.text.appendJSON(vehicle, in: sources[source], fields: fields)
            sink.text.append(UInt8(ascii: "\n"))
            try sink.endRow()
        }
    }
}

extension ListHeader {
    /// Checks that the vehicles have the fields of a selection.
    public func check(_ selection: ListSelection) throws(UnknownFieldError) {
        _ = try VehicleListEncoder.fields(of: selection, in: properties)
    }
}

/// Gives the vehicles of a list to `body`, one by one, in the order of the list.
///
/// A table needs them twice, to measure and to write, so a supply can be run more than once and
/// gives the same vehicles each time.
public typealias VehicleSupply = (_ body: (Vehicle) throws -> Void) throws -> Void

/// What a person should know of a list that was written.
public struct EncodingNotes: Equatable, Sendable {
    /// Vehicles that the format cannot hold and that were left out.
    public var leftOut = 0

    /// Nothing was left out.
    public init() {}
}

/// Writes a list of vehicles in one of the formats.
public struct VehicleListEncoder {
    private let format: ListFormat
    private let head: ListHead
    private let style: TableStyle

    /// Creates an encoder; the style concerns tables only.
    public init(format: ListFormat, head: ListHead, style: TableStyle) {
        self.format = format
        self.head = head
        self.style = style
    }

    /// Writes the list and hands all of it on.
    ///
    /// What stands above a table is separate, since in a pipe it belongs to the talk: see
    /// ``TableHeader``.
    public func write(vehicles: VehicleSupply, to sink: inout ByteSink) throws -> EncodingNotes {
        var notes = EncodingNotes()
        switch format {
        case .table: try VehicleTable(head: head, style: style).write(vehicles, to: &sink)
        case .json: try JSONList(head: head).write(vehicles, to: &sink)
        case .ndjson: try writeLines(vehicles, to: &sink)
        case .csv: try CSVList(head: head).write(vehicles, to: &sink)
        case .geojson: try GeoJSONList(head: head).write(vehicles, to: &sink)
        case .gbfs: notes.leftOut = try GBFSList(head: head).write(vehicles, to: &sink)
        }
        try sink.finish()
        return notes
    }

    /// Writes a vehicle object a line.
    private func writeLines(_ vehicles: VehicleSupply, to sink: inout ByteSink) throws {
        try vehicles { vehicle in
            sink.text.appendJSON(vehicle, rotation: head.rotation)
            sink.text.append(UInt8(ascii: "\n"))
            try sink.endRow()
        }
    }
}

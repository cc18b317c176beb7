package import FleetCore
package import FleetRuntime
import FleetSQL

/// Writer of the changes of a history, in the order of time.
///
/// First come the vehicles at the start (`state`), then each change, the vehicles that left the feed
/// (`removed`), and the times in which it was not read (`gap`).
package struct HistoryExport {
    /// The format of the rows.
    package enum Format: String, CaseIterable, Sendable {
        /// Comma-separated values with a header row (RFC 4180).
        case csv
        /// One object per line.
        case ndjson
    }

    /// Rows whose IDs are read at once.
    private static let chunk = 10_000
    private static let fields = [
        "at", "day", "event", "vehicle_id", "state", "lat", "lon", "battery_percent", "type_id",
        "form_factor", "propulsion_type", "station_id", "region_id", "until", "gap",
    ].map { RecordList.Field($0) }

    private enum Row {
        case vehicle(PastVehicle, event: String, at: Timestamp)
        case gap(HistoryGap)
    }

    private let format: RecordFormat
    private var selection: ListSelection
    private let style: TableStyle
    private let reader: HistoryReader
    private let range: Range<Timestamp>
    private var sink: ByteSink
    private var rows: [Row] = []
    private var versions: [Int32: PastVersion] = [:]

    private init(
        _ format: Format, _ selection: ListSelection, style: TableStyle, _ reader: HistoryReader,
        _ range: Range<Timestamp>, to output: Output
    ) {
        (self.selection, self.style, self.reader, self.range) = (selection, style, reader, range)
        self.format = format == .csv ? .csv : .ndjson
        sink = ByteSink { try output.write($0) }
    }

    private mutating func write() throws {
        var fleet: [VehicleNumber: PastVehicle]? = [:]
        var now = range.lowerBound
        try reader.replay(from: range.lowerBound, until: range.upperBound).forEach { step in
            switch step {
            case .version(let number, let version): versions[number] = version
            case .state(let vehicle): fleet?[vehicle.number] = vehicle
            case .commit(let time):
                now = time
                if time > range.lowerBound, let first = fleet {
                    try append(first, at: max(range.lowerBound, reader.since))
                    fleet = nil
                }
            case .change(let vehicle):
                guard fleet == nil else {
                    fleet?[vehicle.number] = vehicle.state == nil ? nil : vehicle
                    break
                }
                try append(
                    .vehicle(vehicle, event: vehicle.state == nil ? "removed" : "change", at: now))
            case .gap(let gap):
                if gap.end > range.lowerBound { try append(.gap(gap)) }
            }
            return true
        }
        if let fleet { try append(fleet, at: max(range.lowerBound, reader.since)) }
        try flush()
    }

    private mutating func append(
        _ fleet: [VehicleNumber: PastVehicle], at time: Timestamp
    ) throws {
        for vehicle in fleet.values.sorted(by: { $0.number < $1.number }) {
            try append(.vehicle(vehicle, event: "state", at: time))
        }
    }

    private mutating func append(_ row: Row) throws {
        rows.append(row)
        if rows.count >= Self.chunk { try flush() }
    }

    private mutating func flush() throws {
        let numbers = rows.compactMap { row in
            if case .vehicle(let vehicle, _, _) = row { vehicle.number } else { nil }
        }
        let ids = try reader.ids(of: Set(numbers))
        let list = RecordList(
            "changes", fields: Self.fields, records: rows.map { values(of: $0, ids) })
        try list.write(as: format, selection, style: style, to: &sink)
        rows = []
        selection.hasTitles = false
    }

    private func values(of row: Row, _ ids: [VehicleNumber: String]) -> [FieldValue] {
        func day(_ time: Timestamp) -> FieldValue {
            .text(LocalDay(at: time, in: reader.zone).text)
        }
        switch row {
        case .vehicle(let vehicle, let event, let at):
            let version = vehicle.state == nil ? nil : versions[vehicle.version]
            let position = vehicle.position.map { Position($0) }
            return [
                FieldValue(at), day(at), .text(event), FieldValue(ids[vehicle.number]),
                FieldValue(vehicle.state?.rawValue), FieldValue(position?.latitude),
                FieldValue(position?.longitude), FieldValue(vehicle.battery.map(Double.init)),
                FieldValue(version?.typeID), FieldValue(version?.formFactor),
                FieldValue(version?.propulsionType), FieldValue(version?.stationID),
                FieldValue(version?.regionID), .absent, .absent,
            ]
        case .gap(let gap):
            return [FieldValue(gap.start), day(gap.start), .text("gap")]
                + [FieldValue](repeating: .absent, count: 10)
                + [FieldValue(gap.end), .text(gap.reason.rawValue)]
        }
    }

    /// Writes the history of a source in a period to standard output.
    /// - Throws: `CommandError` (66) without a history.
    package static func write(
        _ source: SourceSession, in period: HistoryPeriod, as format: Format, _ display: ListDisplay
    ) async throws {
        let (now, output) = (source.context.shownNow(), source.context.output)
        let style = source.context.tableStyle(.never)
        var selection = display.selection
        selection.cells = display.cells ?? (output.isTerminal ? .terminal : .exact)
        try await source.history { [selection] reader in
            let range = try period.range(in: reader.zone, now: now) { _ in
                min(reader.since, now - .milliseconds(1))
            }
            var export = HistoryExport(
                format, selection, style: style, reader, range, to: output)
            try export.write()
        }
        try output.finish()
    }
}

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

    /// A change of a vehicle, or a gap.
    private struct Row {
        let at: Timestamp
        let event: String
        var vehicle: PastVehicle?
        var gap: HistoryGap?
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
                let event = vehicle.state == nil ? "removed" : "change"
                try append(Row(at: now, event: event, vehicle: vehicle))
            case .gap(let gap):
                if gap.end > range.lowerBound {
                    try append(Row(at: gap.start, event: "gap", gap: gap))
                }
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
            try append(Row(at: time, event: "state", vehicle: vehicle))
        }
    }

    private mutating func append(_ row: Row) throws {
        rows.append(row)
        if rows.count >= Self.chunk { try flush() }
    }

    private mutating func flush() throws {
        let ids = try reader.ids(of: Set(rows.compactMap(\.vehicle?.number)))
        let list = RecordList("changes", columns: columns(ids), rows: rows)
        try list.write(as: format, selection, style: style, to: &sink)
        rows = []
        selection.hasTitles = false
    }

    private func columns(_ ids: [VehicleNumber: String]) -> [RecordList.Column<Row>] {
        func version(_ row: Row) -> PastVersion? {
            row.vehicle.flatMap { $0.state == nil ? nil : versions[$0.version] }
        }
        func position(_ row: Row) -> Position? { row.vehicle?.position.map { Position($0) } }
        let columns: [RecordList.Column<Row>] = [
            .init("at") { FieldValue($0.at) },
            .init("day") { .text(LocalDay(at: $0.at, in: reader.zone).text) },
            .init("event") { .text($0.event) },
            .init("vehicle_id") { FieldValue($0.vehicle.flatMap { ids[$0.number] }) },
            .init("state") { FieldValue($0.vehicle?.state?.rawValue) },
            .init("lat") { FieldValue(position($0)?.latitude) },
            .init("lon") { FieldValue(position($0)?.longitude) },
            .init("battery_percent") { FieldValue($0.vehicle?.battery) },
        ]
        return columns + VehicleProperty.historyColumns(version) + [
            .init("until") { FieldValue($0.gap?.end) },
            .init("gap") { FieldValue($0.gap?.reason.rawValue) },
        ]
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

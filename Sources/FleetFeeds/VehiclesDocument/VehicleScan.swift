import FleetCore
import JSON

/// One pass over a document in search of vehicles.
struct VehicleScan {
    /// What the document says of itself.
    private(set) var header = FeedHeader()

    /// How many elements come between two words of progress.
    private static let progressStep = 4096

    private static let scan = RowScan(
        arrays: VehicleList.allCases.map(\.path), fields: VehicleField.allCases.map(\.path),
        headers: FeedHeader.paths + [""])

    private var fleet: FleetBuilder
    private var whole = JSONField.Kind.missing

    init(join: VehicleJoin, expecting count: Int) {
        fleet = FleetBuilder(reader: VehicleReader(join), expecting: count)
    }

    /// Reads the document; tells in which list the vehicles are, or `nil` if there is no list.
    mutating func read(
        _ document: inout JSONDocument, at place: String, progress: (Int) -> Void
    ) throws(FeedFailure) -> VehicleList? {
        let result = try document.scanRepairing(
            Self.scan, at: place,
            header: { takeHeader($0, $1) },
            row: { row in
                fleet.take(row)
                if row.index % Self.progressStep == Self.progressStep - 1 {
                    progress(fleet.count)
                }
            })
        switch whole {
        case .invalid:
            let error = JSONError.syntax("it holds no JSON value")
            throw FeedFailure(document.reason(for: error), at: place)
        case .null: return nil
        default: return result.found.flatMap(VehicleList.init)
        }
    }

    /// The vehicles that were read.
    ///
    /// A bare array of other things than vehicles is no list of vehicles: only its elements could say
    /// that it is one.
    mutating func document(
        of list: VehicleList, repairs: Int, at place: String
    ) throws(FeedFailure) -> VehiclesDocument {
        let isOfOtherThings = fleet.count == 0 && fleet.reading.skipped > 0
        if list == .bare, isOfOtherThings { throw FeedFailure(.noVehicles, at: place) }
        fleet.removeDuplicates()
        let total = fleet.count - fleet.reading.duplicates
        var reading = fleet.reading
        reading.repairs = repairs
        return VehiclesDocument(
            vehicles: fleet.vehicles, total: total,
            format: list.format(version: header.version), reading: reading)
    }

    private mutating func takeHeader(_ index: Int, _ field: JSONField) {
        if index < FeedHeader.paths.count {
            header.take(index, field)
        } else {
            whole = field.kind
        }
    }
}

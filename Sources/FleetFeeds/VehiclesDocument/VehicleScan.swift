import FleetCore
import JSON

/// Scan of a document for vehicles, in one pass.
struct VehicleScan {
    /// Common header of the feed.
    private(set) var header = FeedHeader()

    /// Number of elements between two progress reports.
    private static let progressStep = 4096

    private static let scan = RowScan(
        arrays: VehicleListShape.allCases.map(\.path),
        fields: VehicleFeedField.allCases.map(\.path),
        headers: FeedHeader.paths + [""])

    private var collector: VehicleCollector
    /// Type of the root value.
    private var rootKind = JSONField.Kind.missing

    init(join: VehicleJoin, expecting count: Int) {
        collector = VehicleCollector(reader: VehicleReader(join), expecting: count)
    }

    /// Reads the document; returns the shape of its vehicle list, or nil if it has none.
    mutating func read(
        _ document: inout JSONDocument, at location: String, progress: (Int) -> Void
    ) throws(FeedFailure) -> VehicleListShape? {
        let result = try document.scanRepairing(
            Self.scan, at: location,
            header: { readHeader($0, $1) },
            row: { row in
                collector.read(row)
                if row.index % Self.progressStep == Self.progressStep - 1 {
                    progress(collector.count)
                }
            })
        switch rootKind {
        case .invalid:
            let error = JSONError.syntax("no JSON value")
            throw FeedFailure(document.reason(for: error), at: location)
        case .null: return nil
        default: return result.found.flatMap(VehicleListShape.init)
        }
    }

    /// Returns the document with the vehicles that were read.
    ///
    /// - Throws: `noVehicles` for a bare array without vehicles, which only its elements could
    ///   identify as a list of vehicles.
    mutating func document(
        of shape: VehicleListShape, repairs: Int, at location: String
    ) throws(FeedFailure) -> VehiclesDocument {
        let hasOnlyOtherElements = collector.count == 0 && collector.parseReport.skipped > 0
        if shape == .bare, hasOnlyOtherElements { throw FeedFailure(.noVehicles, at: location) }
        collector.removeDuplicates()
        let total = collector.count - collector.parseReport.duplicates
        var parseReport = collector.parseReport
        parseReport.repairs = repairs
        return VehiclesDocument(
            vehicles: collector.vehicles, total: total,
            format: shape.format(version: header.version), parseReport: parseReport)
    }

    private mutating func readHeader(_ index: Int, _ field: JSONField) {
        if index < FeedHeader.paths.count {
            header.read(index, field)
        } else {
            rootKind = field.kind
        }
    }
}

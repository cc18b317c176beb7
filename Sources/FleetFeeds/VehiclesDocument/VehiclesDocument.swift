import FleetCore
import JSON

/// Parsed document with a list of vehicles, of any shape.
struct VehiclesDocument {
    /// Vehicles that match the filter, with distinct IDs, in the order of the document.
    var vehicles: [Vehicle]
    /// Number of vehicles, matching or not.
    var total: Int
    /// Name of the format for users.
    var format: String
    /// Report of skipped and repaired elements.
    var parseReport: ParseReport
    /// Description of the feed behind a document of a server.
    var served: ServedFeed?
}

/// Data to join with the vehicles while they are read.
struct VehicleJoin {
    /// Vehicle types of the system.
    var types: [VehicleType] = []
    /// The user's colors.
    var colorMap = ColorMap()
    /// Filter for the joined vehicles.
    var filter = Filter()
}

extension VehiclesDocument {
    /// Number of elements between two progress reports.
    fileprivate static let progressStep = 4096

    fileprivate static let scan = ListScan(
        lists: VehicleListShape.allCases.map(\.path),
        fields: VehicleFeedField.allCases.map(\.path), values: ["", "feed"] + namedLists)

    /// Paths of the lists that are members of the document.
    fileprivate static let namedLists = VehicleListShape.allCases.filter { $0 != .bare }.map(\.path)

    /// Approximate size of one vehicle in a document, in bytes.
    private static let bytesPerVehicle = 300
    /// Maximum number of vehicles to reserve capacity for.
    private static let maxReservedVehicles = 1_000_000

    /// Some services write null for an empty list, others because they are broken.
    fileprivate mutating func warnOfNullList() {
        guard total == 0 else { return }
        parseReport.warn("the list of vehicles is null; it was read as an empty list")
    }

    fileprivate static func expectedCount(_ bytes: Int) -> Int {
        min(bytes / bytesPerVehicle + 16, maxReservedVehicles)
    }
}

extension FeedDocument<FeedContent> {
    /// Parses a document of a vehicle feed; `progress` receives the number of vehicles so far.
    ///
    /// - Throws: A failure at `location` if the document is not JSON or its shape is unknown.
    init(
        vehicles bytes: consuming [UInt8], at location: String, join: VehicleJoin = VehicleJoin(),
        progress: (Int) -> Void = { _ in }
    ) throws(FeedFailure) {
        var document = JSONDocument(bytes)
        var collector = VehicleCollector(
            reader: VehicleReader(join), expecting: VehiclesDocument.expectedCount(document.count))
        var rootKind = JSONField.Kind.missing
        var served: ServedFeed?
        var nullList: String?
        let step = VehiclesDocument.progressStep
        let (header, list, repairs) = try VehiclesDocument.scan.read(
            &document, at: location,
            value: { index, field in
                switch index {
                case 0: rootKind = field.kind
                case 1: served = ServedFeed(field)
                default:
                    if field.kind == .null { nullList = VehiclesDocument.namedLists[index - 2] }
                }
            },
            row: { row in
                collector.read(row)
                if row.index % step == step - 1 { progress(collector.count) }
            })
        if rootKind == .invalid {
            throw FeedFailure(document.reason(for: .syntax("no JSON value")), at: location)
        }
        if rootKind == .null { throw FeedFailure(.null, at: location) }
        self.header = header
        if let shape = list.flatMap(VehicleListShape.init) {
            var vehicles = try collector.document(
                of: shape, version: header.version, repairs: repairs, at: location)
            vehicles.served = served
            if nullList == shape.path { vehicles.warnOfNullList() }
            content = .vehicles(vehicles)
        } else if served?.hasOnlyStations == true {
            throw FeedFailure(.onlyStations, at: location)
        } else {
            content = try FeedContent(links: document, at: location, unknown: .noVehicles)
        }
    }
}

import FleetCore
import JSON

/// Collector of the vehicles of a document.
struct VehicleCollector {
    /// Vehicles that match the filter so far, in the order of the document; may contain duplicate
    /// IDs.
    private(set) var vehicles: [Vehicle] = []
    /// Report of skipped and repaired elements so far.
    private(set) var parseReport = ParseReport()
    /// Dialect of the vehicles: GBFS unless any has the marks of another one.
    private var dialect = FeedDialect.gbfs
    /// Whether any vehicle has a code or a named state.
    private(set) var hasNames = false
    private var hasRegions = false
    private var hasStates = false
    private var hasProperties = false

    private var reader: VehicleReader
    /// IDs of all vehicles, matching or not, with their hashes and their indices in `vehicles`.
    private var ids: PackedIDs
    private var hashes: [UInt64] = []
    private var vehicleIndices: [Int32] = []
    private let idFields = VehicleListShape.allCases.map(\.idFields)
    /// Maximum number of vehicles; one takes about 300 bytes of memory, and a hostile feed has one in
    /// every 15 bytes.
    private let limit: Int
    /// Number of vehicles beyond the limit, which are only counted.
    private var excess = 0
    private let expected: Int

    private static let notIncluded: Int32 = -1

    /// Creates a collector with capacity for `count` vehicles.
    init(reader: VehicleReader, expecting count: Int, limit: Int) {
        (self.limit, expected) = (limit, count)
        self.reader = reader
        // Capacity that is not used takes no memory.
        vehicles.reserveCapacity(count)
        ids = PackedIDs(expecting: count)
        hashes.reserveCapacity(count)
        vehicleIndices.reserveCapacity(count)
    }

    /// Returns a collector for another list of the document.
    func empty(_ join: VehicleJoin) -> VehicleCollector {
        VehicleCollector(reader: VehicleReader(join), expecting: expected, limit: limit)
    }

    /// Number of vehicles so far, matching or not.
    var count: Int { ids.count }

    /// Whether no element is a vehicle.
    var hasOnlyOtherElements: Bool { count == 0 && parseReport.skipped > 0 }

    /// Reads an element of a list; counts elements that are not vehicles, with the reason.
    mutating func read(_ row: JSONRow) {
        guard row.isObject else { return parseReport.skip(at: row.index, "not an object") }
        let rowDialect = row.dialect
        let fields = idFields[row.array]
        let field = row.idField(in: rowDialect, of: fields)
        guard let field, let bytes = row[field].textBytes else {
            return parseReport.skip(at: row.index, "no \(fields[0].rawValue)")
        }
        guard bytes.min() != 0 else {
            return parseReport.skip(at: row.index, "NUL in \(field.rawValue)")
        }
        // Nothing can stand for it: UTF-8 has no lone surrogates, and U+FFFD would make IDs equal.
        guard !row[field].isRepaired else {
            return parseReport.skip(at: row.index, "lone surrogate in \(field.rawValue)")
        }
        guard count < limit else { return excess += 1 }
        ids.append(bytes)
        hashes.append(ByteIndex.hash(UnsafeRawBufferPointer(bytes)))
        if dialect == .gbfs { dialect = rowDialect }
        guard reader.append(row, id: bytes, in: rowDialect, to: &vehicles) else {
            return vehicleIndices.append(Self.notIncluded)
        }
        vehicleIndices.append(Int32(vehicles.count - 1))
        describe(vehicles.count - 1)
    }

    private mutating func describe(_ index: Int) {
        hasNames = hasNames || vehicles[index].hasNames
        hasRegions = hasRegions || vehicles[index].regionID != nil
        hasStates = hasStates || vehicles[index].namedState != nil
        hasProperties = hasProperties || vehicles[index].hasProperties
    }

    /// Returns the document with the vehicles that were read.
    ///
    /// - Throws: `noVehicles` for a bare array without vehicles, which only its elements could
    ///   identify as a list of vehicles; `overBudget` for too many.
    mutating func document(
        of shape: VehicleListShape, version: String?, repairs: Int, at location: String
    ) throws(FeedFailure) -> VehiclesDocument {
        if excess > 0 {
            throw FeedFailure(
                .size(.overBudget(.vehicles, limit: Int64(limit), size: Int64(count + excess))),
                at: location)
        }
        if shape == .bare, hasOnlyOtherElements {
            throw FeedFailure(.content(.noVehicles), at: location)
        }
        if hasNames, dialect == .gbfs { removeAmbiguousNames() }
        removeDuplicates()
        parseReport.repairs = repairs
        let dialect = count == 0 ? shape.dialect(version: version) : self.dialect
        let mayBeSplit = dialect.traits.splitsVehicles
        var document = VehiclesDocument(
            vehicles: vehicles, total: count - parseReport.duplicates,
            format: shape.format(of: dialect, version: version), dialect: dialect,
            hasNames: hasNames || count > 0 && mayBeSplit, parseReport: parseReport)
        document.hasRegions = hasRegions
        document.properties = reader.propertyNames.map {
            CustomProperty($0, visibility: PrivateHeadings.visibility(of: $0))
        }
        document.stations = reader.stationPlaces
        document.hasStationLocations = reader.hasStationLocations
        document.lacksStates =
            mayBeSplit && !hasStates && !shape.isStatus && (count > 0 || shape == .vehicles)
        document.lacksProperties = mayBeSplit && hasStates && !hasProperties
        return document
    }

    /// Removes the names of vehicles that were read as codes, unless each is that of one vehicle:
    /// many feeds have the name of the model.
    private mutating func removeAmbiguousNames() {
        guard !reader.hasCodes else { return }
        var owners: [String: Int] = [:]
        for index in vehicles.indices {
            guard let name = vehicles[index].code else { continue }
            guard let owner = owners.updateValue(index, forKey: name),
                vehicles[owner].id != vehicles[index].id
            else { continue }
            for index in vehicles.indices { vehicles[index].code = nil }
            hasNames = hasStates
            return
        }
    }

    /// Replaces the first vehicle of each ID by the last one, and removes and counts the others.
    private mutating func removeDuplicates() {
        let (latest, duplicates) = ids.repetitions(hashes)
        parseReport.duplicates = duplicates.count
        if duplicates.isEmpty { return }
        vehicles = vehicleIndices.indices.filter { !duplicates.contains($0) }
            .map { vehicleIndices[latest[$0] ?? $0] }
            .filter { $0 != Self.notIncluded }.map { vehicles[Int($0)] }
    }
}

extension Vehicle {
    /// Whether it has a code or a named state.
    fileprivate var hasNames: Bool { code != nil || name != nil || namedState != nil }

    /// Whether it has a property that `/vehicles` of MDS has.
    fileprivate var hasProperties: Bool { code != nil || typeID != nil || formFactor != nil }
}

import FleetCore
import JSON

/// Reader of vehicles from the elements of a list, joined with their types.
struct VehicleReader {
    var types: InternedValues<ResolvedVehicleType>
    var colors = InternedValues { VehicleColor(lenient: $0) }
    private var strings = InternedValues { $0 }
    /// The stations; `nil` if the system has none.
    private var stations: InternedValues<VehicleStationsDocument.Element?>?
    /// Whether any vehicle has a code of its own, so that names are none.
    private(set) var hasCodes = false
    private static let maxNameLength = 40
    /// The names of the source's own properties, in the order in which they were found.
    private(set) var propertyNames: [String] = []
    /// Whether the location of any vehicle is that of its station.
    private(set) var hasStationLocations = false
    /// States and propulsion types of MDS.
    var states = InternedValues { MDS.state($0) }
    var propulsions = InternedValues { MDS.propulsionType(inList: $0) }
    /// The filter; only its facets are compared.
    private let filter: Filter
    /// The times that reports can have; `nil` for all.
    let times: ReportTimes?
    /// Whether the filter accepts every vehicle.
    private let acceptsAll: Bool

    init(_ join: VehicleJoin) {
        types = InternedValues(join)
        let all = join.stations
        stations = all.isEmpty ? nil : InternedValues { all[$0] }
        (filter, times) = (join.filter, join.times)
        acceptsAll = filter == Filter()
    }

    /// Reads the facets of a vehicle; returns `nil` if the filter rejects them.
    mutating func facets(_ row: JSONRow) -> VehicleFacets? {
        var facets = VehicleFacets(type: type(row))
        if facets.type?.userColor == nil { facets.ownColor = color(row) }
        guard acceptsAll || accepts(colorOf: facets) else { return nil }
        facets.isReserved = Bool(lenient: row[.isReserved]) ?? Bool(lenient: row[.reserved])
        facets.isDisabled = Bool(lenient: row[.isDisabled]) ?? Bool(lenient: row[.disabled])
        // A server of this program sends it (`SnapshotEncoder`).
        facets.namedState = row[.vehicleState].textBytes.flatMap { states[$0] }
        guard acceptsAll || filter.matchesState(facets.state) && accepts(typeOf: facets, row) else {
            return nil
        }
        return facets
    }

    private func accepts(colorOf facets: VehicleFacets) -> Bool {
        if facets.ownColor == nil, let type = facets.type { return type.isColorSelected }
        return filter.color.matches(facets.ownColor)
    }

    private mutating func accepts(typeOf facets: VehicleFacets, _ row: JSONRow) -> Bool {
        filter.types.isEmpty
            || filter.matchesType(facets.type?.id, formFactor(row, facets.type))
    }

    /// Reads all fields but the ID.
    mutating func read(_ row: JSONRow, _ facets: VehicleFacets, into vehicle: inout Vehicle) {
        let type = facets.type
        (vehicle.isReserved, vehicle.isDisabled) = (facets.isReserved, facets.isDisabled)
        (vehicle.namedState, vehicle.code) = (facets.namedState, row.text(.code))
        if vehicle.code != nil { hasCodes = true }
        if row.isOwn {
            (vehicle.name, vehicle.properties) = (name(row), properties(row))
            vehicle.isListed = Bool(lenient: row[.listed])
        } else if vehicle.code == nil, !hasCodes {
            vehicle.code = name(row)
        }
        vehicle.color = facets.ownColor ?? type?.effectiveColor
        vehicle.typeID = type?.id
        vehicle.formFactor = formFactor(row, type)
        vehicle.propulsionType = type?.propulsionType ?? shared(row[.propulsionType])
        vehicle.position = position(row)
        if vehicle.position?.isZero ?? true, let position = stationPosition(row) {
            vehicle.position = position
            hasStationLocations = true
        }
        vehicle.currentRangeMeters = row.amount(.currentRangeMeters)
        vehicle.currentFuelPercent = StateOfCharge(row[.currentFuelPercent])?.fraction
        vehicle.lastReported = Timestamp(lenient: row[.lastReported])
        vehicle.stationID = shared(row[.stationID])
        vehicle.regionID = shared(row[.regionID]) ?? stationRegion(row)
        vehicle.pricingPlanID = shared(row[.pricingPlanID]) ?? type?.pricingPlanID
        vehicle.battery = battery(row, of: vehicle, maxRange: type?.maxRangeMeters)
        vehicle.rentalURIs = rentalURIs(row)
        if row.hasMeasurements { vehicle.readMeasurements(row) }
    }

    /// Returns the name; that of GBFS 1.0 may be the number that riders see on the vehicle.
    private func name(_ row: JSONRow) -> String? {
        guard row[.name].bytes.count <= Self.maxNameLength else { return nil }
        return row.text(.name)
    }

    private static let maxProperties = TableColumns.maxProperties
    private static let maxPropertyName = MemberProperties.maxNameLength
    private static let maxPropertyValue = PackedCells.maxLength

    /// Returns the beginning of a text without characters that a terminal obeys.
    static func visible(_ text: String) -> String {
        let scalars = text.unicodeScalars.prefix(maxPropertyValue)
        return String(String.UnicodeScalarView(scalars.filter { !TerminalText.isUnsafe($0) }))
    }

    /// Reads the source's own properties, as this program writes them.
    private mutating func properties(_ row: JSONRow) -> CustomProperties {
        guard row[.properties].kind == .container,
            let members = JSONValue(row[.properties])?.object?.members
        else { return CustomProperties() }
        var values: [(String, String)] = []
        for member in members.prefix(Self.maxProperties) {
            guard let value = String(lenient: member.value).map(Self.visible),
                !member.key.isEmpty, member.key.utf8.count <= Self.maxPropertyName,
                !member.key.unicodeScalars.contains(where: TerminalText.isUnsafe)
            else { continue }
            let name = member.key
            if !propertyNames.contains(name) {
                guard propertyNames.count < Self.maxProperties else { continue }
                propertyNames.append(name)
            }
            values.append((name, value))
        }
        return CustomProperties(values)
    }

    private func position(_ row: JSONRow) -> Position? {
        let latitude = Double(lenient: row[.lat]) ?? Double(lenient: row[.latitude])
        guard let latitude else { return nil }
        let longitude =
            Double(lenient: row[.lon]) ?? Double(lenient: row[.lng])
            ?? Double(lenient: row[.longitude])
        guard let longitude else { return nil }
        return Position(latitude: latitude, longitude: longitude)
    }

    /// Reads the type, and joins it.
    ///
    /// Documents without types contain the form factor itself: in `type`, or in `vehicle_type` in
    /// GBFS 1 feeds, some of which also have `vehicle_type_id`.
    mutating func type(_ row: JSONRow) -> ResolvedVehicleType? {
        (row[.vehicleTypeID].textBytes ?? formFactorBytes(row)).map { types[$0] }
    }

    /// Reads the form factor, unless that of the type is known.
    mutating func formFactor(_ row: JSONRow, _ type: ResolvedVehicleType?) -> String? {
        type?.formFactor ?? shared(row[.formFactor])
            ?? formFactorBytes(row).flatMap { types[$0].formFactor }
    }

    private func formFactorBytes(_ row: JSONRow) -> UnsafeBufferPointer<UInt8>? {
        row[.type].textBytes ?? row[.vehicleType].textBytes
    }

    private mutating func color(_ row: JSONRow) -> VehicleColor? {
        guard let bytes = row[.color].textBytes else { return nil }
        return colors[bytes]
    }

    /// Returns a text shared by many vehicles.
    mutating func shared(_ field: JSONField) -> String? {
        guard let bytes = field.textBytes else { return nil }
        return strings[bytes]
    }

    /// Returns the region of the vehicle's station, or else of its home station.
    private mutating func stationRegion(_ row: JSONRow) -> String? {
        guard stations != nil else { return nil }
        for field in [VehicleFeedField.stationID, .homeStationID] {
            guard let bytes = row[field].textBytes else { continue }
            if let region = stations?[bytes]?.regionID { return region }
        }
        return nil
    }

    /// Returns the location of the vehicle's station, which a vehicle has without one of its own
    /// (GBFS, "vehicle_status.json", `station_id`).
    private mutating func stationPosition(_ row: JSONRow) -> Position? {
        guard stations != nil, let bytes = row[.stationID].textBytes else { return nil }
        return stations?[bytes]?.place.position
    }

    /// The stations that vehicles named so far, by their IDs.
    var stationPlaces: [String: StationPlace] {
        let named = (stations?.created ?? []).compactMap { id, station in
            station.map { (id, $0.place) }
        }
        return Dictionary(named, uniquingKeysWith: { $1 })
    }

    private func battery(_ row: JSONRow, of vehicle: Vehicle, maxRange: Double?) -> Battery? {
        if let fraction = vehicle.currentFuelPercent { return Battery(fraction: fraction) }
        if let range = vehicle.currentRangeMeters, let maxRange {
            return Battery(fraction: range / maxRange, isEstimated: true)
        }
        let charge = VehicleFeedField.batteryFields.lazy.compactMap { StateOfCharge(row[$0]) }.first
        let isEstimated = Bool(lenient: row[.batteryIsEstimated]) ?? false
        return charge?.percentOrFraction.flatMap { Battery(fraction: $0, isEstimated: isEstimated) }
    }

    private func rentalURIs(_ row: JSONRow) -> RentalURIs? {
        RentalURIs(
            web: row.text(.rentalWeb) ?? row.text(.qrURL) ?? row.text(.rentalURIs),
            android: row.text(.rentalAndroid), ios: row.text(.rentalIOS))
    }
}

extension JSONRow {
    /// Whether the vehicle is one of a vehicles document, which may be a list of this program.
    fileprivate var isOwn: Bool {
        [.vehicles, .bare].contains(VehicleListShape.allCases[array])
    }
}

extension Vehicle {
    private static let fields: [(VehicleFeedField, Quantity)] = [
        (.temperature, .temperature), (.connectivity, .connectivity), (.speed, .speed),
        (.tippedOver, .tippedOver), (.isTippedOver, .tippedOver),
    ]
    private static let groups: [VehicleFeedField] = [
        .telemetry, .lastTelemetry, .sensors, .measurements,
    ]

    /// Reads the sensor measurements; a battery measurement is used if there is no battery field.
    mutating func readMeasurements(_ row: JSONRow) {
        var list = MeasurementList(at: lastReported)
        for (field, quantity) in Self.fields { list.add(quantity, row[field]) }
        for field in Self.groups { list.add(group: row[field]) }
        measurements = list.measurements
        guard let index = measurements.firstIndex(where: { $0.quantity == .battery }) else {
            return
        }
        let measurement = measurements.remove(at: index)
        battery = battery ?? Battery(percent: measurement.value.level)
    }
}

extension VehicleColor {
    /// Maximum length of a color, in bytes; a longer one could have thousands of tones, each
    /// compared with all before it.
    private static let maxTextLength = 256

    /// Reads a color from a feed; returns `nil` for other text.
    init?(lenient text: String) {
        guard text.utf8.count <= Self.maxTextLength else { return nil }
        self.init(text)
    }
}

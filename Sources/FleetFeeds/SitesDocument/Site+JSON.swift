import FleetCore
import JSON

extension Site {
    private static let quantities: [(SiteFeedField, Quantity)] = [
        (.temperature, .temperature), (.noiseLevel, .noiseLevel), (.smoke, .smoke),
        (.humidity, .humidity), (.connectivity, .connectivity), (.batteryPercent, .battery),
    ]
    private static let groups: [SiteFeedField] = [.telemetry, .sensors, .measurements]

    /// Reads the site with an ID.
    init(id: String, _ row: JSONRow) {
        self.init(id: id)
        name = String(localized: row[site: .name]) ?? String(localized: row[site: .shortName])
        address = String(localized: row[site: .address])
        regionID = String(lenient: row[site: .regionID])
        if let latitude = row.number(.lat, .latitude),
            let longitude = row.number(.lon, .lng, .longitude)
        {
            position = Position(latitude: latitude, longitude: longitude)
        }
        capacity = row.count(.capacity)
        vehiclesAvailable = row.count(.vehiclesAvailable, .bikesAvailable)
        vehiclesDisabled = row.count(.vehiclesDisabled, .bikesDisabled)
        docksAvailable = row.count(.docksAvailable)
        vehiclesByType = [TypedCount](row[site: .vehicleTypesAvailable])
        docksByType = [TypedCount](row[site: .vehicleDocksAvailable])
        isInstalled = Bool(lenient: row[site: .isInstalled])
        isRenting = Bool(lenient: row[site: .isRenting])
        isReturning = Bool(lenient: row[site: .isReturning])
        lastReported = Timestamp(lenient: row[site: .lastReported])
        if row.hasAny(from: SiteFeedField.temperature.index) { readMeasurements(row) }
    }

    private mutating func readMeasurements(_ row: JSONRow) {
        var list = MeasurementList(at: lastReported)
        for (field, quantity) in Self.quantities { list.add(quantity, row[site: field]) }
        for field in Self.groups { list.add(group: row[site: field]) }
        measurements = list.measurements
    }

    /// Merges the same site from another document, whose values take precedence.
    mutating func merge(_ other: Site) {
        name = other.name ?? name
        position = other.position ?? position
        address = other.address ?? address
        regionID = other.regionID ?? regionID
        capacity = other.capacity ?? capacity
        vehiclesAvailable = other.vehiclesAvailable ?? vehiclesAvailable
        vehiclesDisabled = other.vehiclesDisabled ?? vehiclesDisabled
        docksAvailable = other.docksAvailable ?? docksAvailable
        vehiclesByType = other.vehiclesByType ?? vehiclesByType
        docksByType = other.docksByType ?? docksByType
        isInstalled = other.isInstalled ?? isInstalled
        isRenting = other.isRenting ?? isRenting
        isReturning = other.isReturning ?? isReturning
        lastReported = other.lastReported ?? lastReported
        guard !other.measurements.isEmpty else { return }
        var list = MeasurementList(at: nil)
        for measurement in measurements + other.measurements { list.add(measurement) }
        measurements = list.measurements
    }
}

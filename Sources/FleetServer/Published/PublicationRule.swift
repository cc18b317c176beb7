import FleetCore
import FleetSQL
import FleetService

/// What of each vehicle of a source is published as GBFS.
///
/// Of a table, only the chosen location is published, and never a time: that of a vehicle that was
/// moved is the time of a sighting.
struct PublicationRule {
    /// A reason why a vehicle is not published.
    enum Omission: Error, CaseIterable {
        /// It is in use, reserved, lent, missing, stolen or retired, or in repair and so not where
        /// customers find it (GBFS 3.0, `vehicle_status.json`).
        case unavailable
        case unknownState
        case noLocation
        /// No location of the source is published.
        case hiddenLocation
        case invalidID
    }

    private let isTable: Bool
    /// Whether the IDs rotate already; those of a table never do, whatever its settings say.
    let keepsIDs: Bool
    private let location: Source.PublishedLocation
    /// The locations of the rows of moved vehicles; `nil` if it is not known which these are.
    private let rows: [ByteString: Position?]?
    private let stateHeading: String?
    private let types: TableTypes

    init(_ source: PolledSource, _ info: SnapshotInfo, in reader: any SnapshotReader) throws {
        isTable = info.feed.isTable
        keepsIDs = !isTable && source.source.rotation(observed: info.rotation) == .yes
        location = source.source.publishedLocation
        let isOfRows = isTable && location == .row
        let moved =
            isOfRows ? try reader.content(of: .rowLocations, of: source.vehicles) : nil
        rows = moved.map { moved in
            Dictionary(
                moved.map { (ByteString($0.vehicleID), $0.position) }, uniquingKeysWith: { $1 })
        }
        stateHeading = info.feed.heading(of: .state)
        types = TableTypes(info.feed)
    }

    /// Returns the published members of a vehicle, without its ID and links.
    func published(_ vehicle: Vehicle) throws(Omission) -> Vehicle {
        try requireAvailable(vehicle)
        guard !keepsIDs || vehicle.id.isGBFSID else { throw .invalidID }
        var published = Vehicle(id: "")
        published.position = try position(of: vehicle)
        published.isReserved = false
        published.isDisabled = vehicle.isDisabled
        published.currentRangeMeters = vehicle.currentRangeMeters
        published.currentFuelPercent = vehicle.currentFuelPercent
        published.battery = vehicle.battery
        if isTable {
            types.set(of: vehicle, in: &published)
        } else {
            published.typeID = vehicle.typeID
            published.formFactor = vehicle.formFactor
            published.propulsionType = vehicle.propulsionType
            published.lastReported = vehicle.lastReported
        }
        return published
    }

    /// Returns the word of a table for the type of a vehicle; `nil` if it has none, or is in a feed.
    func typeName(of vehicle: Vehicle) -> String? { isTable ? types.word(of: vehicle) : nil }

    /// Throws unless customers find the vehicle, for all that is known.
    ///
    /// In many tables people write only the exceptions, so a vehicle whose row says nothing about
    /// the state, or has a dash there, is available. A word that is not understood is an exception.
    private func requireAvailable(_ vehicle: Vehicle) throws(Omission) {
        let state = vehicle.state
        if state == .unknown {
            let word = stateHeading.flatMap { vehicle.properties[$0] } ?? ""
            guard isTable, word.allSatisfy({ " -–—".contains($0) }) else { throw .unknownState }
        } else if !state.isOfGBFS || state == .reserved {
            throw .unavailable
        }
    }

    private func position(of vehicle: Vehicle) throws(Omission) -> Position {
        var position = vehicle.position
        if isTable {
            switch location {
            case .hidden: throw .hiddenLocation
            case .sighting: break
            case .row:
                guard let rows else { throw .noLocation }
                if let row = rows[ByteString(vehicle.id)] { position = row }
            }
        }
        guard let position else { throw .noLocation }
        return position
    }
}

extension FeedDescription {
    /// Returns the heading of the column of a field of a table; `nil` without one.
    func heading(of field: TableField) -> String? {
        table?.columns.first { $0.field == field }?.heading
    }
}

extension String {
    /// Whether it is a valid ID: "MUST be in the ASCII printable character range, space excluded"
    /// (GBFS 3.0, "Field Types").
    var isGBFSID: Bool { !isEmpty && utf8.allSatisfy { (0x21...0x7E).contains($0) } }
}

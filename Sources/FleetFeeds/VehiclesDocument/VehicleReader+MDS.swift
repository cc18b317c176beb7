import FleetCore
import JSON

extension VehicleReader {
    /// Reads all fields of a vehicle of MDS but the ID.
    ///
    /// The fields of all versions are read from any document: the state of the vehicle before 2.0
    /// (`last_vehicle_state`), its status in 2.0 (`last_event`, `last_telemetry`), and its
    /// properties.
    mutating func readMDS(_ row: JSONRow, into vehicle: inout Vehicle) {
        vehicle.setState(state(row))
        vehicle.code = row.text(.vehicleID)
        let type = type(row)
        (vehicle.typeID, vehicle.formFactor) = (type?.id, formFactor(row, type))
        vehicle.propulsionType =
            propulsionType(row) ?? type?.propulsionType ?? shared(row[.propulsionType])
        vehicle.color =
            type?.userColor
            ?? (row[.attributeColor].textBytes ?? row[.color].textBytes).flatMap { colors[$0] }
        vehicle.position = position(row)
        let times = times
        vehicle.lastReported = [
            VehicleFeedField.telemetryTime, .currentTime, .eventTime, .lastEventTime,
        ].lazy.compactMap { Timestamp(lenient: row[$0]) }
            .filter { time in times.map { $0.possible(time) != nil } ?? true }.max()
        readCharge(row, into: &vehicle)
        readTelemetry(row, into: &vehicle)
    }

    /// Returns the state; `nil` if the document does not name it.
    private mutating func state(_ row: JSONRow) -> VehicleState? {
        let fields: [VehicleFeedField] = [
            .eventState, .lastVehicleState, .vehicleState, .lastEventType,
        ]
        guard let name = fields.lazy.compactMap({ row[$0].textBytes }).first else { return nil }
        let state = states[name] ?? .unknown
        switch state {
        // Before 1.0, a trip was a reservation with a reason.
        case .reserved where row[.lastEventTypeReason].string == "user_pick_up": return .onTrip
        case .elsewhere:
            let events = [row[.eventTypes], row[.lastEventTypes]].map(\.bytes)
                .map { String(decoding: $0.prefix(Self.maxEventBytes), as: UTF8.self) }.joined()
            return MDS.useByEvent.first { events.contains("\"\($0.type)\"") }?.state ?? state
        default: return state
        }
    }

    private static let maxEventBytes = 1000

    /// Reads the propulsion types, a list of texts or one text.
    private mutating func propulsionType(_ row: JSONRow) -> String? {
        let fields: [VehicleFeedField] = [.propulsionTypes, .propulsionType]
        guard let field = fields.map({ row[$0] }).first(where: { $0.kind == .container }) else {
            return shared(row[.propulsionTypes])
        }
        return field.bytes.count <= 1000 ? propulsions[field.bytes] : nil
    }

    /// Returns the newest position that the document has.
    private func position(_ row: JSONRow) -> Position? {
        position(row, .telemetryLatitude, .telemetryLongitude) ?? point(row[.currentPoint])
            ?? position(row, .currentLatitude, .currentLongitude)
            ?? position(row, .eventLatitude, .eventLongitude) ?? point(row[.lastEventPoint])
    }

    private func position(
        _ row: JSONRow, _ latitude: VehicleFeedField, _ longitude: VehicleFeedField
    ) -> Position? {
        guard let latitude = Double(lenient: row[latitude]),
            let longitude = Double(lenient: row[longitude])
        else { return nil }
        return Position(latitude: latitude, longitude: longitude)
    }

    /// Reads the coordinates of a point of GeoJSON, of which the longitude is the first (RFC 7946,
    /// section 3.1.1).
    private func point(_ field: JSONField) -> Position? {
        guard field.kind == .container, field.bytes.count <= 200 else { return nil }
        let list = field.bytes.dropFirst().dropLast()
        guard !list.contains(UInt8(ascii: "[")) else { return nil }
        let numbers = list.split(separator: UInt8(ascii: ","), maxSplits: 2).prefix(2)
            .map { part -> Double? in
                let digits = part.filter { $0 != UInt8(ascii: "\"") }
                return digits.withUnsafeBufferPointer { Double(lenient: $0) }
            }
        guard numbers.count == 2, let longitude = numbers[0], let latitude = numbers[1] else {
            return nil
        }
        return Position(latitude: latitude, longitude: longitude)
    }

    /// Reads the charge, which is a fraction before 2.0 and a percentage since.
    private func readCharge(_ row: JSONRow, into vehicle: inout Vehicle) {
        let fuel = first([.telemetryFuel, .eventFuel, .fuelPercent], row)
        vehicle.currentFuelPercent = fuel?.percentOrFraction
        let battery =
            first([.telemetryBattery, .eventBattery, .batteryPercent], row)?.percentOrFraction
            ?? StateOfCharge(row[.batteryFraction])?.fraction
        vehicle.battery = (battery ?? vehicle.currentFuelPercent).flatMap {
            Battery(fraction: $0)
        }
    }

    private func first(_ fields: [VehicleFeedField], _ row: JSONRow) -> StateOfCharge? {
        fields.lazy.compactMap { StateOfCharge(row[$0]) }.first
    }

    private func readTelemetry(_ row: JSONRow, into vehicle: inout Vehicle) {
        guard
            row[.telemetrySpeed].kind != .missing || row[.telemetryTippedOver].kind != .missing
        else { return }
        var list = MeasurementList(at: Timestamp(lenient: row[.telemetryTime]))
        list.add(.speed, row[.telemetrySpeed])
        list.add(.tippedOver, row[.telemetryTippedOver])
        vehicle.measurements = list.measurements
    }
}

extension MDS {
    /// Returns the propulsion type of a JSON list of texts.
    static func propulsionType(inList text: String) -> String? {
        let list = try? JSONDocument(Array(text.utf8)).value(maxNodes: 20, maxDepth: 2)
        return propulsionType((list?.array ?? []).compactMap(\.string))
    }
}

import Foundation

/// The members of a detected event, read from its JSON.
///
/// See ``VehicleEvent/json``, ``VehicleTrip/json``, ``EventBatch/summaryJSON`` and
/// ``SiteEvent/json``.
public struct EventDetail: Decodable, Equatable, Sendable {
    /// The name of the kind.
    public var event: String?
    /// The basis: `observed`, `inferred` or `reported`.
    public var basis: String?
    /// The time, as in RFC 3339.
    public var at: String?
    /// The vehicle's ID.
    public var vehicleID: String?
    /// The previous ID, if it changed.
    public var previousID: String?
    /// The latitude.
    public var latitude: Double?
    /// The longitude.
    public var longitude: Double?
    /// The distance of a move or a trip, in metres.
    public var distance: Double?
    /// The vehicle's state.
    public var state: String?
    /// The previous state, if it changed.
    public var previousState: String?
    /// The charge in percent.
    public var battery: Double?
    /// The previous charge in percent, if it changed.
    public var previousBattery: Double?
    /// Whether both charges are estimated.
    public var isEstimated: Bool?
    /// The number of vehicles that left, of counted changes.
    public var departed: Int?
    /// The number of new vehicles, of counted changes.
    public var arrived: Int?
    /// The number of changed IDs, of counted changes.
    public var renamed: Int?
    /// The number of vehicles that are missing at once.
    public var heldBack: Int?
    /// The ID of a trip.
    public var tripID: String?
    /// The start of a trip, as in RFC 3339.
    public var startTime: String?
    /// The duration of a trip, in seconds.
    public var duration: Double?
    /// `began` or `ended`, of an alarm.
    public var phase: String?
    /// The site's ID, of an alarm.
    public var siteID: String?
    /// The site's name, of an alarm.
    public var siteName: String?
    /// The quantity of the sensor, of an alarm.
    public var quantity: String?
    /// The value of the sensor, of an alarm.
    public var value: Value?
    /// The unit of the value.
    public var unit: String?
    // Members that lists leave out.
    var previousLatitude: Double?
    var previousLongitude: Double?
    var eventTypes: [String]?
    var vehicleState: String?

    /// The value of a sensor.
    public enum Value: Decodable, Equatable, Sendable {
        case number(Double)
        case condition(Bool)

        /// Decodes a number, or `true` or `false`.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let holds = try? container.decode(Bool.self) {
                self = .condition(holds)
            } else {
                self = .number(try container.decode(Double.self))
            }
        }
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case event, basis, at
        case vehicleID = "vehicle_id"
        case previousID = "previous_vehicle_id"
        case latitude = "lat"
        case longitude = "lon"
        case distance = "distance_meters"
        case state
        case previousState = "previous_state"
        case battery = "battery_percent"
        case previousBattery = "previous_battery_percent"
        case isEstimated = "battery_estimated"
        case departed = "went"
        case arrived = "came"
        case renamed
        case heldBack = "held_back"
        case tripID = "trip_id"
        case startTime = "start_time"
        case duration = "duration_seconds"
        case phase
        case siteID = "site_id"
        case siteName = "name"
        case quantity, value, unit
        case previousLatitude = "previous_lat"
        case previousLongitude = "previous_lon"
        case eventTypes = "event_types"
        case vehicleState = "vehicle_state"

        static let unlisted: Set<Self> = [
            .previousLatitude, .previousLongitude, .eventTypes, .vehicleState,
        ]
    }

    /// Decodes an event; of one that another version has written, the known members.
    public init(json: [UInt8]) {
        self = (try? JSONDecoder().decode(Self.self, from: Data(json))) ?? Self()
    }

    private init() {}

    /// The columns of a list of events.
    public static var columns: [RecordList.Column<EventDetail>] {
        CodingKeys.allCases.filter { !CodingKeys.unlisted.contains($0) }.map { key in
            .init(key.rawValue) { $0.value(of: key) }
        }
    }

    private func value(of key: CodingKeys) -> FieldValue {
        switch key {
        case .event: FieldValue(event)
        case .basis: FieldValue(basis)
        case .at: FieldValue(at)
        case .vehicleID: FieldValue(vehicleID)
        case .previousID: FieldValue(previousID)
        case .latitude: FieldValue(latitude)
        case .longitude: FieldValue(longitude)
        case .distance: FieldValue(distance)
        case .state: FieldValue(state)
        case .previousState: FieldValue(previousState)
        case .battery: FieldValue(battery)
        case .previousBattery: FieldValue(previousBattery)
        case .isEstimated: FieldValue(isEstimated)
        case .departed: FieldValue(departed)
        case .arrived: FieldValue(arrived)
        case .renamed: FieldValue(renamed)
        case .heldBack: FieldValue(heldBack)
        case .tripID: FieldValue(tripID)
        case .startTime: FieldValue(startTime)
        case .duration: FieldValue(duration)
        case .phase: FieldValue(phase)
        case .siteID: FieldValue(siteID)
        case .siteName: FieldValue(siteName)
        case .quantity: FieldValue(quantity)
        case .value: value.map(\.field) ?? .absent
        case .unit: FieldValue(unit)
        case .previousLatitude: FieldValue(previousLatitude)
        case .previousLongitude: FieldValue(previousLongitude)
        case .eventTypes: eventTypes.map { .texts($0) } ?? .absent
        case .vehicleState: FieldValue(vehicleState)
        }
    }

    /// The event of a vehicle as a JSON object, at a time: see ``VehicleEvent/json``.
    func vehicleJSON(at time: Timestamp) -> JSONObjectWriter {
        let keys: [CodingKeys] = [
            .event, .basis, .at, .vehicleID, .previousID, .latitude, .longitude, .previousLatitude,
            .previousLongitude, .distance, .state, .previousState, .battery, .isEstimated,
            .previousBattery, .tripID, .startTime, .duration, .eventTypes, .vehicleState,
        ]
        var object = JSONObjectWriter()
        for key in keys {
            object.add(key.rawValue, key == .at ? FieldValue(time) : value(of: key))
        }
        return object
    }

    /// The details of changes that were only counted, for people.
    public var turnoverText: String {
        var parts: [String] = []
        if let renamed, renamed > 0 {
            parts.append(
                renamed == 1
                    ? localized("1 ID changed")
                    : localized("\(renamed) IDs changed"))
        }
        if let departed, departed > 0 { parts.append(localized("\(departed) gone")) }
        if let arrived, arrived > 0 { parts.append(localized("\(arrived) new")) }
        if let heldBack { parts.append(localized("\(heldBack) missing at once")) }
        return parts.joined(separator: " · ")
    }

    /// The duration and the distance of a trip, for people.
    public var tripText: String {
        let rounded = duration.map { seconds in
            let unit = seconds < 60 ? 1.0 : 60
            return ShortText.duration(.seconds(Int64((seconds / unit).rounded() * unit)))
        }
        return [rounded, distance.map(ShortText.meters)].compactMap(\.self)
            .joined(separator: " · ")
    }

    /// The sensor and the value of an alarm, for people.
    public var alarmText: String {
        guard let quantity = quantity.flatMap(Quantity.init(rawValue:)) else { return "" }
        return value.map { "\(quantity.label) \(quantity.text(of: $0.measured))" } ?? quantity.label
    }

    /// Returns the details of an event of a vehicle, for people.
    public func text(of kind: VehicleEvent.Kind) -> String {
        var parts: [String] = []
        if let previousID { parts.append(localized("was \(previousID)")) }
        if kind == .moved, let distance { parts.append(ShortText.meters(distance)) }
        if kind.isBatteryEvent, let battery {
            let earlier = previousBattery.map { percent($0) + " → " } ?? ""
            parts.append(earlier + percent(battery))
        }
        if let state, state != VehicleState.unknown.rawValue, !kind.names(state) {
            parts.append(VehicleState(rawValue: state)?.name ?? Language.current.word(state))
        }
        return parts.joined(separator: " · ")
    }

    private func percent(_ value: Double) -> String {
        Battery(percent: value, isEstimated: isEstimated == true).map(ShortText.battery) ?? ""
    }
}

extension VehicleEvent.Kind {
    /// Whether the name of the event already says this state.
    fileprivate func names(_ state: String) -> Bool {
        switch self {
        case .reserved, .disabled: rawValue == state
        case .appeared, .disappeared, .moved, .freed, .enabled, .batteryChanged, .batteryLow,
            .batteryCharged, .zoneEntered, .zoneLeft:
            false
        }
    }
}

extension EventDetail.Value {
    fileprivate var measured: Measurement.Value {
        switch self {
        case .number(let number): .number(number)
        case .condition(let holds): .condition(holds)
        }
    }

    fileprivate var field: FieldValue {
        switch self {
        case .number(let number): .number(number)
        case .condition(let holds): .flag(holds)
        }
    }
}

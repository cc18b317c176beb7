import FleetCore
import FleetSQL
import FleetService
import Foundation

/// A row of the page of events.
struct EventRow: Sendable {
    struct Subject: Sendable {
        var href: String
        var id: String
    }

    var at: ShownTime
    var label: String
    /// `good`, `warn`, `bad`, or empty.
    var tone: String
    var subject: Subject?
    var text: String
    var basis: String

    init(
        _ event: StoredEvent, of source: PolledSource, time: (Timestamp) -> ShownTime
    ) {
        let detail = EventDetail(event)
        at = time(event.at)
        (label, tone) = (event.kind.label, event.kind.tone)
        if let id = event.vehicleID {
            subject = Subject(href: source.path(of: id), id: id)
        } else if let id = detail.siteID {
            subject = Subject(href: source.path(ofSite: id), id: detail.siteName ?? id)
        }
        text = detail.text(of: event.kind)
        basis = detail.basis ?? ""
    }
}

/// The members of a stored event.
struct EventDetail: Decodable, Sendable {
    var event: String?
    var basis: String?
    var at: String?
    var vehicleID: String?
    var previousID: String?
    var latitude: Double?
    var longitude: Double?
    var distance: Double?
    var state: String?
    var previousState: String?
    var battery: Double?
    var previousBattery: Double?
    /// Whether both charges are estimated.
    var isEstimated: Bool?
    var departed: Int?
    var arrived: Int?
    var renamed: Int?
    var heldBack: Int?
    /// `began` or `ended`, of an alarm.
    var phase: String?
    var siteID: String?
    var siteName: String?
    var quantity: String?
    var value: Value?
    var unit: String?

    /// The value of a sensor.
    enum Value: Decodable, Sendable {
        case number(Double)
        case condition(Bool)

        init(from decoder: any Decoder) throws {
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
        case phase
        case siteID = "site_id"
        case siteName = "name"
        case quantity, value, unit
    }

    /// Decodes an event; of one that another version has written, the known members.
    init(_ event: StoredEvent) {
        self = (try? JSONDecoder().decode(Self.self, from: Data(event.json))) ?? Self()
    }

    private init() {}

    /// The names of the members.
    static let fields = CodingKeys.allCases.map(\.rawValue)

    /// The values in the order of the names.
    var values: [FieldValue] {
        let texts = [event, basis, at, vehicleID, previousID].map { FieldValue($0) }
        let places = [latitude, longitude, distance].map { FieldValue($0) }
        let states = [state, previousState].map { FieldValue($0) }
        let charges = [battery, previousBattery].map { FieldValue($0) } + [FieldValue(isEstimated)]
        let counts = [departed, arrived, renamed, heldBack].map { FieldValue($0.map(Double.init)) }
        let sensor: [FieldValue] =
            [phase, siteID, siteName, quantity].map { FieldValue($0) }
            + [value.map(\.field) ?? .absent, FieldValue(unit)]
        return texts + places + states + charges + counts + sensor
    }

    /// Returns the details for people.
    func text(of kind: StoredEvent.Kind) -> String {
        switch kind {
        case .vehicle(let kind): text(of: kind)
        case .turnover: turnoverText
        case .alarmBegan, .alarmEnded: alarmText
        }
    }

    private var turnoverText: String {
        var parts: [String] = []
        if let renamed, renamed > 0 { parts.append(ShortText.count(renamed, "ID") + " changed") }
        if let departed, departed > 0 { parts.append("\(departed) gone") }
        if let arrived, arrived > 0 { parts.append("\(arrived) new") }
        if let heldBack { parts.append("\(heldBack) missing at once") }
        return parts.joined(separator: " · ")
    }

    private var alarmText: String {
        guard let quantity = quantity.flatMap(Quantity.init(rawValue:)) else { return "" }
        return value.map { "\(quantity.label) \(quantity.text(of: $0.measured))" } ?? quantity.label
    }

    private func text(of kind: VehicleEvent.Kind) -> String {
        var parts: [String] = []
        if let previousID { parts.append("was \(previousID)") }
        if kind == .moved, let distance { parts.append(ShortText.meters(distance)) }
        if kind.isBatteryEvent, let battery {
            let earlier = previousBattery.map { percent($0) + " → " } ?? ""
            parts.append(earlier + percent(battery))
        }
        if let state, state != VehicleState.unknown.rawValue { parts.append(state) }
        return parts.joined(separator: " · ")
    }

    private func percent(_ value: Double) -> String {
        Battery(percent: value, isEstimated: isEstimated == true).map(ShortText.battery) ?? ""
    }
}

extension EventDetail.Value {
    fileprivate var measured: FleetCore.Measurement.Value {
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

extension StoredEvent.Kind {
    /// Name for people.
    var label: String {
        switch self {
        case .vehicle(let kind): kind.label
        case .turnover: "turnover"
        case .alarmBegan: "site alarm"
        case .alarmEnded: "site alarm ended"
        }
    }

    /// Class of the event's color.
    fileprivate var tone: String {
        switch self {
        case .vehicle(.freed), .vehicle(.enabled), .vehicle(.batteryCharged), .alarmEnded: "good"
        case .vehicle(.reserved): "warn"
        case .vehicle(.disabled), .vehicle(.batteryLow), .alarmBegan: "bad"
        case .vehicle(.appeared), .vehicle(.disappeared), .vehicle(.moved),
            .vehicle(.batteryChanged), .turnover:
            ""
        }
    }
}

import FleetCore
import FleetService

/// A vehicle in a list: the keys of the template `_row`.
struct VehicleRow: Sendable {
    struct State: Sendable {
        /// `available`, `reserved`, `disabled`, `unknown` or `gone`.
        var name: String
        var label: String
    }

    struct Color: Sendable {
        var label: String
        /// Classes of the tones.
        var tones: [String]
    }

    struct Battery: Sendable {
        var text: String
        /// Width of the bar.
        var width: String
        /// `low`, `medium` or `good`.
        var level: String
    }

    var id: String
    var source: String
    var href: String
    var state: State
    var color: Color?
    var battery: Battery?
    var range: String?
    var typeName: String?
    /// Icon of the form factor.
    var typeIcon: String
    var lat: String?
    var lon: String?
    var distance: String?
    var reported: ShownTime?
    var isFavorite: Bool
    var isGone: Bool
    var isChecked = false
    var favoriteAction: String
    /// Absent if scripts cannot reach it.
    var favoriteUrl: String?

    /// - Parameters:
    ///   - feed: The feed, which names types; nil if none is stored.
    ///   - isGone: Whether the vehicle has left the feed.
    ///   - origin: Position from which the distance is measured, if it is shown.
    ///   - time: Returns a time as the page shows it.
    init(
        _ vehicle: Vehicle, of source: PolledSource, _ feed: FeedDescription?, isFavorite: Bool,
        isGone: Bool = false, origin: Position? = nil, time: (Timestamp) -> ShownTime
    ) {
        id = vehicle.id
        self.source = source.name
        href = source.path(of: vehicle.id)
        state = isGone ? State(name: "gone", label: "not in the feed") : State(vehicle.state)
        color = vehicle.color.map(Color.init)
        battery = vehicle.battery.map(Battery.init)
        range = vehicle.currentRangeMeters.flatMap { $0.isFinite ? ShortText.meters($0) : nil }
        typeName = feed?.typeName(of: vehicle) ?? vehicle.formFactor ?? vehicle.typeID
        typeIcon = Self.icon(of: vehicle.formFactor)
        lat = vehicle.position.map { "\($0.latitude)" }
        lon = vehicle.position.map { "\($0.longitude)" }
        distance = origin.flatMap { origin in
            vehicle.position.map { ShortText.meters(origin.distance(to: $0)) }
        }
        reported = vehicle.lastReported.flatMap { $0.isWritable ? time($0) : nil }
        self.isFavorite = isFavorite
        self.isGone = isGone
        favoriteAction = source.favoriteAction(of: vehicle.id)
        favoriteUrl = source.favoriteAPIPath(of: vehicle.id)
    }

    /// Returns the name of the icon of a form factor (GBFS: `form_factor`).
    static func icon(of formFactor: String?) -> String {
        switch formFactor {
        case "bicycle", "cargo_bicycle": "bicycle"
        case let factor? where factor.hasPrefix("scooter"): "scooter"
        case "moped": "moped"
        case "car": "car"
        default: "vehicle"
        }
    }
}

extension VehicleRow.State {
    init(_ state: VehicleState) { self.init(name: state.rawValue, label: state.rawValue) }
}

extension VehicleRow.Color {
    init(_ color: VehicleColor) {
        self.init(label: color.label, tones: color.tones.map(Self.toneClass))
    }

    /// Returns the class of a tone; one for all tones that the style sheet does not know.
    static func toneClass(_ tone: String) -> String {
        let known: Set = [
            "red", "blue", "green", "yellow", "orange", "purple", "pink", "brown", "black", "white",
            "grey", "cyan",
        ]
        let name = tone == "gray" ? "grey" : tone
        return known.contains(name) ? "t-" + name : "t-other"
    }
}

extension VehicleRow.Battery {
    init(_ battery: FleetCore.Battery) {
        let percent = battery.percent
        self.init(
            text: ShortText.battery(battery), width: "\((percent * 1.9).rounded() / 10)",
            level: percent < 20 ? "low" : percent < 40 ? "medium" : "good")
    }
}

extension PolledSource {
    /// Path of the page of a vehicle.
    ///
    /// Browsers remove the segments `.` and `..` even if they are encoded (URL Standard, section 4.4).
    func path(of id: String) -> String {
        if Self.isDots(id) { return "/v/\(name)" + QueryItems([("id", id)]).query }
        return "/v/\(name)/" + PercentEncoding.encoded(id)
    }

    /// Path to which the form of a favorite is sent.
    func favoriteAction(of id: String) -> String {
        Self.isDots(id) ? path(of: id) : path(of: id) + "/favorite"
    }

    /// Path of a favorite in the API; nil if browsers would change it.
    func favoriteAPIPath(of id: String) -> String? {
        Self.isDots(id) ? nil : apiPath + "/favorites/" + PercentEncoding.encoded(id)
    }

    private static func isDots(_ id: String) -> Bool { [".", ".."].contains(id) }

    /// Path of the source in the API.
    var apiPath: String { "/api/v1/sources/\(name)" }
}

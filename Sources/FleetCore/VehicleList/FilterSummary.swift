extension JSONObjectWriter {
    /// Adds a filter and the number of vehicles that match it, as `filter` and `matching`.
    public mutating func add(_ filter: Filter, matching: Int) {
        add("filter", FilterSummary(filter).json)
        add("matching", matching)
    }
}

/// Summary of the active criteria of a filter, for headers and JSON.
struct FilterSummary {
    private let filter: Filter
    private let hasSavedColors: Bool

    init(_ filter: Filter, hasSavedColors: Bool = false) {
        self.filter = filter
        self.hasSavedColors = hasSavedColors
    }

    /// An object with a member for each criterion; empty if every vehicle matches.
    var json: JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("colors", filter.color.choices.isEmpty ? nil : filter.color.labels)
        object.add("types", filter.types.isEmpty ? nil : filter.types)
        object.add("states", filter.states.isEmpty ? nil : states)
        object.add("min_battery", filter.battery?.minimum)
        object.add("max_battery", filter.battery?.maximum)
        object.add("min_range_meters", filter.range?.minimum)
        object.add("max_range_meters", filter.range?.maximum)
        object.add("idle_seconds", filter.idle.map { Double($0.duration.milliseconds) / 1000 })
        object.add("alarms", filter.alarms.isEmpty ? nil : alarms)
        object.add("near", filter.area.map { Self.json($0.center) })
        object.add("within_meters", filter.area?.radiusMeters)
        object.add("box", filter.box.map(Self.json))
        object.add("station", filter.station)
        object.add("search", search)
        object.add("ids", filter.ids?.ids)
        object.add("favorites", filter.favorites.map { _ in true })
        object.add("unhandled", filter.handled.map { _ in true })
        return object
    }

    /// A phrase for each criterion, such as `color red`; safe for a terminal.
    var phrases: [String] {
        var phrases: [String] = []
        if !filter.color.choices.isEmpty {
            let saved = hasSavedColors ? " (saved; --color all clears)" : ""
            phrases.append(list("color", filter.color.labels) + saved)
        }
        if !filter.types.isEmpty { phrases.append(list("type", filter.types)) }
        if !filter.states.isEmpty { phrases.append(list("state", states)) }
        if let battery = filter.battery { phrases.append("battery " + Self.text(battery)) }
        if let range = filter.range { phrases.append("range " + Self.text(ofMeters: range)) }
        if let idle = filter.idle { phrases.append("idle for " + Self.text(idle.duration)) }
        if !filter.alarms.isEmpty {
            let isAny = filter.alarms.count == Quantity.allCases.count
            phrases.append(isAny ? "any alarm" : "alarm " + alarmLabels.joined(separator: ", "))
        }
        if let area = filter.area { phrases.append("within " + Self.text(area)) }
        if let box = filter.box { phrases.append("in " + Self.text(box)) }
        if let station = filter.station { phrases.append("at " + TerminalText.escaped(station)) }
        if let ids = filter.ids { phrases.append(Self.text(ids)) }
        if filter.favorites != nil { phrases.append("favorites") }
        if filter.handled != nil { phrases.append("not taken or snoozed") }
        if let search { phrases.append("“" + TerminalText.escaped(search) + "”") }
        return phrases
    }

    private var states: [String] {
        VehicleState.allCases.filter(filter.states.contains).map(\.rawValue)
    }

    private var alarms: [String] {
        Quantity.allCases.filter(filter.alarms.contains).map(\.rawValue)
    }

    private var alarmLabels: [String] {
        Quantity.allCases.filter(filter.alarms.contains).map(\.label)
    }

    private var search: String? {
        filter.search.flatMap { $0.isEmpty ? nil : $0 }
    }

    private func list(_ name: String, _ values: [String]) -> String {
        name + " " + TerminalText.escaped(values.joined(separator: ", "))
    }

    private static func json(_ position: Position) -> JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("lat", position.latitude)
        object.add("lon", position.longitude)
        return object
    }

    private static func json(_ box: BoundingBox) -> JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("south", box.southWest.latitude)
        object.add("west", box.southWest.longitude)
        object.add("north", box.northEast.latitude)
        object.add("east", box.northEast.longitude)
        return object
    }

    private static func text(_ battery: ValueRange) -> String {
        switch (battery.minimum, battery.maximum) {
        case (let minimum?, let maximum?): number(minimum) + "–" + number(maximum) + "%"
        case (let minimum?, nil): "at least " + number(minimum) + "%"
        case (nil, let maximum?): "at most " + number(maximum) + "%"
        case (nil, nil): "any"
        }
    }

    private static func text(ofMeters range: ValueRange) -> String {
        switch (range.minimum.map(ShortText.meters), range.maximum.map(ShortText.meters)) {
        case (let minimum?, let maximum?): minimum + " to " + maximum
        case (let minimum?, nil): "at least " + minimum
        case (nil, let maximum?): "at most " + maximum
        case (nil, nil): "any"
        }
    }

    private static func text(_ duration: Duration) -> String {
        let seconds = Double(duration.milliseconds) / 1000
        let units: [(Double, String)] = [(86_400, "d"), (3600, "h"), (60, "min")]
        let unit = units.first { seconds >= $0.0 && (seconds / $0.0).rounded() * $0.0 == seconds }
        return number(seconds / (unit?.0 ?? 1)) + " " + (unit?.1 ?? "s")
    }

    private static func text(_ box: BoundingBox) -> String {
        [box.southWest, box.northEast].map { number($0.latitude) + "," + number($0.longitude) }
            .joined(separator: " to ")
    }

    /// Maximum number of listed IDs.
    private static let maxIDs = 3

    private static func text(_ ids: VehicleIDs) -> String {
        let names = ids.ids.prefix(maxIDs).map { TerminalText.limited($0) }
        let rest = ids.ids.count - names.count
        return "ID " + names.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }

    private static func text(_ area: Area) -> String {
        ShortText.meters(area.radiusMeters) + " of " + number(area.center.latitude) + ","
            + number(area.center.longitude)
    }

    private static func number(_ number: Double) -> String {
        var text = UTF8Buffer()
        text.append(number)
        return text.string
    }
}

extension ShortText {
    /// Returns a phrase for each active criterion, such as `color red`; safe for a terminal.
    ///
    /// - Parameter hasSavedColors: Whether the colors are saved ones, which the phrase then says.
    public static func phrases(of filter: Filter, hasSavedColors: Bool = false) -> [String] {
        FilterSummary(filter, hasSavedColors: hasSavedColors).phrases
    }
}

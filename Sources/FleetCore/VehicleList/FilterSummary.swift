/// Summary of the active criteria of a filter, for headers and JSON.
struct FilterSummary {
    private let filter: Filter

    init(_ filter: Filter) {
        self.filter = filter
    }

    /// An object with a member for each criterion; empty if every vehicle matches.
    var json: JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("colors", filter.color.choices.isEmpty ? nil : filter.color.labels)
        object.add("types", filter.types.isEmpty ? nil : filter.types)
        object.add("states", filter.states.isEmpty ? nil : states)
        object.add("min_battery", filter.battery?.minimum)
        object.add("max_battery", filter.battery?.maximum)
        object.add("near", filter.area.map { Self.json($0.center) })
        object.add("within_meters", filter.area?.radiusMeters)
        object.add("station", filter.station)
        object.add("search", search)
        object.add("favorites", filter.favorites.map { _ in true })
        return object
    }

    /// A phrase for each criterion, such as `color red`; safe for a terminal.
    var phrases: [String] {
        var phrases: [String] = []
        if !filter.color.choices.isEmpty { phrases.append(list("color", filter.color.labels)) }
        if !filter.types.isEmpty { phrases.append(list("type", filter.types)) }
        if !filter.states.isEmpty { phrases.append(list("state", states)) }
        if let battery = filter.battery { phrases.append("battery " + Self.text(battery)) }
        if let area = filter.area { phrases.append("within " + Self.text(area)) }
        if let station = filter.station { phrases.append("at " + TerminalText.escaped(station)) }
        if filter.favorites != nil { phrases.append("favorites") }
        if let search { phrases.append("“" + TerminalText.escaped(search) + "”") }
        return phrases
    }

    private var states: [String] {
        VehicleState.allCases.filter(filter.states.contains).map(\.rawValue)
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

    private static func text(_ battery: BatteryRange) -> String {
        switch (battery.minimum, battery.maximum) {
        case (let minimum?, let maximum?): number(minimum) + "–" + number(maximum) + "%"
        case (let minimum?, nil): "at least " + number(minimum) + "%"
        case (nil, let maximum?): "at most " + number(maximum) + "%"
        case (nil, nil): "any"
        }
    }

    private static func text(_ area: Area) -> String {
        number(area.radiusMeters) + " m of " + number(area.center.latitude) + ","
            + number(area.center.longitude)
    }

    private static func number(_ number: Double) -> String {
        var text = UTF8Buffer()
        text.append(number)
        return text.string
    }
}

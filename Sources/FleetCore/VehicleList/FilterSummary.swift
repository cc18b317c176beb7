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
        object.add("zones", filter.zones.map(\.allNames))
        object.add("regions", filter.regions.isEmpty ? nil : filter.regions)
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
            let colors = Self.list(filter.color.choices.map(ShortText.color))
            let saved = hasSavedColors ? " (saved; --color all clears)" : ""
            phrases.append(localized("color \(colors)") + saved)
        }
        if !filter.types.isEmpty { phrases.append(localized("type \(Self.list(filter.types))")) }
        if !filter.states.isEmpty {
            let names = VehicleState.allCases.filter(filter.states.contains).map(\.name)
            phrases.append(localized("state \(Self.list(names))"))
        }
        if let battery = filter.battery {
            phrases.append(localized("battery \(Self.text(battery))"))
        }
        if let range = filter.range {
            phrases.append(localized("range \(Self.text(ofMeters: range))"))
        }
        if let idle = filter.idle {
            phrases.append(localized("idle for \(ShortText.duration(idle.duration))"))
        }
        if !filter.alarms.isEmpty {
            let isAny = filter.alarms.count == Quantity.allCases.count
            let labels = alarmLabels.joined(separator: ", ")
            phrases.append(isAny ? localized("any alarm") : localized("alarm \(labels)"))
        }
        if let area = filter.area { phrases.append(Self.text(area)) }
        if let box = filter.box { phrases.append(Self.text(box)) }
        if let zones = filter.zones { phrases.append(localized("in \(Self.text(zones))")) }
        if !filter.regions.isEmpty {
            phrases.append(localized("region \(Self.list(filter.regions))"))
        }
        if let station = filter.station {
            phrases.append(localized("at \(TerminalText.escaped(station))"))
        }
        if let ids = filter.ids { phrases.append(Self.text(ids)) }
        if filter.favorites != nil { phrases.append(localized("favorites")) }
        if filter.handled != nil { phrases.append(localized("not taken or snoozed")) }
        if let search {
            let text = TerminalText.escaped(search)
            phrases.append(localized("“\(text)”"))
        }
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

    private static func list(_ values: [String]) -> String {
        TerminalText.escaped(values.joined(separator: ", "))
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
        case (let minimum?, let maximum?):
            ShortText.number(minimum) + "–" + ShortText.percent(maximum)
        case (let minimum?, nil): localized("at least \(ShortText.percent(minimum))")
        case (nil, let maximum?): localized("at most \(ShortText.percent(maximum))")
        case (nil, nil): localized("any")
        }
    }

    private static func text(ofMeters range: ValueRange) -> String {
        switch (range.minimum.map(ShortText.meters), range.maximum.map(ShortText.meters)) {
        case (let minimum?, let maximum?): localized("\(minimum) to \(maximum)")
        case (let minimum?, nil): localized("at least \(minimum)")
        case (nil, let maximum?): localized("at most \(maximum)")
        case (nil, nil): localized("any")
        }
    }

    private static func text(_ box: BoundingBox) -> String {
        localized("in \(text(box.southWest)) to \(text(box.northEast))")
    }

    private static func text(_ zones: ZoneFilter) -> String {
        let areas = zones.areas.isEmpty ? [] : [localized("an area")]
        return (zones.names.map { TerminalText.limited($0) } + areas).joined(separator: ", ")
    }

    /// Maximum number of listed IDs.
    private static let maxIDs = 3

    private static func text(_ ids: VehicleIDs) -> String {
        let names = ids.ids.prefix(maxIDs).map { TerminalText.limited($0) }
        let rest = ids.ids.count - names.count
        let list = names.joined(separator: ", ")
        return rest > 0 ? localized("ID \(list) and \(rest) more") : "ID " + list
    }

    private static func text(_ area: Area) -> String {
        localized("within \(ShortText.meters(area.radiusMeters)) of \(text(area.center))")
    }

    /// Returns a position in the form that people type.
    private static func text(_ position: Position) -> String {
        number(position.latitude) + "," + number(position.longitude)
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

    /// Returns a text that differs between filters, for caches: the phrases in English, in which
    /// alone all words differ.
    public static func key(of filter: Filter) -> String {
        Language.inEnglish { phrases(of: filter).joined() }
    }

    /// Returns a selected color, such as `blue-red`; in English as the user types it.
    public static func color(_ choice: ColorFilter.Choice) -> String {
        switch choice {
        case .tones(let tones): color(tones: tones)
        case .unknown: Language.current.word(choice.label)
        }
    }

    /// Returns the name of a color with these tones, such as `blue-red`.
    public static func color(tones: [String]) -> String {
        tones.map(Language.current.word).joined(separator: "-")
    }
}

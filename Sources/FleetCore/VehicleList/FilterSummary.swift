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
    /// Option or key that clears the saved colors.
    private let clearing: String

    init(_ filter: Filter, hasSavedColors: Bool = false, clearing: String = "--color all") {
        (self.filter, self.hasSavedColors, self.clearing) = (filter, hasSavedColors, clearing)
    }

    /// An object with a member for each criterion; empty if every vehicle matches.
    var json: JSONObjectWriter {
        var object = JSONObjectWriter()
        for part in FilterPart.all { add(part, to: &object) }
        return object
    }

    private func add(_ part: FilterPart, to object: inout JSONObjectWriter) {
        switch part {
        case .color: object.add("colors", Self.nonEmpty(filter.color.labels))
        case .types: object.add("types", Self.nonEmpty(filter.types))
        case .states: object.add("states", Self.nonEmpty(states.map(\.rawValue)))
        case .battery:
            object.add("min_battery", filter.battery?.minimum)
            object.add("max_battery", filter.battery?.maximum)
        case .range:
            object.add("min_range_meters", filter.range?.minimum)
            object.add("max_range_meters", filter.range?.maximum)
        case .idle:
            object.add("idle_seconds", filter.idle.map { Double($0.duration.milliseconds) / 1000 })
        case .alarms: object.add("alarms", Self.nonEmpty(alarms.map(\.rawValue)))
        case .area:
            object.add("near", filter.area.map { Self.json($0.center) })
            object.add("within_meters", filter.area?.radiusMeters)
        case .box: object.add("box", filter.box.map(Self.json))
        case .zones: object.add("zones", filter.zones.map(\.allNames))
        case .rules: object.add("rules", filter.rules.map(\.names))
        case .regions: object.add("regions", Self.nonEmpty(filter.regions))
        case .station: object.add("station", filter.station)
        case .listed: object.add("listed", filter.isListed)
        case .ids: object.add("ids", filter.ids?.ids)
        case .favorites: object.add("favorites", filter.favorites.map { _ in true })
        case .handled: object.add("unhandled", filter.handled.map { _ in true })
        case .conditions: object.add("where", Self.nonEmpty(filter.conditions.map(\.text)))
        case .search: object.add("search", search)
        }
    }

    /// A phrase for each criterion, such as `color red`; safe for a terminal.
    var phrases: [String] { FilterPart.all.compactMap(phrase) }

    private func phrase(_ part: FilterPart) -> String? {
        switch part {
        case .color: filter.color.choices.isEmpty ? nil : colorPhrase
        case .types: Self.list(filter.types).map { localized("type \($0)") }
        case .states: Self.list(states.map(\.name)).map { localized("state \($0)") }
        case .battery: filter.battery.map { localized("battery \(Self.text($0))") }
        case .range: filter.range.map { localized("range \(Self.text(ofMeters: $0))") }
        case .idle: filter.idle.map { localized("idle for \(ShortText.duration($0.duration))") }
        case .alarms: alarms.isEmpty ? nil : alarmPhrase
        case .area: filter.area.map(Self.text)
        case .box: filter.box.map(Self.text)
        case .zones: filter.zones.map { localized("in \(Self.text($0))") }
        case .rules: filter.rules.flatMap(Self.phrase)
        case .regions: Self.list(filter.regions).map { localized("region \($0)") }
        case .station: filter.station.map { localized("at \(TerminalText.escaped($0))") }
        case .listed:
            filter.isListed.map { $0 ? localized("in the asset list") : Vehicle.unlisted }
        case .ids: filter.ids.map(Self.text)
        case .favorites: filter.favorites.map { _ in localized("favorites") }
        case .handled: filter.handled.map { _ in localized("not taken or snoozed") }
        case .conditions: Self.list(filter.conditions.map(\.text))
        case .search: search.map { localized("“\(TerminalText.escaped($0))”") }
        }
    }

    private var colorPhrase: String {
        let colors = Self.list(filter.color.choices.map(ShortText.color)) ?? ""
        return localized("color \(colors)") + (hasSavedColors ? " (saved; \(clearing) clears)" : "")
    }

    private var alarmPhrase: String {
        let labels = alarms.map(\.label).joined(separator: ", ")
        return alarms.count == Quantity.allCases.count
            ? localized("any alarm") : localized("alarm \(labels)")
    }

    private var states: [VehicleState] { VehicleState.allCases.filter(filter.states.contains) }

    private var alarms: [Quantity] { Quantity.allCases.filter(filter.alarms.contains) }

    private var search: String? {
        filter.search.flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func nonEmpty(_ values: [String]) -> [String]? { values.isEmpty ? nil : values }

    private static func list(_ values: [String]) -> String? {
        values.isEmpty ? nil : TerminalText.escaped(values.joined(separator: ", "))
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

    private static func phrase(_ rules: RuleFilter) -> String? {
        list(rules.sorted.map(\.name)).map { localized("rule \($0)") }
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
        text.append(number, roundedTo: 6)
        return text.string
    }
}

extension ShortText {
    /// Returns a phrase for each active criterion, such as `color red`; safe for a terminal.
    ///
    /// - Parameters:
    ///   - hasSavedColors: Whether the colors are saved ones, which the phrase then says.
    ///   - clearing: Option or key that clears them.
    public static func phrases(
        of filter: Filter, hasSavedColors: Bool = false, clearing: String = "--color all"
    ) -> [String] {
        FilterSummary(filter, hasSavedColors: hasSavedColors, clearing: clearing).phrases
    }

    /// Returns a text that differs between filters, for caches: all values of the criteria, which
    /// phrases round and shorten, and who sees which values.
    public static func key(of filter: Filter) -> String {
        FilterSummary(filter).json.text.string + "\n" + ValueVisibility.key
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

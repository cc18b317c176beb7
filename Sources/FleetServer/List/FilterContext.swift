import FleetCore
import FleetService
import FleetTeam

/// The form of the filter: the keys of the template `_filters`.
struct FilterContext: Sendable {
    struct Choice: Sendable {
        var value: String
        var label: String
        var count: String
        var isChecked: Bool
        /// Classes of the tones of a color.
        var tones: [String] = []
    }

    struct Active: Sendable {
        var label: String
        /// Absent for colors, which a form clears.
        var removeHref: String?
    }

    /// Colors that are saved, that only this page has, or both; each text is absent otherwise.
    struct Colors: Sendable {
        /// The shown colors, which are saved.
        var saved: String?
        /// The shown colors, which are not saved.
        var shown: String?
        /// The saved colors, while the page shows others.
        var others: String?
        /// The address of the page with the saved colors.
        var savedHref: String?
    }

    /// A form that saves colors, whose buttons are elsewhere.
    struct ColorForm: Sendable {
        var id: String
        var fields: [HiddenField]
    }

    var action: String
    var hidden: [HiddenField]
    var search: String
    var colors: [Choice]
    var states: [Choice]
    var types: [Choice]
    var minBattery, maxBattery, minRange, maxRange, near, nearMe, within, idle: String
    var hasStations: Bool
    var stations: [SelectOption]
    var hasZones: Bool
    var zones: [SelectOption]
    var hasRules: Bool
    var rules: [SelectOption]
    var hasRegions: Bool
    var regions: [SelectOption]
    var hasAssets: Bool
    var listed: [SelectOption]
    var sorts: [SelectOption]
    var isReversed: Bool
    var isOpen = false
    /// Number of active criteria besides color and search.
    var activeCount: String?
    /// Removes all filters of a list with a view; a form does so elsewhere.
    var clearHref: String?
    var hasActive: Bool
    var active: [Active]
    var colorNotice: Colors?
    /// The colors of the page, for the form that is sent.
    var shownColors: String
    var colorForms: [ColorForm] = []

    /// Number of colors that are offered; further ones are found by the search.
    private static let maxColors = 12

    /// - Parameter path: Path of the page, without its query.
    init(_ list: FleetList, at path: String, _ request: UserRequest) {
        let (query, items) = (list.query, request.query)
        let (filter, input) = (query.vehicles.filter, query.input)
        let base = list.items(request)
        action = path
        hidden = Self.hidden(of: query, base)
        (search, nearMe) = (filter.search ?? "", input[.nearMe] ?? "")
        // The number beside a choice is that of the vehicles that it would leave.
        let matching = MatchingFacets(list.matchingFacets, filter, list.feed)
        colors = Self.colors(list.facets, filter.color, matching)
        states = Self.states(list.facets, filter.states, matching)
        types = Self.types(list.facets, filter.types, list.feed, matching)
        // Fields of numbers refuse the sign that an address may have.
        let charges = [input[.minBattery], input[.maxBattery]].map { charge in
            (charge ?? "").filter { $0 != "%" && $0 != " " }
        }
        (minBattery, maxBattery) = (charges[0], charges[1])
        (minRange, maxRange) = (input[.minRange] ?? "", input[.maxRange] ?? "")
        (near, within, idle) = (input[.near] ?? "", input[.within] ?? "", input[.idle] ?? "")
        stations = Self.stations(list.sites, filter.station)
        hasStations = !stations.isEmpty
        zones = SelectOption.options(list.zoneNames, input[all: .zone])
        hasZones = !zones.isEmpty
        rules = Self.rules(filter.rules)
        hasRules = hasZones || filter.rules != nil
        regions = SelectOption.options(list.regionNames, input[all: .region])
        hasRegions = !regions.isEmpty
        hasAssets = list.feed?.assets != nil || filter.isListed != nil
        listed = [("yes", localized("with a row")), ("no", localized("without a row"))].map {
            SelectOption(value: $0, label: $1, isSelected: input[.listed] == $0)
        }
        sorts = Self.sorts(of: query)
        isReversed = query.vehicles.isReversed
        shownColors = filter.color.labels.joined(separator: ",")
        let savesColors = query.view == nil && query.unhandled == nil
        clearHref = savesColors ? nil : path + base.query
        active = Self.active(query, path, items, savesColors) + Self.savedColors(of: list)
        let inPanel = active.count - (filter.color == .all ? 0 : 1) - (search.isEmpty ? 0 : 1)
        activeCount = inPanel > 0 ? "\(inPanel)" : nil
        if savesColors {
            colorNotice = Self.colorNotice(list, path, items)
            colorForms = ColorForm.all(items, base, filter.color)
        }
        hasActive = !active.isEmpty || colorNotice != nil
    }

    /// Returns the items of the address that the form keeps beside its fields.
    /// - Parameter base: The items that keep the sources and the past time.
    private static func hidden(of query: FleetQuery, _ base: QueryItems) -> [HiddenField] {
        let input = query.input
        var items = base.items
        if query.onlyFavorites { items.append(("favorites", "1")) }
        if let view = query.view {
            // The values of the form replace those of the view, also by none.
            items.append(("view", view.id.text))
            items += ["color", "state", "type", "reverse"].map { ($0, "") }
        }
        if query.namesColumns, let columns = input.columnNames {
            items.append(("fields", NameText.list(columns)))
        }
        items += input[all: .alarm].map { ("alarm", $0) }
        items += input[all: .condition].map { ("where", $0) }
        if let group = query.unhandled { items.append(("unhandled", group.rawValue)) }
        if let box = input[.bbox] { items.append(("bbox", box)) }
        // The fields have one of them.
        items += input[all: .zone].dropFirst().map { ("zone", $0) }
        items += (query.vehicles.filter.rules?.names ?? []).dropFirst().map { ("rule", $0) }
        items += input[all: .region].dropFirst().map { ("region", $0) }
        let showsAllColors = input[.color] != nil && query.vehicles.filter.color == .all
        if showsAllColors { items.append(("color", "all")) }
        return items.map(HiddenField.init)
    }

    private static func states(
        _ facets: [FacetCount], _ selected: Set<VehicleState>, _ matching: MatchingFacets
    ) -> [Choice] {
        let present = Set(facets.map(\.state)).union(selected).union(VehicleState.common)
        return VehicleState.allCases.filter(present.contains).map { state in
            Choice(
                value: state.rawValue, label: state.name, count: matching.text(ofState: state),
                isChecked: selected.contains(state))
        }
    }

    /// Returns the first stations, and the selected one.
    private static func stations(_ sites: [Site], _ selected: String?) -> [SelectOption] {
        var stations = sites.prefix(500).map {
            SelectOption(value: $0.id, label: $0.name ?? $0.id, isSelected: $0.id == selected)
        }
        if let selected, !stations.contains(where: \.isSelected) {
            let name = sites.first { $0.id == selected }?.name ?? selected
            stations.append(SelectOption(value: selected, label: name, isSelected: true))
        }
        return stations
    }

    /// Returns the rules; the field selects the first of several.
    private static func rules(_ filter: RuleFilter?) -> [SelectOption] {
        let selected = filter?.names.first
        return ZoneRule.Restriction.selectable.map {
            SelectOption(value: $0.word, label: $0.name, isSelected: $0.word == selected)
        }
    }

    private static func sorts(of query: FleetQuery) -> [SelectOption] {
        let sort = query.input[.sort] ?? (query.origin == nil ? "id" : "distance")
        return SortField.allCases.filter { $0 != .distance || query.origin != nil }.map {
            SelectOption(value: $0.rawValue, label: $0.label, isSelected: $0.rawValue == sort)
        }
    }

    private static func colorNotice(
        _ list: FleetList, _ path: String, _ items: QueryItems
    ) -> Colors? {
        let color = list.query.vehicles.filter.color
        let label = color == .all ? nil : color.choices.map(ShortText.color).listed
        if list.hasSavedColors { return label.map { Colors(saved: $0) } }
        let others = list.savedColorText
        guard label != nil || others != nil else { return nil }
        return Colors(
            shown: label, others: others,
            savedHref: path + items.ofFirstPage.removing("color").query)
    }

    /// Returns the tones of the vehicles, which select every color that has them, and the selected
    /// colors of several tones.
    private static func colors(
        _ facets: [FacetCount], _ filter: ColorFilter, _ matching: MatchingFacets
    ) -> [Choice] {
        var counts: [String: Int] = [:]
        for facet in facets {
            for tone in facet.color?.tones ?? ["unknown"] {
                counts[tone, default: 0] += facet.count
            }
        }
        let selected = Set(filter.labels)
        let tones = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
        let shown = tones.prefix(maxColors) + tones.dropFirst(maxColors).filter(selected.contains)
        let others = filter.labels.filter { counts[$0] == nil }
        return (shown + others).map { label in
            let color = VehicleColor(label)
            let choice = ColorFilter([label]) ?? .all
            return Choice(
                value: label,
                label: color.map { ShortText.color(tones: $0.tones) }
                    ?? Language.current.word(label),
                count: matching.text(withColor: choice),
                isChecked: selected.contains(label),
                tones: (color?.tones ?? []).map(CellContext.swatchClass))
        }
    }

    /// Returns the most frequent types, and the selected names, form factors and words of others,
    /// which the form must not lose.
    private static func types(
        _ facets: [FacetCount], _ selected: [String], _ feed: FeedDescription?,
        _ matching: MatchingFacets
    ) -> [Choice] {
        var counts: [String: (count: Int, formFactor: String?)] = [:]
        for facet in facets {
            guard let id = facet.typeID ?? facet.formFactor else { continue }
            counts[id, default: (0, facet.formFactor)].count += facet.count
        }
        let shown = counts.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.prefix(50)
        let others = selected.filter { type in !shown.contains { $0.key == type } }
        let names = shown.map { id, facet in
            feed?.typeName(ofType: id, formFactor: facet.formFactor) ?? id
        }
        return zip(shown.map(\.key), names).map { id, name in
            let isShared = names.count { $0 == name } > 1
            return Choice(
                value: id, label: isShared ? "\(name) (\(id))" : name,
                count: matching.text(ofType: { ($0.typeID ?? $0.formFactor) == id }),
                isChecked: selected.contains(id))
        }
            + others.map { type in
                let filter = Filter.ofType(type, in: feed)
                let count = matching.text(ofType: {
                    filter.matchesType($0.typeID, $0.formFactor)
                })
                return Choice(
                    value: type, label: Language.current.word(type), count: count, isChecked: true)
            }
    }

    /// Returns a tag for the saved colors of each of several sources, which clears all of them.
    private static func savedColors(of list: FleetList) -> [Active] {
        guard list.isSeveral else { return [] }
        return list.parts.filter(\.query.hasSavedColors).map { part in
            let colors = part.query.vehicles.filter.color.choices.map(ShortText.color).listed
            return Active(label: localized("\(part.source.name): color \(colors)"))
        }
    }

    /// Returns a tag for each criterion, which removes it.
    /// - Parameter savesColors: Whether a form removes the colors, since that is saved.
    private static func active(
        _ query: FleetQuery, _ path: String, _ items: QueryItems, _ savesColors: Bool
    ) -> [Active] {
        let items = items.ofFirstPage
        func tag(_ part: Filter, _ names: String..., color: Bool = false) -> [Active] {
            var rest = items
            for name in names { rest = rest.removing(name, name.replacing("-", with: "_")) }
            if query.view != nil {
                // An item without a value clears that of the view.
                for name in names { rest = rest.setting(name, [""]) }
            } else if color {
                rest = rest.setting("color", ["all"])
            }
            return ShortText.phrases(of: part).map {
                Active(label: $0, removeHref: color && savesColors ? nil : path + rest.query)
            }
        }
        let filter = query.vehicles.filter
        func part(_ set: (inout Filter) -> Void) -> Filter {
            var part = Filter()
            set(&part)
            return part
        }
        return tag(part { $0.color = filter.color }, "color", color: true)
            + tag(part { $0.types = filter.types }, "type")
            + tag(part { $0.states = filter.states }, "state")
            + tag(part { $0.battery = filter.battery }, "min-battery", "max-battery")
            + tag(part { $0.range = filter.range }, "min-range", "max-range")
            + tag(part { $0.idle = filter.idle }, "idle")
            + tag(part { $0.alarms = filter.alarms }, "alarm")
            + tag(part { $0.handled = filter.handled }, "unhandled")
            + tag(part { $0.area = filter.area }, "near", "within")
            + tag(part { $0.box = filter.box }, "bbox")
            + tag(part { $0.zones = filter.zones }, "zone")
            + tag(part { $0.rules = filter.rules }, "rule")
            + tag(part { $0.regions = filter.regions }, "region")
            + tag(part { $0.station = filter.station }, "station")
            + tag(part { $0.isListed = filter.isListed }, "listed")
            + tag(part { $0.conditions = filter.conditions }, "where")
            + tag(part { $0.search = filter.search }, "search")
    }
}

extension FilterContext.ColorForm {
    /// Returns the forms of a page.
    /// - Parameter base: The items that keep the sources and the past time.
    fileprivate static func all(
        _ items: QueryItems, _ base: QueryItems, _ color: ColorFilter
    ) -> [Self] {
        let rest = items.ofFirstPage.removing("color", ColorHandlers.shown)
        return [
            Self("clear-filters", base, color: ["all"]), Self("clear-color", rest, color: ["all"]),
            Self("save-color", rest, color: color.labels),
        ]
    }

    fileprivate init(_ id: String, _ items: QueryItems, color: [String]) {
        self.id = id
        fields = items.setting("color", color).items.map(HiddenField.init)
    }
}

extension SortField {
    /// Name for people.
    fileprivate var label: String {
        switch self {
        case .id: "ID"
        case .battery: localized("battery")
        case .range: localized("range")
        case .distance: localized("distance")
        case .lastReported: localized("last report")
        }
    }
}

/// The vehicles that match all but the color, type and state of a filter, from which the numbers
/// beside the choices of these three are counted.
private struct MatchingFacets {
    private let facets: [FacetCount]
    private let filter: Filter

    init(_ facets: [FacetCount], _ filter: Filter, _ feed: FeedDescription?) {
        (self.facets, self.filter) = (facets, feed.map(filter.resolvingNames) ?? filter)
    }

    func text(withColor choice: ColorFilter) -> String {
        text({ $0.color = .all }) { choice.matches($0.color) }
    }

    func text(ofState state: VehicleState) -> String {
        text({ $0.states = [] }) { $0.state == state }
    }

    func text(ofType isOfType: (FacetCount) -> Bool) -> String {
        text({ $0.types = [] }, isOfType)
    }

    /// Returns the number of vehicles with a choice that match the filter without its like.
    private func text(
        _ clear: (inout Filter) -> Void, _ isChosen: (FacetCount) -> Bool
    ) -> String {
        var others = filter
        clear(&others)
        let matching = facets.filter { isChosen($0) && others.matches($0) }
        return ShortText.grouped(matching.map(\.count).reduce(0, +))
    }
}

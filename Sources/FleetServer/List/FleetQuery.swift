import FleetCore
import FleetSQL
import FleetService
import FleetTeam
import HTTPTypes

/// The request of a web address to a source: the filter, order and page of a list.
///
/// The names of its items are those of the options of `fleet list`, with `-` or `_`.
struct FleetQuery: Sendable {
    /// The query of the store.
    var vehicles: VehicleQuery
    /// The typed values.
    let input: FilterInput
    /// Whether the colors are the saved ones, which the address does not name.
    let hasSavedColors: Bool
    /// The fields that the address names.
    private let typedFields: Set<FilterInput.Field>
    /// The saved colors of the source; `nil` for a list to which saved colors never apply.
    let savedColors: ColorFilter?
    /// The view that the address names, whose fields those of the address replace.
    let view: TeamView?
    /// Whether only favorites are listed.
    let onlyFavorites: Bool
    /// Position that distances are measured from.
    let origin: Position?
    /// The group whose handled entries are left out.
    let unhandled: AttentionGroup?
    /// The columns that the person chose for the list, unless the address names some.
    var savedColumns: [String]?
    /// Values of the filter that none of the sources has, in a list that shows them.
    var unknownValues: [UnknownFilterValue] = []
    /// The past time that the address names; `nil` for the present.
    private let moment: String?

    /// Whether its fields select by the snapshot alone: favorites differ from person to person,
    /// times without a report from moment to moment, and a past state is another one.
    var isOfSnapshot: Bool {
        !onlyFavorites && unhandled == nil && vehicles.filter.idle == nil && moment == nil
    }

    /// Whether the same address selects the same for everybody: views differ from person to person.
    var isShared: Bool { isOfSnapshot && view == nil }

    /// Returns whether a value is that of the view, which the address does not replace.
    func isFromView(_ value: ListedValue) -> Bool {
        view != nil && !typedFields.contains(value.field)
    }

    /// What a view of the same list contains, with its colors; `nil` if it would be too long.
    /// - Parameter columns: The columns that the person chose; `nil` for those of the address or
    ///   the view.
    func savedContent(columns: [String]? = nil) -> ViewContent? {
        var input = input
        if hasSavedColors { input[all: .color] = vehicles.filter.color.labels }
        if let columns { input[.fields] = NameText.list(columns) }
        return try? ViewContent(input)
    }

    /// The names of the columns: those of the address, or that the person chose, or of the view.
    var columnNames: [String]? { savedColumns ?? input.columnNames }

    /// Whether the address names columns.
    var namesColumns: Bool { typedFields.contains(.fields) && input.columnNames != nil }

    /// The values that a list of a source must have.
    var listedValues: [ListedValue] { vehicles.listedValues + input.listedColumns }

    /// Whether the list is that of the view, without any change.
    var isView: Bool { view.map { savedContent()?.isSame(as: $0.content) == true } ?? false }

    /// - Parameter place: The source among those of a list of several; `nil` in a list of one.
    /// - Throws: `Problem` (400) for a value that is not valid.
    init(
        _ items: QueryItems, view: TeamView? = nil, savedColors: ColorFilter?, now: Timestamp,
        place: SourcePlace? = nil
    ) throws(Problem) {
        let input = Self.input(items, view)
        let saved = savedColors ?? .all
        do throws(FilterInputError) {
            vehicles = try input.query(savedColors: saved).at(now)
            origin = try input.location()
            hasSavedColors = try input.selectedColors() == nil && saved != .all
            onlyFavorites = try input.onlyFavorites()
            try VehicleListEncoder.checkColumns(of: input)
        } catch {
            throw Problem(error)
        }
        let name = items["after"] == nil ? "before" : "after"
        vehicles.isBackwards = name == "before" && items[name] != nil
        if let text = items[name] {
            guard let query = Self.query(vehicles, after: text, place) else {
                throw Problem(
                    .badRequest, "The parameter \(name) is not a position of this list.",
                    hint: "Begin again with the first page.", parameter: name)
            }
            vehicles = query
        }
        unhandled = try items.value(of: .unhandled).flatMap(AttentionGroup.init)
        moment = items[QueryParameter.moment.name]
        (self.input, self.view, self.savedColors) = (input, view, savedColors)
        typedFields = Set(
            items.items.compactMap {
                FilterInput.Field(rawValue: $0.0.replacing("-", with: "_"))
            })
    }

    /// Returns a query after a position, or before it; `nil` for a text that is none.
    private static func query(
        _ query: VehicleQuery, after text: String, _ place: SourcePlace?
    ) -> VehicleQuery? {
        guard let place else {
            return query.position(text).map { query.after($0, isLater: false) }
        }
        guard let after = SourcedPosition(text, of: query),
            let index = place.names.firstIndex(of: after.source)
        else { return nil }
        return query.after(
            after.position,
            isLater: query.isBackwards ? place.index < index : place.index > index)
    }

    /// Returns the fields of an address beside those of a view; an item without a value clears that
    /// of the view.
    private static func input(_ items: QueryItems, _ view: TeamView?) -> FilterInput {
        var typed = FilterInput()
        var base = view?.content.input ?? FilterInput()
        for (name, value) in items.items {
            let name = name.replacing("-", with: "_")
            typed.add(value, to: name)
            if let field = FilterInput.Field(rawValue: name) { base[field] = nil }
        }
        return base.replacing(typed)
    }

    /// All parameters of a list of vehicles in the API.
    static let parameters =
        QueryParameter.filters + [
            QueryParameter(
                "sort", .text,
                """
                Order: \(SortField.allCases.map(\.rawValue).joined(separator: ", ")), or a property.
                """),
            QueryParameter("reverse", .flag, "Reversed order."),
            QueryParameter(
                "limit", .number(0...Int64(FleetAPI.maxLength)),
                """
                At most this many vehicles; the field Link has the address of the following ones.
                """, byDefault: FieldValue(FleetAPI.maxLength)),
            QueryParameter(
                "after", .text, "Position after which the list begins: from the Link field."),
            QueryParameter(
                "fields", .text,
                """
                Only these fields and properties, separated by commas; not with format=gbfs.
                """),
        ] + QueryParameter.formats(ListFormat.names)

    /// The query of the same list in the API, with its favorites and colors but without its page.
    var items: QueryItems {
        var items: [(String, String)] = []
        for field in FilterInput.Field.allCases where field != .nearMe {
            items += input.names(of: field).map { (field.rawValue, $0) }
        }
        if hasSavedColors {
            items.append(("color", vehicles.filter.color.labels.joined(separator: ",")))
        }
        if let unhandled { items.append((QueryParameter.unhandled.name, unhandled.rawValue)) }
        if let moment { items.append((QueryParameter.moment.name, moment)) }
        return QueryItems(items)
    }
}

extension Problem {
    /// Creates the answer to a filter that is not valid.
    init(_ error: FilterInputError) {
        self.init(
            .badRequest, "The parameter \(error.message { $0.rawValue }).",
            hint: "Correct it, or clear the filter.", parameter: error.field.rawValue)
    }
}

extension UnknownFilterValue {
    /// The message, such as `There is no zone Centre`, as a sentence.
    var sentence: String {
        switch value.field {
        case .color: localized("No vehicle has had the color \(shownText).")
        case .type: localized("There is no vehicle type \(shownText).")
        case .zone: localized("There is no zone \(shownText).")
        case .region: localized("There is no region \(shownText).")
        case .condition, .sort, .fields: localized("There is no property \(shownText).")
        case .listed: localized("There is no asset list.")
        case .rule: localized("There are no zones with rules.")
        default: localized("There is no station \(shownText).")
        }
    }

    /// The nearest values, or the existing ones; `nil` if the sources have none.
    var advice: String? {
        suggestions.map {
            nearest.isEmpty ? localized("Use one of: \($0).") : localized("Did you mean \($0)?")
        }
    }
}

extension Problem {
    /// Creates the answer to a value of a filter that no source has.
    /// - Parameter parameter: The parameter or field with the filter; `nil` for that of the value.
    init(
        _ unknown: UnknownFilterValue, _ status: HTTPResponse.Status = .badRequest,
        parameter: String? = nil
    ) {
        self.init(
            status, .verbatim(unknown.sentence),
            hint: .verbatim(unknown.advice ?? localized("The feed has none.")),
            parameter: parameter ?? unknown.value.field.rawValue)
    }
}

/// The place of a source in a list of several.
struct SourcePlace: Sendable {
    /// Its index among the names.
    let index: Int
    /// The names of all of them, in their order.
    let names: [String]
}

extension UserRequest {
    /// Returns the query of each of several sources, and the one that all of them share: without
    /// saved colors and from the first page on.
    /// - Parameters:
    ///   - items: The query of a list; `nil` for that of the request.
    ///   - obeysSaved: Whether the saved colors of each source apply to it.
    ///   - time: The time at which it applies; `nil` for now.
    func fleetQueries(
        of sources: [PolledSource], _ items: QueryItems? = nil, obeysSaved: Bool,
        at time: Timestamp? = nil
    ) async throws -> (all: [FleetQuery], common: FleetQuery) {
        let query = items ?? query
        let view = try await selectedView(of: query)
        // A list that is counted elsewhere has the same colors for everybody.
        let isCounted = query.has(QueryParameter.unhandled.name)
        let usesSaved = obeysSaved && view == nil && !isCounted
        let saved = usesSaved ? try await access.filters.all() : [:]
        let (names, now) = (sources.map(\.name), time ?? environment.now())
        var queries: [FleetQuery] = []
        for (index, source) in sources.enumerated() {
            var own = try FleetQuery(
                query, view: view, savedColors: usesSaved ? saved[source.uuid] ?? .all : nil,
                now: now,
                place: names.count > 1 ? SourcePlace(index: index, names: names) : nil)
            if own.onlyFavorites {
                own.vehicles.filter.favorites = VehicleIDs(
                    try await access.favorites.feedIDs(of: source, in: environment.snapshots))
            }
            if let group = own.unhandled {
                own.vehicles.filter.handled = try await handledVehicles(of: source, in: group)
            }
            queries.append(own)
        }
        let unknown = try await unknownValues(queries[0].listedValues, in: sources)
        if !obeysSaved, let typed = unknown.first(where: { !queries[0].isFromView($0.value) }) {
            throw Problem(typed)
        }
        guard queries.count > 1 else {
            queries[0].unknownValues = unknown
            return (queries, queries[0])
        }
        var common = try FleetQuery(
            query.ofFirstPage, view: view, savedColors: nil, now: now)
        common.vehicles.isBackwards = queries[0].vehicles.isBackwards
        common.unknownValues = unknown
        return (queries, common)
    }

    /// Returns the values that none of some sources has; none while they are unread.
    func unknownValues(
        _ values: [ListedValue], in sources: [PolledSource]
    ) async throws -> [UnknownFilterValue] {
        try await environment.snapshots.read {
            try $0.unknownValues(values, in: sources.map(\.vehicles))
        }
    }

    /// Returns the first region or type of a query of sites that a source does not have; `nil` while
    /// it is unread.
    func unknownValue(
        of query: SiteQuery, ofSites key: SourceKey
    ) async throws -> UnknownFilterValue? {
        guard query.selectsPublished else { return nil }
        return try await environment.snapshots.read { reader in
            guard let feed = try reader.info(of: key)?.feed else { return nil }
            return UnknownFilterValue.all(
                in: query, of: [feed], sites: try reader.sites(of: key)
            ).first
        }
    }

    /// Returns the query of a list, with the colors that the user saved unless it names some, or a
    /// view.
    ///
    /// - Parameter obeysSaved: Whether saved colors apply: on pages, not in the API, as `fleet
    ///   list` applies them to tables only.
    func fleetQuery(
        of source: PolledSource, obeysSaved: Bool, at time: Timestamp? = nil
    ) async throws -> FleetQuery {
        try await fleetQueries(of: [source], obeysSaved: obeysSaved, at: time).common
    }

    /// Returns the view that a query names, by its name or UUID; `nil` without one.
    /// - Throws: `Problem` (404) if the user has no such view.
    func selectedView(of query: QueryItems) async throws -> TeamView? {
        guard let text = query["view"] else { return nil }
        guard let view = TeamView.find(text, in: try await seenViews()) else {
            throw Problem(
                .notFound, "You have no view of this name.",
                hint: """
                    It may have been removed. Choose another one; programs find them at \
                    /api/v1/views.
                    """, parameter: "view")
        }
        return view
    }
}

import FleetCore
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
    /// Whether only favorites are listed.
    let onlyFavorites: Bool
    /// Position that distances are measured from.
    let origin: Position?

    /// Whether it selects the same for everybody and at any moment: favorites differ from person to
    /// person, and so do times without a report from moment to moment.
    var isShared: Bool { !onlyFavorites && vehicles.filter.idle == nil }

    /// - Throws: `Problem` (400) for a value that is not valid.
    init(_ items: QueryItems, savedColors: ColorFilter, now: Timestamp) throws(Problem) {
        var input = FilterInput()
        for (name, value) in items.items {
            input.add(value, to: name.replacing("-", with: "_"))
        }
        do throws(FilterInputError) {
            vehicles = try input.query(savedColors: savedColors).at(now)
            origin = try input.location()
            hasSavedColors = try input.selectedColors() == nil && savedColors != .all
        } catch {
            throw Problem(
                .badRequest, ("the parameter " + error.message { $0.rawValue }).sentence,
                hint: "Correct it, or clear the filter.", parameter: error.field.rawValue)
        }
        if let text = items["after"] {
            guard let after = vehicles.position(text) else {
                throw Problem(
                    .badRequest, "The parameter after is not a position of this list.",
                    hint: "Begin again with the first page.", parameter: "after")
            }
            vehicles.after = after
        }
        self.input = input
        onlyFavorites = try items.flag("favorites")
    }

    /// All parameters of a list of vehicles in the API.
    static let parameters =
        QueryParameter.filters + [
            QueryParameter("sort", .choice(SortField.allCases.map(\.rawValue))),
            QueryParameter("reverse", .flag),
            QueryParameter("limit", .number(0...Int64(FleetAPI.maxLength))),
            QueryParameter("after", .text),
        ] + QueryParameter.formats(ListFormat.allCases.filter { $0 != .table }.map(\.rawValue))

    /// The query of the same list in the API, with its favorites and colors but without its page.
    var items: QueryItems {
        var items: [(String, String)] = []
        for field in FilterInput.Field.allCases {
            let isList = [.color, .type, .state].contains(field)
            let values = isList ? input[all: field] : [input[field]].compactMap(\.self)
            items += values.map { (field.rawValue, $0) }
        }
        if hasSavedColors {
            items.append(("color", vehicles.filter.color.labels.joined(separator: ",")))
        }
        return QueryItems(items)
    }
}

extension UserRequest {
    /// Returns the query of a list, with the colors that the user saved unless it names some.
    ///
    /// - Parameter obeysSaved: Whether saved colors apply: on pages, not in the API, as `fleet
    ///   list` applies them to tables only.
    func fleetQuery(of source: PolledSource, obeysSaved: Bool) async throws -> FleetQuery {
        let hasColors = !query.all("color").isEmpty
        let saved =
            obeysSaved && !hasColors ? try await access.filters.colors(of: source.uuid) : .all
        return try FleetQuery(
            query, savedColors: saved, now: environment.now())
    }
}

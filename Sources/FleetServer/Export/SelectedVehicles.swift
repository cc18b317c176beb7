import FleetCore
import FleetSQL
import FleetService
import FleetTeam
import HTTPTypes

/// The vehicles that a form selects: those that are checked, or all that match the list.
///
/// `matching` is the query of the list. Otherwise each `id` is one of the source, or with the source
/// `*`, as in a list of several, `SOURCE/ID`.
struct SelectedVehicles: Sendable {
    /// The most vehicles of one form.
    static let limit = 500

    let vehicles: [(source: PolledSource, id: String)]

    /// Returns whether a query or a form selects vehicles.
    static func areIn(_ items: QueryItems) -> Bool { items.has("matching") || items.has("id") }

    /// The items of a query that select the same.
    static func items(of query: QueryItems) -> [(name: String, value: String)] {
        query.items.filter { ["source", "id", "matching"].contains($0.name) }
    }

    /// The vehicles by source, in the order of the first of each.
    var bySource: [(source: PolledSource, ids: [String])] {
        var groups: [(source: PolledSource, ids: [String])] = []
        for (source, id) in vehicles {
            if let index = groups.firstIndex(where: { $0.source.uuid == source.uuid }) {
                groups[index].ids.append(id)
            } else {
                groups.append((source, [id]))
            }
        }
        return groups
    }
}

extension SelectedVehicles {
    /// Reads the vehicles that the items of a query or a form select.
    /// - Throws: `Problem` (404) for an unknown source; (422) for too many vehicles.
    init(_ items: QueryItems, _ request: UserRequest) async throws {
        if let matching = items["matching"] {
            try await self.init(matching: QueryItems(matching), request)
            return
        }
        let isOfSeveral = items["source"] == QueryItems.allSources
        let count = items.all("id").count
        guard count <= Self.limit else { throw Problem.tooMany(count) }
        let vehicles = try VehicleIDs(items.all("id")).ids.map { text in
            var (name, id) = (items["source"] ?? "", text)
            if isOfSeveral, let slash = text.firstIndex(of: "/") {
                (name, id) = (String(text[..<slash]), String(text[text.index(after: slash)...]))
            }
            guard let source = request.source(named: name) else {
                throw Problem.unknownSource
            }
            return (source: source, id: id)
        }
        self.init(vehicles: vehicles)
    }

    /// Reads all vehicles of a list, in its order.
    /// - Parameter items: The query of the list.
    private init(matching items: QueryItems, _ request: UserRequest) async throws {
        let sources = try request.selectedSources(of: items)
        let items = items.ofFirstPage.removing("limit")
        var (queries, common) = try await request.fleetQueries(of: sources, items, obeysSaved: true)
        common.vehicles.limit = nil
        self = try await request.environment.snapshots.read { [queries, common] reader in
            let matching = try zip(sources, queries).map { source, query in
                try reader.counts(query.vehicles, of: source.vehicles).matching
            }.reduce(0, +)
            guard matching <= Self.limit else { throw Problem.tooMany(matching) }
            var vehicles: [(source: PolledSource, id: String)] = []
            let cursors = try zip(sources, queries).map { source, query in
                try reader.cursor(of: query.vehicles, from: source.vehicles)
            }
            try common.vehicles.merge(cursors) { vehicles.append((sources[$1], $0.id)) }
            return SelectedVehicles(vehicles: vehicles)
        }
    }
}

extension Problem {
    /// The problem of a form with too many vehicles.
    fileprivate static func tooMany(_ count: Int) -> Problem {
        Problem(
            .unprocessableContent,
            "These are \(count) vehicles; at most \(SelectedVehicles.limit) are possible at once.",
            hint: "Narrow the list with a filter.")
    }
}

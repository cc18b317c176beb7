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

extension UserRequest {
    /// Returns the vehicles that the items of a query or a form select.
    /// - Throws: `Problem` (404) for an unknown source; (422) for too many vehicles.
    func selectedVehicles(_ items: QueryItems) async throws -> SelectedVehicles {
        if let matching = items["matching"] {
            return try await matchingVehicles(QueryItems(matching))
        }
        let isOfSeveral = items["source"] == QueryItems.allSources
        let count = items.all("id").count
        guard count <= SelectedVehicles.limit else { throw Problem.tooMany(count) }
        let ids = VehicleIDs(items.all("id")).ids
        let vehicles = try ids.map { text -> (PolledSource, String) in
            guard isOfSeveral, let slash = text.firstIndex(of: "/") else {
                guard let source = environment.source(named: items["source"] ?? "") else {
                    throw Problem.unknownSource
                }
                return (source, text)
            }
            guard let source = environment.source(named: String(text[..<slash])) else {
                throw Problem.unknownSource
            }
            return (source, String(text[text.index(after: slash)...]))
        }
        return SelectedVehicles(vehicles: vehicles)
    }

    /// Returns all vehicles of a list, in its order.
    /// - Parameter items: The query of the list.
    private func matchingVehicles(_ items: QueryItems) async throws -> SelectedVehicles {
        let sources = try selectedSources(of: items)
        let items = items.removing("after", "limit")
        var (queries, common) = try await fleetQueries(of: sources, items, obeysSaved: true)
        common.vehicles.limit = nil
        return try await environment.snapshots.read { [queries, common] reader in
            let matching = try zip(sources, queries).map { source, query in
                try reader.counts(query.vehicles, of: source.vehicles).matching
            }.reduce(0, +)
            guard matching <= SelectedVehicles.limit else { throw Problem.tooMany(matching) }
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

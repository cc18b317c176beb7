import FleetCore
import FleetSQL

/// The sites of a part of a history: those at its start, and each change of their counts.
struct SiteReplayDocument {
    /// Number of changes beyond which the document ends.
    static let maxChanges = 100_000

    let text: UTF8Buffer

    /// - Parameter names: The sites of the present, whose names and positions the past ones have.
    init(
        source: String, _ period: Range<Timestamp>, names: [Site], in reader: HistoryReader
    ) throws {
        let first: [Site] =
            switch try reader.sites(at: period.lowerBound) {
            case .moment(let snapshot, _): snapshot.sites
            case .before: []
            }
        var changes = try reader.siteChanges(
            after: period.lowerBound, until: period.upperBound, limit: Self.maxChanges + 1)
        var end = period.upperBound
        if changes.count > Self.maxChanges, let last = changes.last {
            // A part ends between two times.
            changes = changes.filter { $0.at < last.at }
            end = last.at
        }
        let known = Dictionary(names.map { ($0.id, $0.name) }) { first, _ in first }
        var object = JSONObjectWriter()
        object.add("source", source)
        object.add("from", period.lowerBound)
        object.add("until", end)
        object.add("sites", first.map { Self.json($0, name: $0.name) })
        object.add(
            "changes",
            changes.map { change in
                var json = Self.json(
                    change.site, name: known[change.site.id] ?? nil, isListed: change.isListed)
                json.add("at", change.at)
                return json
            })
        text = object.text
    }

    private static func json(_ site: Site, name: String?, isListed: Bool = true) -> JSONObjectWriter
    {
        var object = JSONObjectWriter()
        object.add("station_id", site.id)
        object.add("name", name)
        object.add("num_vehicles_available", site.vehiclesAvailable)
        object.add("num_docks_available", site.docksAvailable)
        if !isListed { object.add("is_listed", false) }
        return object
    }
}

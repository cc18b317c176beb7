package import FleetCore
import FleetFeeds
import FleetSQL

extension AreaScope {
    /// Checks that a stored source has the named zone, or any zone if no name is given.
    ///
    /// - Parameter hint: What to do without zones.
    /// - Throws: `CommandError` (66).
    package static func requireZone(
        _ name: String?, of source: ResolvedSource, in context: CommandContext, orElse hint: String
    ) throws {
        let (store, key) = try context.open(source).historyStore()
        try store.snapshots.read { reader in
            guard try reader.hasZone(of: key) else {
                throw CommandError(.noInput, "\(source.label) has no zones", hint: hint)
            }
            guard let name, let unknown = try reader.unknownZone(among: [name], of: key) else {
                return
            }
            throw CommandError(unknown, in: [source.label])
        }
    }

    /// Returns the area of a file, or the zone with a name.
    /// - Throws: `FeedFailure` for a file that cannot be read.
    package static func named(_ name: String) async throws -> AreaScope {
        let filter = try await ZoneFilter(names: [name]).readingFiles()
        if let area = ZoneArea(filter.areas.flatMap(\.polygons)) {
            return .area(name: filter.areaNames[0], area)
        }
        return .zone(name)
    }
}

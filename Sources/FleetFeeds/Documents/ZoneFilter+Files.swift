public import FleetCore

extension ZoneFilter {
    /// Returns the filter with the areas of the GeoJSON files that its names are paths of.
    /// - Throws: `FeedFailure` for a file that cannot be read.
    public func readingFiles() async throws -> ZoneFilter {
        func isFile(_ name: String) -> Bool {
            [".geojson", ".json"].contains { ASCIICase.lowercased(name).hasSuffix($0) }
        }
        var (areas, areaNames) = (areas, areaNames)
        for path in names where isFile(path) {
            let read = try await GeoJSONFile(path: path).areas()
            let name = path.split(separator: "/").last.map(String.init) ?? path
            areas += read
            areaNames += read.map { _ in name }
        }
        return ZoneFilter(names: names.filter { !isFile($0) }, areas: areas, areaNames: areaNames)
    }
}

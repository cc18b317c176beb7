import FleetCore
import FleetSQL
import FleetService
import HTTPTypes
import NIOCore

/// The list of vehicles that a request selects, for the API and for files.
struct RequestedList: Sendable {
    let source: PolledSource
    var query: VehicleQuery
    let format: ListFormat
    /// Whether everyone gets the same answer.
    let isShared: Bool
    private let selection: ListSelection
    /// Whether the source has no vehicles, so that the list is empty.
    private let hasOnlySites: Bool
    private let now: Timestamp

    /// - Throws: `Problem` (400) for an unknown format, field, filter or view.
    init(of source: PolledSource, _ request: UserRequest) async throws {
        var query = try await request.fleetQuery(of: source, obeysSaved: false)
        if query.onlyFavorites {
            query.vehicles.filter.favorites = VehicleIDs(
                try await request.favoriteIDs(of: source))
        }
        (self.source, self.query, isShared) = (source, query.vehicles, query.isShared)
        format = try Self.format(request.query["format"])
        selection = ListSelection(
            fields: try Self.fields(of: query, in: format, request), cells: request.csvCells)
        hasOnlySites = request.environment.sources.states(of: source).hasOnlySites
        now = request.environment.now()
    }

    /// Returns the document of the list, and its last vehicle if others follow.
    func document(
        isStale: Bool, in reader: any SnapshotReader
    ) throws -> (bytes: ByteBuffer, last: Vehicle?) {
        let query = hasOnlySites ? VehicleQuery() : query
        let key = hasOnlySites ? source.sites : source.vehicles
        guard let info = try reader.info(of: key) else { throw Problem.notRead(source) }
        var header = ListHeader(
            source: source.name, feed: info.feed, fetchedAt: info.fetchedAt, isStale: isStale,
            counts: try reader.counts(query, of: source.vehicles))
        header.filter = query.filter
        header.order = query.order
        header.limit = query.limit
        header.rotation = source.source.rotation(observed: info.rotation)
        header.skipped = info.parseReport.skipped
        let style = TableStyle(width: nil, isColored: false, now: now, localTime: { _ in "" })
        let encoder = try VehicleListEncoder(
            format: format, header: header, style: style, selection: selection)
        var (bytes, count, last) = (ByteBuffer(), 0, Vehicle?.none)
        var sink = ByteSink { bytes.writeBytes($0) }
        _ = try encoder.write(
            vehicles: { body in
                try reader.forEachVehicle(query, of: source.vehicles) { vehicle in
                    (count, last) = (count + 1, vehicle)
                    try body(vehicle)
                }
            }, to: &sink)
        return (bytes, count == query.limit ? last : nil)
    }

    /// Returns the names of the selected fields; the documents of GBFS have all of theirs.
    private static func fields(
        of query: FleetQuery, in format: ListFormat, _ request: UserRequest
    ) throws(Problem) -> [String]? {
        guard format == .gbfs else { return query.input.columnNames }
        guard request.query["fields"] == nil else {
            throw Problem("fields", "cannot be used with the format gbfs")
        }
        return nil
    }

    /// Returns the format of a list; JSON without a name.
    /// - Throws: `Problem` (400) for an unknown one.
    private static func format(_ name: String?) throws(Problem) -> ListFormat {
        guard let name else { return .json }
        guard let format = ListFormat(rawValue: name), format != .table else {
            throw Problem(
                .badRequest, "There is no such format.",
                hint: "Use json, ndjson, csv, geojson or gbfs.")
        }
        return format
    }
}

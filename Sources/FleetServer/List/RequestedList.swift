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
    /// The past time of the list; `nil` for the present.
    private let moment: RequestedMoment?

    /// - Throws: `Problem` (400) for an unknown format, field, filter or view.
    init(
        of source: PolledSource, _ request: UserRequest, at moment: RequestedMoment?
    ) async throws {
        let query = try await request.fleetQuery(of: source, obeysSaved: false, at: moment?.at)
        try self.init(of: source, query, request, at: moment)
    }

    /// - Throws: As above.
    init(
        of source: PolledSource, _ query: FleetQuery, _ request: UserRequest,
        at moment: RequestedMoment?
    ) throws {
        self.moment = moment
        (self.source, self.query, isShared) = (source, query.vehicles, query.isShared)
        format = try ListFormat(of: request.query)
        selection = ListSelection(
            fields: try Self.fields(of: query, in: format, request), cells: request.csvCells)
        hasOnlySites = request.environment.sources.states(of: source).hasOnlySites
        now = request.environment.now()
    }

    /// Returns the document of the list, and its last vehicle if others follow.
    func document(
        isStale: Bool, in reader: any SnapshotReader
    ) throws -> (bytes: ByteBuffer, last: Vehicle?) {
        let reader = moment.reader(over: reader)
        guard let header = try header(isStale: isStale, in: reader) else {
            throw Problem.notRead(source)
        }
        let query = shownQuery
        let encoder = try encoder(header)
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

    /// Returns the document of the lists of several sources, merged in the order of a query; one
    /// that was not read yet is named in the header.
    static func document(
        of lists: [RequestedList], _ query: VehicleQuery, isStale: [Bool],
        in reader: any SnapshotReader
    ) throws -> ByteBuffer {
        let reader = (lists.first?.moment).reader(over: reader)
        var (parts, unread): ([(list: RequestedList, header: ListHeader)], [UnreadSource]) = (
            [], []
        )
        for (list, isStale) in zip(lists, isStale) {
            if let header = try list.header(isStale: isStale, in: reader) {
                parts.append((list, header))
            } else {
                unread.append(UnreadSource(list.source.name, cause: "it was not read yet"))
            }
        }
        guard !parts.isEmpty else { throw Problem.notRead(lists[0].source) }
        let header = ListHeader(parts.map(\.header), unread: unread, of: query)
        var bytes = ByteBuffer()
        var sink = ByteSink { bytes.writeBytes($0) }
        _ = try lists[0].encoder(header).write(
            listed: { body in
                let cursors = try parts.map { part in
                    try reader.cursor(of: part.list.shownQuery, from: part.list.source.vehicles)
                }
                try query.merge(cursors, body)
            }, to: &sink)
        return bytes
    }

    /// The query; that of all vehicles for a source that has none.
    private var shownQuery: VehicleQuery { hasOnlySites ? VehicleQuery() : query }

    private func encoder(_ header: ListHeader) throws -> VehicleListEncoder {
        let style = TableStyle(width: nil, isColored: false, now: now, localTime: { _ in "" })
        return try VehicleListEncoder(
            format: format, header: header, style: style, selection: selection)
    }

    /// Returns the header of the list; `nil` if the source was not read yet.
    private func header(isStale: Bool, in reader: any SnapshotReader) throws -> ListHeader? {
        let query = shownQuery
        let key = hasOnlySites ? source.sites : source.vehicles
        guard let info = try reader.info(of: key) else { return nil }
        return ListHeader(
            of: query, in: info, from: source.name,
            counts: try reader.counts(query, of: source.vehicles),
            isStale: isStale && moment == nil,
            rotation: source.source.rotation(observed: info.rotation),
            at: moment?.moment(of: source))
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
}

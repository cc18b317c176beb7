import FleetCore
import FleetSQL
import FleetService
import FleetTeam
import HTTPTypes
import Hummingbird

/// The check of a source's feed over time: its page, and its record in the API.
///
/// Administrators change what is silenced with the other settings of a source
/// (``SourceHandlers``).
struct CheckHandlers {
    /// Days of one answer, which are all that are kept.
    static let maxDays = 400
    private static let usualDays = 30

    func add(to routes: Routes) {
        routes.page(.check) { request in
            try await CheckPage.response(
                request, request.selectedSource(), notice: SourceNotice(request.query))
        }
        routes.api(
            .get, "/sources/:source/check", .reports,
            query: [
                .from.described(
                    """
                    The start, by default 30 days before the end; at most 400 days before it. A \
                    day or a time, such as 2026-05-01 or 2026-05-01T08:00; a time without an \
                    offset is in the time zone of the system.
                    """),
                .to.described(
                    "The end, by default now: a day, which is included, or a time."),
            ]
        ) { try await document($0) }
    }

    private func document(_ request: UserRequest) async throws -> Response {
        let source = try request.source()
        let (zone, now) = (try await request.zone(of: source), request.environment.now())
        let period = try request.period(in: zone, now: now) {
            LocalDay(at: $0, in: zone).advanced(by: -Self.usualDays).start(in: zone)
        }
        guard period.upperBound - period.lowerBound <= .seconds(Self.maxDays * 86_400) else {
            throw Problem(QueryParameter.from.name, "must be at most 400 days before the end")
        }
        let record = try await request.environment.snapshots.changes()
            .check(of: source.vehicles, in: period)
        guard let record else {
            throw Problem(
                .notFound, "The feed of \(source.name) has not been observed yet.",
                hint: "Its check begins with the first reading by a server.")
        }
        // Programs get the same texts as those of the command line.
        return Language.$current.withValue(.english) {
            .json(record.json(of: source.name, source.source.check, at: now))
        }
    }
}

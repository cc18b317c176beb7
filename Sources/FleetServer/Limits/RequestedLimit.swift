import FleetCore
import FleetSQL
import FleetService
import FleetTeam

/// The limit that the path of a request names.
struct RequestedLimit: Sendable {
    /// The version.
    let limit: TeamLimit
    private let request: UserRequest

    /// - Throws: `TeamError.notFound`.
    init(_ request: UserRequest) async throws {
        let id = try request.uuid("id")
        guard let limit = try await request.access.limits().first(where: { $0.id == id }) else {
            throw TeamError.notFound
        }
        (self.limit, self.request) = (limit, request)
    }

    /// Returns the day that the path names.
    /// - Throws: `TeamError.notFound` for a text that is not a day.
    func day() throws -> LocalDay {
        guard let day = LocalDay(try request.parameter("day")) else { throw TeamError.notFound }
        return day
    }

    /// Returns the outcome of the day that the path names.
    /// - Throws: `TeamError.notFound`.
    func decidedDay() async throws -> TeamLimitDay {
        let day = try day()
        guard let found = try await request.access.limitDays(of: limit, in: day...day).first else {
            throw TeamError.notFound
        }
        return found
    }

    /// Returns the vehicles that counted at the worst time of a day, and the zone of its times.
    func vehicles(
        on day: TeamLimitDay
    ) async throws -> ([LimitHistory.CountedVehicle], SystemTimeZone) {
        let history = LimitHistory(in: request.environment)
        let zone = try await history.zone(of: limit.content)
        guard let time = day.verdict.at else { return ([], zone) }
        try request.takePlace(isShared: false)
        return (
            try await history.vehicles(of: limit.content, on: day.day, at: time, in: zone), zone
        )
    }
}

extension RequestedLimit {
    /// Returns the numbers of vehicles over a day; none without one that counted.
    func steps(on day: TeamLimitDay, in zone: SystemTimeZone) async throws -> [LimitDay.Step] {
        guard day.verdict.at != nil else { return [] }
        try request.takePlace(isShared: false)
        return try await LimitHistory(in: request.environment)
            .steps(of: limit.content, on: day.day, in: zone)
    }
}

extension LimitHistory {
    /// Creates the histories of all sources, up to now.
    init(in environment: ServerEnvironment) {
        self.init(
            of: environment.sources.all.map {
                LimitedSource(name: $0.name, $0.source, key: $0.vehicles)
            }, in: environment.snapshots, now: environment.now())
    }

    /// Returns the names of the sources of a limit.
    func sourceNames(of limit: FleetLimit) -> String {
        limit.orderedSources.map { name(of: $0) ?? localized("a removed source") }
            .joined(separator: ", ")
    }
}

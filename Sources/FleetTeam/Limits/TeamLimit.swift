public import FleetCore
import FleetSQL
public import Foundation

/// A version of a limit that administrators have defined.
public struct TeamLimit: Equatable, Sendable {
    /// The maximum number of versions of all limits.
    public static let limit = 100

    /// The ID, a UUID of version 7.
    public var id: UUID
    /// The definition.
    public var content: FleetLimit
    /// The name of its author; `nil` if the account is removed, or for a command on the machine.
    public var createdBy: String?
    /// The time when it was added.
    public var createdAt: Timestamp
    /// The first day of the next version, which ends this one.
    public fileprivate(set) var nextStart: LocalDay?

    /// The last day, included; `nil` for no end.
    public var lastDay: LocalDay? {
        [content.lastDay, nextStart?.advanced(by: -1)].compactMap(\.self).min()
    }

    /// Returns whether it holds on a day.
    public func holds(on day: LocalDay) -> Bool {
        content.firstDay <= day && lastDay.map { day <= $0 } ?? true
    }

    /// Returns whether typed text is its name, ignoring case.
    public func isNamed(_ typed: String) -> Bool {
        PersonText.key(of: typed) == PersonText.key(of: content.name)
    }

    /// The name with the first day, for the audit log.
    var subject: String { "\(content.name), from \(content.firstDay.text)" }
}

extension FleetLimit {
    /// The maximum size of the compact form of an area.
    private static let maxArea = 512 * 1024
    /// The earliest first day, in days before today.
    public static let maxPastDays = 400
    /// The latest day, in days after today.
    static let maxFutureDays = 36_600

    /// Returns the definition as it is stored.
    /// - Throws: ``TeamError/invalid(_:_:)``.
    func checked(at now: Timestamp) throws(TeamError) -> FleetLimit {
        var limit = self
        guard let name = try PersonText.line(name, .limitName, maxLength: ViewName.maxLength) else {
            throw .invalid(.limitName, .tooShort(1))
        }
        guard UUID(uuidString: name) == nil else { throw .invalid(.limitName, .malformed) }
        limit.name = name
        if let type {
            guard let type = try PersonText.line(type, .limitType, maxLength: 200) else {
                throw .invalid(.limitType, .tooShort(1))
            }
            limit.type = type
        }
        guard !sources.isEmpty else { throw .invalid(.limitSources, .tooShort(1)) }
        guard sources.count <= 50 else { throw .invalid(.limitSources, .tooLong(50)) }
        guard (0...1_000_000_000).contains(rule.maximum) else {
            throw .invalid(.limitMaximum, .malformed)
        }
        guard (0...1).contains(rule.neededCoverage) else {
            throw .invalid(.limitCoverage, .malformed)
        }
        try checkGround()
        let today = LocalDay(at: now, in: .utc)
        guard
            (today.advanced(by: -Self.maxPastDays)...today.advanced(by: Self.maxFutureDays))
                .contains(firstDay)
        else { throw .invalid(.firstDay, .malformed) }
        if let lastDay {
            guard lastDay >= firstDay, lastDay <= today.advanced(by: Self.maxFutureDays) else {
                throw .invalid(.lastDay, .malformed)
            }
        }
        return limit
    }

    private func checkGround() throws(TeamError) {
        guard let scopeName else { return }
        guard !scopeName.isEmpty else { throw .invalid(.limitZone, .tooShort(1)) }
        guard scopeName.utf8.count <= 1000 else { throw .invalid(.limitZone, .tooLong(1000)) }
        if case .area(_, let area) = scope, area.bytes.count > Self.maxArea {
            throw .invalid(.limitZone, .tooLong(Self.maxArea))
        }
    }
}

extension TeamTransaction {
    /// Returns the versions of all limits, by name and first day.
    func limits() throws -> [TeamLimit] {
        var limits = try sql.rows(
            """
            SELECT permit_limit.id, permit_limit.name, \(FleetLimit.columnList),
                permit_limit.created_at, coalesce(display_name, team_user.name)
            FROM permit_limit LEFT JOIN team_user ON team_user.id = created_by
            ORDER BY name_key, first_day
            """, [], TeamLimit.init)
        for (index, next) in limits.enumerated().dropFirst()
        where next.isNamed(limits[index - 1].content.name) {
            limits[index - 1].nextStart = next.content.firstDay
        }
        return limits
    }

    /// Returns the version with an ID.
    /// - Throws: ``TeamError/notFound``.
    func limit(_ id: UUID) throws -> TeamLimit {
        guard let limit = try limits().first(where: { $0.id == id }) else {
            throw TeamError.notFound
        }
        return limit
    }
}

extension TeamLimit {
    fileprivate init?(_ row: any SQLRow) {
        let end = 2 + FleetLimit.columns.count
        guard let id = row.uuid(0), let content = FleetLimit(row), let createdAt = row.time(end)
        else { return nil }
        (self.id, self.content, self.createdAt) = (id, content, createdAt)
        createdBy = row.text(end + 1)
    }
}

// Columns.
extension FleetLimit {
    static let columns = [
        "indicator", "days", "maximum", "needed_coverage", "sources", "vehicle_type", "zone",
        "area", "first_day", "last_day",
    ]
    static let columnList = columns.joined(separator: ", ")

    /// The values of ``columns``.
    var values: [SQLValue] {
        let area: String? =
            if case .area(_, let area) = scope {
                Data(area.bytes).base64EncodedString()
            } else {
                nil
            }
        return [
            .text(rule.indicator.name), .optional(rule.indicator.days.map(Int64.init)),
            .integer(Int64(rule.maximum)), .real(rule.neededCoverage),
            .text(SourceList.text(of: sources)), .optional(type), .optional(scopeName),
            .optional(area), .text(firstDay.text), .optional(lastDay?.text),
        ]
    }

    /// Reads the name and ``columns`` from the second column on.
    fileprivate init?(_ row: any SQLRow) {
        guard let name = row.text(1),
            let indicator = row.text(2).flatMap({
                LimitRule.Indicator(name: $0, days: row.integer(3).flatMap { Int(exactly: $0) })
            }), let maximum = row.integer(4).flatMap({ Int(exactly: $0) }),
            let coverage = row.real(5), let firstDay = row.text(10).flatMap({ LocalDay($0) })
        else { return nil }
        var scope = AreaScope.everywhere
        if let zone = row.text(8) {
            scope = .zone(zone)
            if let text = row.text(9) {
                guard let area = ZoneArea(base64: text) else { return nil }
                scope = .area(name: zone, area)
            }
        }
        self.init(
            name: name, LimitRule(indicator, atMost: maximum, neededCoverage: coverage),
            of: Set(SourceList.sources(of: row.text(6))), scope: scope, from: firstDay)
        (type, lastDay) = (row.text(7), row.text(11).flatMap { LocalDay($0) })
    }
}

extension ZoneArea {
    /// Reads the compact form as it is stored; returns `nil` if it is damaged.
    fileprivate init?(base64 text: String) {
        guard let data = Data(base64Encoded: text) else { return nil }
        let everywhere = Box(latitudes: -90...90, longitudes: -540...540)
        self.init(ZoneArea(bytes: Array(data), box: everywhere).polygons)
    }
}

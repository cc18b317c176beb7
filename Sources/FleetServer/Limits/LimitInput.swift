import FleetCore
import FleetSQL
import FleetService
import FleetTeam
import Foundation
import HTTPTypes

/// A new limit as a form or a program describes it, not checked yet.
extension NewLimitDocument {
    /// - Throws: `Problem` (422) for a number that is none.
    init(_ form: QueryItems) throws(Problem) {
        self.init()
        name = form["name"] ?? ""
        indicator = form["indicator"] ?? ""
        days = try Self.number(form, "days", Int.init)
        guard let atMost = try Self.number(form, "at_most", Int.init) else {
            throw Problem(.invalid(.limitMaximum, .tooShort(1)))
        }
        self.atMost = atMost
        sources = form.all("source").filter { !$0.isEmpty }
        (type, zone) = (Self.text(form["vehicle_type"]), Self.text(form["zone"]))
        // The page has percent.
        coverage = try Self.number(form, "coverage", Double.init).map { $0 / 100 }
        (from, until) = (Self.text(form["from"]), Self.text(form["until"]))
    }

    private static func text(_ typed: String?) -> String? {
        let text = typed?.trimmingCharacters(in: .whitespaces) ?? ""
        return text.isEmpty ? nil : text
    }

    private static func number<Number>(
        _ form: QueryItems, _ name: String, _ parse: (String) -> Number?
    ) throws(Problem) -> Number? {
        guard let text = text(form[name]) else { return nil }
        guard let number = parse(text) else { throw Problem(member: name) }
        return number
    }

    /// Returns the limit; without a first day, it begins today.
    /// - Throws: `Problem` (422).
    func limit(for request: UserRequest) async throws -> FleetLimit {
        guard LimitRule.Indicator.names.contains(indicator) else {
            throw Problem(
                .unprocessableContent, "The indicator is not known.",
                hint: "Use \(LimitRule.Indicator.names.listed).", parameter: "indicator")
        }
        // Only one indicator has days, and the form sends them for all.
        let usesDays = LimitRule.Indicator(name: indicator) == nil
        guard
            let counted = LimitRule.Indicator(name: indicator, days: usesDays ? days : nil)
        else { throw Problem(member: "days") }
        let polled = try sources.map { name throws(Problem) in
            guard let source = request.source(named: name) else {
                throw Problem(
                    .unprocessableContent, "There is no such source.",
                    hint: "Use the names of sources.", parameter: "sources")
            }
            return source
        }
        try await require(zone, in: polled, request, for: counted)
        if let unknown = try await request.environment.snapshots.read({ [type] in
            try $0.unknownType(type, in: polled.map(\.vehicles))
        }) {
            throw Problem(unknown, .unprocessableContent, parameter: "vehicle_type")
        }
        var limit = FleetLimit(
            name: name,
            LimitRule(counted, atMost: atMost, neededCoverage: coverage ?? 0.9),
            of: Set(polled.map(\.uuid)),
            scope: zone.map(AreaScope.zone) ?? .everywhere,
            from: try Self.day(from, "from") ?? LocalDay(number: 0))
        (limit.type, limit.lastDay) = (type, try Self.day(until, "until"))
        if from == nil {
            let history = LimitHistory(in: request.environment)
            limit.firstDay = LocalDay(at: history.now, in: try await history.zone(of: limit))
        }
        return limit
    }

    private static func day(_ text: String?, _ name: String) throws(Problem) -> LocalDay? {
        guard let text else { return nil }
        guard let day = LocalDay(text) else { throw Problem(member: name) }
        return day
    }

    /// - Throws: `Problem` (422) if a source lacks the zone, or zones that forbid to park.
    private func require(
        _ zone: String?, in sources: [PolledSource], _ request: UserRequest,
        for indicator: LimitRule.Indicator
    ) async throws {
        guard zone != nil || indicator == .vehiclesInNoParking else { return }
        for source in sources {
            try await source.requireZone(zone, in: request.environment.snapshots)
        }
    }
}

extension PolledSource {
    /// Checks that the source has the named zone, or any zone if no name is given.
    /// - Throws: `Problem` (422).
    func requireZone(_ name: String?, in snapshots: SnapshotReaders) async throws {
        try await snapshots.read { reader in
            guard try reader.hasZone(of: vehicles) else {
                throw Problem(
                    .unprocessableContent, "\(self.name) has no zones.", parameter: "zone")
            }
            guard let name, let unknown = try reader.unknownZone(among: [name], of: vehicles)
            else { return }
            throw Problem(unknown, .unprocessableContent, parameter: "zone")
        }
    }
}

extension Problem {
    /// Creates the answer to a value of a form or a document that cannot be read.
    init(member name: String) {
        self.init(
            .unprocessableContent, "The value of \(name) is not valid.",
            hint: "Correct it and try again.", parameter: name)
    }
}

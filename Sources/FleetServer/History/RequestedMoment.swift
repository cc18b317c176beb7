import FleetCore
import FleetSQL
import FleetService
import HTTPTypes

/// The states of some sources at the past time that a request asks for (`at`).
struct RequestedMoment: Sendable {
    /// In the order of the sources; at least one.
    fileprivate let states: [LoadedSnapshot]
    fileprivate let names: [String]
    fileprivate let zone: SystemTimeZone
    /// The time that was asked for.
    let at: Timestamp

    /// Returns the state of a source.
    func moment(of source: PolledSource) -> PastMoment? {
        states.first { $0.key == source.vehicles }?.moment
    }

    /// Returns a path with the time in its query.
    func path(_ path: String) -> String {
        let query = QueryItems([(QueryParameter.moment.name, text)]).query
        return path + (path.contains("?") ? "&" + query.dropFirst() : query)
    }
}

extension RequestedMoment? {
    /// Returns a reader of the states at the moment; without one, the reader of the present.
    func reader(over present: any SnapshotReader) -> any SnapshotReader {
        map { $0.reader(over: present) } ?? present
    }
}

extension RequestedMoment {
    fileprivate func reader(over present: any SnapshotReader) -> any SnapshotReader {
        LoadedSnapshotReader(states, over: present)
    }
}

extension UserRequest {
    /// Returns the states of some sources at the time that the address names; `nil` for the present.
    ///
    /// A time without an offset is one of the zone of the first source.
    /// - Throws: `Problem` (400) for a text that is not a past time; (404) for a source without a state
    ///   at that time.
    func moment(of sources: [PolledSource]) async throws -> RequestedMoment? {
        guard query[QueryParameter.moment.name] != nil, let first = sources.first else {
            return nil
        }
        let zone = try await zone(of: first)
        guard let time = try pastTime(.moment, in: zone) else { return nil }
        var states: [LoadedSnapshot] = []
        for source in sources {
            let read = try await environment.snapshots.history(of: source.vehicles) {
                try $0.moment(at: time)
            }
            switch read {
            case nil: throw Problem.noHistory(of: source)
            case .before(let first): throw Problem.before(first, of: source, zone)
            case .moment(let snapshot, let past):
                states.append(
                    LoadedSnapshot(snapshot, of: source.vehicles, at: past))
            }
        }
        return RequestedMoment(states: states, names: sources.map(\.name), zone: zone, at: time)
    }

    /// Returns the time zone of the system of a source.
    func zone(of source: PolledSource) async throws -> SystemTimeZone {
        try await environment.snapshots.read { try $0.info(of: source.vehicles)?.feed.zone } ?? .utc
    }

    /// Returns the past time of a parameter; `nil` without a value.
    /// - Throws: `Problem` (400).
    func pastTime(
        _ parameter: QueryParameter, in zone: SystemTimeZone
    ) throws(Problem) -> Timestamp? {
        guard let time = try time(parameter, in: zone) else { return nil }
        guard time <= environment.now() else {
            throw Problem(.future(query[parameter.name] ?? ""), parameter: parameter.name)
        }
        return time
    }

    /// Returns the time of a parameter; `nil` without a value.
    ///
    /// A time without an offset is one of the zone.
    /// - Throws: `Problem` (400).
    func time(_ parameter: QueryParameter, in zone: SystemTimeZone) throws(Problem) -> Timestamp? {
        guard let text = timeText(parameter) else { return nil }
        do throws(MomentTextError) {
            return try MomentText.time(text, in: zone, now: environment.now())
        } catch {
            throw Problem(error, parameter: parameter.name)
        }
    }

    /// Returns the period of the parameters `from`, `to` and `month`, which ends now at the latest.
    /// - Parameter usualStart: Function from the end to the start, if none was typed.
    /// - Throws: `Problem` (400).
    func period(
        in zone: SystemTimeZone, now: Timestamp, usualStart: (Timestamp) -> Timestamp
    ) throws(Problem) -> Range<Timestamp> {
        func typed(_ parameter: QueryParameter) -> String? {
            timeText(parameter).flatMap { $0.isEmpty ? nil : $0 }
        }
        let period = HistoryPeriod(
            from: typed(.from), to: typed(.to), month: typed(.month))
        do throws(MomentTextError) {
            return try period.range(in: zone, now: now, usualStart: usualStart)
        } catch {
            let parameter = period.month == nil ? QueryParameter.from : .month
            throw Problem(error, parameter: parameter.name)
        }
    }

    /// Returns the text of a parameter that is a time; `nil` without a value.
    func timeText(_ parameter: QueryParameter) -> String? {
        query[parameter.name].map { text in
            // A plus sign in an address is a space.
            let isMeantAsOffset =
                text.first?.isNumber == true && text.contains("T") && text.contains(" ")
            return isMeantAsOffset ? text.replacing(" ", with: "+") : text
        }
    }
}

extension Problem {
    /// The answer to a text that is no time, or not one that is asked for.
    init(_ error: MomentTextError, parameter: String?) {
        self.init(
            .badRequest, .verbatim(error.cause.sentence), hint: .verbatim(error.hint.sentence),
            parameter: parameter)
    }

    /// The answer about the past of a source that keeps no history.
    static func noHistory(of source: PolledSource) -> Problem {
        Problem(
            .notFound, "The history of \(source.name) is off.",
            hint: "An administrator can keep one from now on, on the page of the source.",
            parameter: QueryParameter.moment.name)
    }

    /// The answer about a time before the history of a source.
    static func before(_ first: Timestamp, of source: PolledSource, _ zone: SystemTimeZone)
        -> Problem
    {
        // The text has whole seconds.
        let next = zone.text(Timestamp(milliseconds: (first.milliseconds + 999) / 1000 * 1000))
        return Problem(
            .notFound, "\(source.name) has no history before \(next).",
            hint: "Use at=\(next), or a later time.", parameter: QueryParameter.moment.name)
    }
}

// The bar of a page.
extension RequestedMoment {
    /// Returns the bar that says which moment a page shows.
    func bar(_ request: UserRequest) -> PageContext.Moment {
        let oldest = states.map(\.fetchedAt).min() ?? at
        let shown = SystemTimeZone.text(ofLocal: zone.local(at))
        let day = shown.prefix { $0 != " " } + " "
        let data = String(SystemTimeZone.text(ofLocal: zone.local(oldest)).trimmingPrefix(day))
        let name = zone.label
        return PageContext.Moment(
            text: localized("State of \(shown) (data of \(data)), \(name)"),
            gaps: zip(names, states).compactMap { gap(of: $0, $1.moment) },
            action: request.path,
            hidden: request.query.removing(QueryParameter.moment.name, "after").items
                .map(HiddenField.init),
            value: shown,
            nowHref: request.path
                + request.query.removing(QueryParameter.moment.name, "after").query)
    }

    /// The time in addresses.
    fileprivate var text: String { zone.text(at) }

    private func gap(of name: String, _ moment: PastMoment?) -> String? {
        guard let moment, let gap = moment.gap else { return nil }
        let start = SystemTimeZone.text(ofLocal: zone.local(gap.start))
        guard gap.end != moment.at else {
            return localized("\(name) was not read since \(start); this is what it had then.")
        }
        let end = SystemTimeZone.text(ofLocal: zone.local(gap.end))
        return localized(
            "\(name) was not read from \(start) to \(end); this is what it had before.")
    }
}

extension PolledSource {
    /// Returns the path of its replay; `nil` without a history.
    /// - Parameters:
    ///   - moment: The time at which it begins; `nil` for the start of today.
    ///   - id: The vehicle that it follows.
    func replayPath(at moment: RequestedMoment?, following id: String? = nil) -> String? {
        guard source.history != nil else { return nil }
        let items = [("source", name)] + (moment.map { [("from", $0.text)] } ?? [])
        return SitePage.replay.path + QueryItems(items + (id.map { [("vehicle", $0)] } ?? [])).query
    }
}

extension PolledSource {
    /// The path of its report; `nil` without a history.
    var reportPath: String? {
        source.history == nil ? nil : SitePage.report.path + QueryItems([("source", name)]).query
    }
}

extension PolledSource {
    /// The path of the page of its check.
    var checkPath: String { SitePage.check.path + QueryItems([("source", name)]).query }
}

extension FleetList {
    /// The path of the page of the check of its only source; `nil` with several, and in the past.
    var checkPath: String? {
        isSeveral || moment != nil ? nil : parts[0].source.checkPath
    }

    /// The path of the replay of its only source.
    var replayPath: String? { isSeveral ? nil : parts[0].source.replayPath(at: moment) }

    /// The path of the report of its only source.
    var reportPath: String? { isSeveral ? nil : parts[0].source.reportPath }
}

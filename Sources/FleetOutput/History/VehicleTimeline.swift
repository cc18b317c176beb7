package import FleetCore
package import FleetRuntime
package import FleetSQL

/// The timeline of a vehicle in the history of a source.
package struct VehicleTimeline: Sendable {
    private let timeline: Timeline
    private let subject: Timeline.Subject
    private let rotation: IDRotation
    private let isTable: Bool

    fileprivate init(
        _ timeline: Timeline, of id: String, in source: ResolvedSource, _ reader: HistoryReader,
        _ period: Range<Timestamp>
    ) {
        self.timeline = timeline
        subject = Timeline.Subject(
            source: source.label, vehicleID: id, period: period, since: reader.since,
            zone: reader.zone)
        rotation = source.source.rotation(observed: reader.info.rotation)
        isTable = reader.info.feed.isTable
    }

    /// The rows as a list.
    package var list: RecordList { timeline.list(of: subject) }

    /// The lines and stays.
    package var geoJSON: UTF8Buffer { timeline.geoJSON(of: subject) }

    /// The line above the table.
    package var title: String {
        let (zone, period) = (subject.zone, subject.period)
        let first = max(period.lowerBound, subject.since)
        return "\(TerminalText.limited(subject.vehicleID)) of \(subject.source), "
            + "\(zone.text(first)) to \(zone.text(period.upperBound)), times of \(zone.name)\n"
    }

    /// Warns of what the timeline does not have.
    package func warn(to output: Output) {
        if isTable { output.log(FeedDescription.noMovement) }
        if rotation == .yes {
            output.warn(
                "vehicle IDs of this source rotate: the history of an ID ends with its next trip")
        }
        if subject.period.lowerBound < subject.since {
            output.log("the history begins at \(subject.zone.text(subject.since))")
        }
    }
}

extension VehicleTimeline {
    /// The time of a timeline without a start.
    private static let usualTimeline = Duration.seconds(7 * 86_400)

    /// Returns the timeline of a vehicle.
    /// - Parameter typed: Its ID, in any case, or the beginning of it.
    /// - Throws: `CommandError` (66) without a history, or without such a vehicle in it.
    package static func of(
        _ typed: String, in period: HistoryPeriod, of source: SourceSession
    ) async throws -> VehicleTimeline {
        let (now, selected) = (source.context.shownNow(), source.selected)
        let (timeline, id) = try await source.history { reader in
            let range = try period.range(in: reader.zone, now: now) { $0 - Self.usualTimeline }
            guard let id = try reader.id(typed: typed),
                let timeline = try reader.timeline(
                    ofVehicle: id, from: range.lowerBound, until: range.upperBound)
            else {
                throw CommandError(
                    .noInput,
                    "no vehicle \(CommandError.shownID(typed)) in the history of \(selected.label)",
                    hint: "`fleet list --search TEXT --color all\(selected.option)` finds the "
                        + "vehicles of today")
            }
            return (VehicleTimeline(timeline, of: id, in: selected, reader, range), id)
        }
        ResolvedID(typed: typed, id: id).log(to: source.context.output)
        return timeline
    }

    /// Removes a vehicle from the history and from the findings of the check over time, after a
    /// question if `asking`.
    /// - Parameters:
    ///   - id: The exact ID.
    ///   - before: A day or time as a person typed it; `nil` for everything.
    /// - Throws: `CommandError` (66) without such a vehicle in the history, (64) after a no.
    package static func remove(
        _ id: String, before: String?, asking: Bool, of source: SourceSession
    ) async throws {
        let context = source.context
        let (now, shown) = (context.shownNow(), CommandError.shownID(id))
        var time: Timestamp?
        if let before {
            time = try await source.history { reader in
                try HistoryPeriod(from: before).range(in: reader.zone, now: now) { $0 }.lowerBound
            }
        }
        if asking {
            try context.output.confirm(
                "Remove the history of \(shown)?", refusal: "nothing was removed",
                hint: "--yes removes it without a question")
        }
        let (store, key) = try source.historyStore()
        let removed = try await store.changes.removeHistory(ofVehicle: id, of: key, before: time)
        if removed == nil { try await source.history { _ in } }
        guard removed == true else {
            throw CommandError(
                .noInput, "no vehicle \(shown) in the history of \(source.selected.label)",
                hint: "give the full ID: `fleet history show ID` shows what is kept")
        }
        context.output.log("removed the history of \(shown)")
    }
}

extension HistoryReader {
    /// Returns the ID that a person typed, in any case, or of which the beginning was typed; `nil` if
    /// there is none.
    /// - Throws: `CommandError` (66) if several match.
    package func id(typed: String) throws -> String? {
        let ids = try ids(withPrefix: typed, limit: AmbiguousID.maxMatches + 1)
        if ids.contains(where: { ByteOrder.equal($0, typed) }) { return typed }
        let same = ids.filter { ASCIICase.equal($0, typed) }
        let matches = same.isEmpty ? ids : same
        guard matches.count <= 1 else {
            throw CommandError(AmbiguousID(typed, .vehicles, matches: matches))
        }
        return matches.first
    }
}

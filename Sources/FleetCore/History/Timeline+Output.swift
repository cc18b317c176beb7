extension Timeline {
    /// What a timeline is about: the members of its documents before the rows.
    public struct Subject: Sendable {
        /// The name of the source.
        public let source: String
        /// The ID of the vehicle.
        public let vehicleID: String
        /// The time that was asked for.
        public let period: Range<Timestamp>
        /// The first time of the history.
        public let since: Timestamp
        /// The zone of the system.
        public let zone: SystemTimeZone

        /// Creates a subject.
        public init(
            source: String, vehicleID: String, period: Range<Timestamp>, since: Timestamp,
            zone: SystemTimeZone
        ) {
            (self.source, self.vehicleID, self.period) = (source, vehicleID, period)
            (self.since, self.zone) = (since, zone)
        }

        fileprivate var header: JSONObjectWriter {
            var header = JSONObjectWriter()
            header.add("source", source)
            header.add("vehicle_id", vehicleID)
            header.add("from", period.lowerBound)
            header.add("until", period.upperBound)
            header.add("history_since", since)
            header.add("time_zone", zone.name)
            return header
        }
    }

    /// The shortest stay in GeoJSON.
    private static let minStay = Duration.seconds(300)

    private static var columns: [RecordList.Column<Row>] {
        [
            .init("from") { FieldValue($0.start) },
            .init("until") { FieldValue($0.end) },
            .init("state") { FieldValue($0.state) },
            .number("battery_percent") { FieldValue($0.seen?.battery) },
            .number("lat") { FieldValue($0.seen?.position?.latitude) },
            .number("lon") { FieldValue($0.seen?.position?.longitude) },
            .number("distance_meters") {
                FieldValue($0.seen?.distance.map { ($0 * 10).rounded() / 10 })
            },
            .number("dwell_seconds") { FieldValue($0.seen?.dwell?.seconds) },
            .init("is_estimated") {
                FieldValue($0.seen?.dwell == nil ? nil : $0.seen?.isEstimated)
            },
            .init("station_id") { FieldValue($0.seen?.stationID) },
            .init("gap") { FieldValue($0.gap?.rawValue) },
        ]
    }

    /// Names of all fields.
    public static var fieldNames: [String] { columns.map(\.name) }

    /// The rows as a list, the newest first in tables, the oldest first elsewhere.
    ///
    /// Its fields are `from`, `until`, `state`, `battery_percent`, `lat`, `lon`, `distance_meters`,
    /// `dwell_seconds`, `is_estimated`, `station_id`, and `gap`, the reason of a gap. Before them the
    /// document has `source`, `vehicle_id`, `from`, `until`, `history_since`, `time_zone`, and `trips` if
    /// the operator reported any. Tables have those among the rows.
    public func list(of subject: Subject) -> RecordList {
        RecordList(
            "timeline", header: header(of: subject), columns: Self.columns, rows: rows,
            table: [
                .init("FROM") { subject.zone.clock($0.start.writable) },
                .init("UNTIL") { subject.zone.clock($0.end.writable) },
                .init("STATE") { $0.state },
                .number("BATTERY") { $0.seen?.battery.map { "\($0)%" } ?? "-" },
                .init("LOCATION") { $0.seen?.position.map(ShortText.position) ?? "-" },
                .number("DISTANCE") { $0.distance.map(ShortText.meters) ?? "-" },
                .number("DWELL TIME") { row in
                    guard let seen = row.seen, let dwell = seen.dwell else { return "-" }
                    let (count, unit) = Age(now: row.start + dwell).approximate(of: row.start)
                    return (seen.isEstimated ? "~" : "") + "\(count) \(unit.rawValue)"
                },
                .init("STATION") { $0.seen?.stationID.map(TerminalText.limited) ?? "-" },
            ], tableRows: tableRows)
    }

    private func header(of subject: Subject) -> JSONObjectWriter {
        var header = subject.header
        header.add("trips", trips.isEmpty ? nil : trips.map(\.members))
        return header
    }

    /// A row of tables: one of the timeline, or a reported trip.
    private struct TableRow {
        let start: Timestamp
        let end: Timestamp
        let state: String
        var seen: Seen?
        let distance: Double?
    }

    /// The rows and the trips, the newest first.
    private var tableRows: [TableRow] {
        let all =
            rows.map {
                TableRow(
                    start: $0.start, end: $0.end, state: $0.stateText, seen: $0.seen,
                    distance: $0.seen?.distance)
            }
            + trips.map {
                TableRow(start: $0.start, end: $0.end, state: "reported trip", distance: $0.meters)
            }
        return all.enumerated().sorted {
            ($1.element.start, $1.offset) < ($0.element.start, $0.offset)
        }
        .map(\.element)
    }

    /// The timeline as a GeoJSON FeatureCollection: a LineString with `coordTimes` for each time
    /// without a gap in which the vehicle moved, and a Point for each stay of at least five minutes;
    /// with the members of the list.
    public func geoJSON(of subject: Subject) -> UTF8Buffer {
        var object = JSONObjectWriter()
        object.add("type", "FeatureCollection")
        object.add(membersOf: header(of: subject))
        object.add(
            "features",
            lines.map(Self.feature)
                + stays.filter { $0.dwell >= Self.minStay }.map(Self.feature))
        return object.text
    }

    /// A position of a line, and when the vehicle was there.
    private typealias Point = (time: Timestamp, position: Position)

    /// The lines, from the first time at each position to the last one before another.
    private var lines: [[Point]] {
        var lines: [[Point]] = [[]]
        for (index, row) in rows.enumerated() {
            switch row.content {
            case .gap: lines.append([])
            case .absent: break
            case .vehicle(let seen):
                guard let position = seen.position else { continue }
                var line = lines.removeLast()
                let isFollowed =
                    index + 1 < rows.count && rows[index + 1].seen?.position != nil
                if line.last?.position != position || line.last?.time != row.start {
                    line.append((row.start, position))
                }
                if !isFollowed, row.end > row.start { line.append((row.end, position)) }
                lines.append(line)
            }
        }
        return lines.map(Self.withoutRepetition)
            .filter { line in line.contains { $0.position != line[0].position } }
    }

    /// Returns a line with only the first and the last of successive points of one position.
    private static func withoutRepetition(_ line: [Point]) -> [Point] {
        line.indices.filter { index in
            let isLikeBefore = index > 0 && line[index - 1].position == line[index].position
            let isLikeAfter =
                index + 1 < line.count && line[index + 1].position == line[index].position
            return !isLikeBefore || !isLikeAfter
        }
        .map { line[$0] }
    }

    private static func feature(_ line: [Point]) -> JSONObjectWriter {
        var properties = JSONObjectWriter()
        properties.add("kind", "path")
        properties.add("from", line.first?.time)
        properties.add("until", line.last?.time)
        var times = UTF8Buffer()
        var coordinates = UTF8Buffer()
        for (index, point) in line.enumerated() {
            if index > 0 {
                times.append(",")
                coordinates.append(",")
            }
            times.appendJSON(point.time.writable)
            coordinates.appendCoordinates(point.position)
        }
        properties.unclosed.appendName("coordTimes")
        properties.unclosed.append("[")
        properties.unclosed.bytes += times.bytes
        properties.unclosed.append("]")
        return feature("LineString", "[" + coordinates.string + "]", properties)
    }

    private static func feature(_ stay: Stay) -> JSONObjectWriter {
        var properties = JSONObjectWriter()
        properties.add("kind", "stay")
        properties.add("from", stay.start)
        properties.add("until", stay.end)
        properties.add("dwell_seconds", stay.dwell.seconds)
        properties.add("is_estimated", stay.isEstimated)
        var coordinates = UTF8Buffer()
        coordinates.appendCoordinates(stay.position)
        return feature("Point", coordinates.string, properties)
    }

    private static func feature(
        _ type: String, _ coordinates: String, _ properties: JSONObjectWriter
    ) -> JSONObjectWriter {
        var geometry = JSONObjectWriter()
        geometry.add("type", type)
        geometry.unclosed.appendName("coordinates")
        geometry.unclosed.append(coordinates)
        var feature = JSONObjectWriter()
        feature.add("type", "Feature")
        feature.add("geometry", geometry)
        feature.add("properties", properties)
        return feature
    }
}

extension Timeline.Row {
    fileprivate var seen: Timeline.Seen? {
        if case .vehicle(let seen) = content { seen } else { nil }
    }

    fileprivate var gap: HistoryGap.Reason? {
        if case .gap(let reason) = content { reason } else { nil }
    }

    fileprivate var state: String? {
        switch content {
        case .vehicle(let seen): seen.state.rawValue
        case .absent: "not_in_feed"
        case .gap: nil
        }
    }

    fileprivate var stateText: String {
        switch content {
        case .vehicle(let seen): seen.state.name
        case .absent: "not in the feed"
        case .gap(let reason): "(\(reason.text))"
        }
    }
}

extension HistoryGap.Reason {
    /// The reason for people.
    public var text: String {
        switch self {
        case .start: localized("before the history")
        case .pause: localized("the feed was not polled")
        case .failure: localized("the feed failed")
        case .redefined: localized("the source was changed")
        case .clock: localized("the clock was changed")
        }
    }
}

extension UTF8Buffer {
    /// Appends a position as an array, longitude first (RFC 7946, section 3.1.1).
    fileprivate mutating func appendCoordinates(_ position: Position) {
        append("[")
        append(position.longitude)
        append(",")
        append(position.latitude)
        append("]")
    }
}

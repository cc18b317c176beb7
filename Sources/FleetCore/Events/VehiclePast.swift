/// The recorded past of one vehicle: its detected events and its charge.
public struct VehiclePast: Equatable, Sendable {
    /// A detected event.
    public struct Event: Equatable, Sendable {
        /// The time of the event, on the displayed clock.
        public let at: Timestamp
        /// The members of the event.
        public let detail: EventDetail

        /// Creates an event.
        public init(at: Timestamp, _ detail: EventDetail) { (self.at, self.detail) = (at, detail) }

        /// The kind; `nil` for one that this version does not know.
        public var kind: VehicleEvent.Kind? { detail.event.flatMap(VehicleEvent.Kind.init) }

        /// The name of the kind for people.
        public var label: String {
            kind?.label ?? detail.event.map { Language.current.word($0.replacing("_", with: " ")) }
                ?? localized("event")
        }

        /// The details for people; empty for an unknown kind.
        public var text: String { kind.map { detail.text(of: $0) } ?? detail.tripText }
    }

    /// The vehicle's ID.
    public let vehicleID: String
    /// The time since which all events are kept; `nil` if nothing is recorded.
    public var recordedSince: Timestamp?
    /// The time of the last snapshot that was recorded.
    public var recordedUntil: Timestamp?
    /// The events, newest first; those before ``recordedSince`` are incomplete.
    public private(set) var events: [Event] = []
    /// The position of the last event if there are earlier ones: see `EventPosition`.
    public var next: String?
    /// The recorded charges in whole percent, oldest first: the first one and each change.
    public private(set) var charges: [Sample] = []

    /// Creates an empty past, with nothing recorded.
    public init(vehicleID: String) { self.vehicleID = vehicleID }

    /// Sets the events, newest first, and the charges of the log, in any order.
    ///
    /// The charges are those of the log and of the events.
    public mutating func record(_ events: [Event], charges logged: [Sample]) {
        self.events = events
        let own = events.compactMap { event -> Sample? in
            guard event.kind != .disappeared, let battery = event.detail.battery else { return nil }
            return Sample(at: event.at, value: battery)
        }
        // Of the same time, the log has the charge of the snapshot.
        let all = (own + logged).enumerated().sorted {
            ($0.element.at, $0.offset) < ($1.element.at, $1.offset)
        }
        let departures = self.departures
        charges = []
        for sample in all.map(\.element) {
            guard let battery = Battery(percent: sample.value) else { continue }
            let new = Sample(at: sample.at, value: battery.percent.rounded())
            if let last = charges.last, last.value == new.value,
                !departures.contains(where: { $0 > last.at && $0 < new.at })
            {
                continue
            }
            charges.append(new)
        }
    }

    /// The times at which the vehicle left the feed, oldest first.
    public var departures: [Timestamp] {
        events.reversed().filter { $0.kind == .disappeared }.map(\.at)
    }
}

// Output.
extension VehiclePast {
    /// The members as a JSON object: `recorded_since` and `recorded_until` unless nothing is
    /// recorded, `next` if there are earlier events, `events` as in ``VehicleEvent/json``, and
    /// `battery`, objects with `at` and `battery_percent`.
    public var jsonObject: JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("recorded_since", recordedSince)
        object.add("recorded_until", recordedUntil)
        object.add("next", next)
        object.add("events", events.map { $0.detail.vehicleJSON(at: $0.at) })
        object.add(
            "battery",
            charges.map { charge in
                var object = JSONObjectWriter()
                object.add("at", charge.at)
                object.add("battery_percent", charge.value)
                return object
            })
        return object
    }

    /// The document of the vehicle's past: `source` and `vehicle_id` before the other members.
    public func json(of source: String) -> UTF8Buffer {
        var object = JSONObjectWriter()
        object.add("source", source)
        object.add("vehicle_id", vehicleID)
        object.add(membersOf: jsonObject)
        return object.text
    }

    /// Returns the past for people: the period, and a table of the events.
    ///
    /// - Parameter fetchedAt: The time of the snapshot that is shown.
    public func written(at fetchedAt: Timestamp, style: TableStyle) -> UTF8Buffer {
        var text = UTF8Buffer()
        guard let recordedSince else {
            text.append(
                "no events are recorded here: `fleet serve` records those of the sources it serves\n"
            )
            return text
        }
        let complete = events.prefix { $0.at >= recordedSince }.count
        appendPeriod(since: recordedSince, complete, at: fetchedAt, style, to: &text)
        if !events.isEmpty { appendTable(complete, style, to: &text) }
        return text
    }

    /// Appends the number of complete events and their period.
    private func appendPeriod(
        since recordedSince: Timestamp, _ complete: Int, at fetchedAt: Timestamp,
        _ style: TableStyle, to text: inout UTF8Buffer
    ) {
        if next != nil, complete == events.count { text.append("the last ") }
        text.append(complete == 0 ? "no events" : ShortText.count(complete, "event"))
        text.append(" since ")
        text.appendEscaped(style.localTime(recordedSince))
        if let recordedUntil, recordedUntil < fetchedAt {
            text.append(" until ")
            text.appendEscaped(style.localTime(recordedUntil))
            text.append("; later ones are not recorded")
        }
        text.append("\n")
    }

    /// Appends the table of the events, first the complete ones.
    private func appendTable(_ complete: Int, _ style: TableStyle, to text: inout UTF8Buffer) {
        let columns: [CellColumn<Event>] = [
            .init(column: .init(title: "TIME", priority: 4, isAlwaysShown: true)) {
                TerminalText.escaped(style.agedTime($0.at) ?? style.localTime($0.at))
            },
            .init(
                column: .init(title: "EVENT", priority: 3, isAlwaysShown: true),
                color: { $0.kind.map { TextColor($0.tone) } ?? .plain }
            ) { TerminalText.limited($0.label) },
            .init(
                column: .init(title: "DESCRIPTION", priority: 2, minWidth: 12), placeholder: "-"
            ) { TerminalText.limited($0.text) },
            .init(column: .init(title: "BASIS", priority: 1), placeholder: "-") {
                TerminalText.limited($0.detail.basis ?? "")
            },
        ]
        var table = TextTable(columns, style: style)
        let rows = events.map { TableRow($0, columns) }
        for row in rows { table.measure(row) }
        table.fit()
        table.appendTitles(to: &text)
        for (index, row) in rows.enumerated() {
            if index == complete { text.append("before, with gaps:\n") }
            table.append(row, to: &text)
        }
        table.appendDropped(to: &text)
    }
}

extension VehicleEvent.Kind {
    /// The tone of the event.
    public var tone: Tone {
        switch self {
        case .freed, .enabled, .batteryCharged: .good
        case .reserved: .warning
        case .disabled, .batteryLow: .bad
        case .appeared, .disappeared, .moved, .batteryChanged, .zoneEntered, .zoneLeft: .plain
        }
    }
}

/// The cells of vehicles: one place for the texts, tones and figures of all lists for people.
///
///     let cells = VehicleCells(feed, origin: nil, now: now)
///     cells.cell(.battery, of: vehicle).text  // "82%"
public struct VehicleCells: Sendable {
    /// Function that appends a time as the output shows it.
    public typealias TimeText = @Sendable (Timestamp, inout UTF8Buffer) -> Void

    /// Number of tones that are shown as swatches.
    static let maxSwatches = 4

    private let feed: FeedDescription?
    private let source: String?
    private let origin: Position?
    private let lowBattery: Double?
    private let language: Language
    private let time: TimeText?

    /// Creates the cells of a feed.
    ///
    /// - Parameters:
    ///   - feed: The feed, which names types; `nil` if it is unknown.
    ///   - source: Name of the source, for a list of several; `nil` if it is not shown.
    ///   - origin: Position that distances are measured from; `nil` for no distances.
    ///   - lowBattery: The charge at which a battery is low, in percent; `nil` if none is.
    ///   - language: The language of the texts.
    ///   - time: Appends a time; `nil` for outputs that show times by themselves.
    public init(
        _ feed: FeedDescription?, source: String? = nil, origin: Position?,
        lowBattery: Double? = AttentionRules().lowBattery, in language: Language = .current,
        time: TimeText? = nil
    ) {
        (self.feed, self.source, self.origin, self.time) = (feed, source, origin, time)
        (self.lowBattery, self.language) = (lowBattery, language)
    }

    /// Creates the cells of a screen, whose times are relative to its clock.
    public init(_ feed: FeedDescription?, origin: Position?, now: Timestamp) {
        self.init(feed, origin: origin) { time, text in
            text.append(ShortText.relativeTime(of: time, now: now))
        }
    }

    /// Returns the cell of a vehicle in a column.
    public func cell(_ column: VehicleColumn, of vehicle: Vehicle) -> VehicleCell {
        var text = UTF8Buffer()
        append(column, of: vehicle, to: &text)
        let time = column == .reported ? vehicle.lastReported : nil
        var cell = VehicleCell(
            text: text.string, tone: tone(of: column, vehicle),
            figure: figure(of: column, vehicle),
            time: time.flatMap { $0.isWritable ? $0 : nil })
        if !cell.isKnown { cell.tone = .muted }
        return cell
    }

    /// Appends the text of a cell, safe for a terminal; nothing if the value is unknown.
    ///
    /// Makes no strings of numbers, because a list has 100,000 vehicles.
    public func append(
        _ column: VehicleColumn, of vehicle: Vehicle, to text: inout UTF8Buffer
    ) {
        switch column {
        case .id: text.append(TerminalText.limited(vehicle.id))
        case .code: text.append(TerminalText.limited(vehicle.code ?? ""))
        case .name: text.append(TerminalText.limited(vehicle.name ?? ""))
        case .source: text.append(TerminalText.limited(source ?? ""))
        case .state: append(vehicle.alarms, or: vehicle.state, to: &text)
        case .color: vehicle.color?.append(in: language, to: &text)
        case .battery: if let battery = vehicle.battery { text.append(battery, in: language) }
        case .range: append(meters: vehicle.currentRangeMeters, to: &text)
        case .type: text.append(TerminalText.limited(typeName(of: vehicle) ?? ""))
        case .distance: append(meters: distance(to: vehicle.position), to: &text)
        case .region: text.append(TerminalText.limited(regionName(of: vehicle) ?? ""))
        case .station: text.append(TerminalText.limited(vehicle.stationID ?? ""))
        case .location:
            guard let position = vehicle.position else { return }
            text.append(position)
            if feed?.isLocatedByStation(vehicle) == true {
                text.append(" (\(language.word("station")))")
            }
        case .reported: if let reported = vehicle.lastReported { time?(reported, &text) }
        }
    }

    /// Returns the tone of a known value.
    func tone(of column: VehicleColumn, _ vehicle: Vehicle) -> Tone {
        switch column {
        case .state: vehicle.hasAlarm ? .alarm : vehicle.state.tone
        case .battery: level(of: vehicle) == .low ? .bad : .plain
        case .station, .location, .reported: .muted
        case .id, .code, .name, .source, .color, .range, .type, .distance, .region: .plain
        }
    }

    private func figure(of column: VehicleColumn, _ vehicle: Vehicle) -> VehicleCell.Figure? {
        switch column {
        case .state: .state(vehicle.state)
        case .color: vehicle.color.map { .swatches(Array($0.swatches.prefix(Self.maxSwatches))) }
        case .battery:
            level(of: vehicle).flatMap { level in
                vehicle.battery.map { .charge($0.percent, level) }
            }
        case .id, .code, .name, .source, .range, .type, .distance, .region, .station, .location,
            .reported:
            nil
        }
    }

    private func level(of vehicle: Vehicle) -> ChargeLevel? {
        vehicle.battery.map { ChargeLevel(ofPercent: $0.percent, low: lowBattery) }
    }

    private func regionName(of vehicle: Vehicle) -> String? {
        feed?.regionName(of: vehicle) ?? vehicle.regionID
    }

    private func typeName(of vehicle: Vehicle) -> String? {
        feed?.typeName(ofType: vehicle.typeID, formFactor: vehicle.formFactor, in: language)
            ?? vehicle.formFactor.map { FormFactor.name(of: $0, in: language) } ?? vehicle.typeID
    }

    /// Appends the first alarm with the number of the others, or else the state.
    private func append(
        _ alarms: [Measurement], or state: VehicleState, to text: inout UTF8Buffer
    ) {
        guard let first = alarms.first else {
            return text.append(state.name(in: language))
        }
        text.append(first.alarmLabel(in: language))
        if alarms.count > 1 { text.append(" +\(alarms.count - 1)") }
    }

    private func append(meters: Double?, to text: inout UTF8Buffer) {
        guard let meters, meters.isFinite else { return }
        text.append(meters: meters, in: language)
    }

    private func distance(to position: Position?) -> Double? {
        guard let origin, let position else { return nil }
        return origin.distance(to: position)
    }
}

/// All data on one vehicle, and its snapshot.
public struct VehicleDetail: Equatable, Sendable {
    /// Name of the source, or its location without secrets.
    public var source: String
    /// Description of the feed.
    public var feed: FeedDescription
    /// Time at which the snapshot was received.
    public var fetchedAt: Timestamp
    /// The time in the history that the detail is of; `nil` for the present.
    public var moment: PastMoment?
    /// Whether a newer snapshot was due but could not be loaded.
    public var isStale: Bool
    /// Whether the vehicle IDs of the feed rotate.
    public var rotation: IDRotation
    /// The vehicle.
    public var vehicle: Vehicle
    /// Time at which the vehicle was last seen; `nil` while it is in the feed.
    public var lastSeen: Timestamp?
    /// Addresses of the pictures that the feed links, for JSON.
    public var pictures = PictureAddresses()
    /// What the documents of its system say about it.
    public var context = Context()
    /// The recorded past, for JSON; `nil` if it was not asked for.
    public var past: VehiclePast?

    /// Creates the detail of a vehicle.
    public init(
        source: String, feed: FeedDescription, fetchedAt: Timestamp, isStale: Bool,
        rotation: IDRotation, vehicle: Vehicle
    ) {
        self.source = source
        self.feed = feed
        self.fetchedAt = fetchedAt
        self.isStale = isStale
        self.rotation = rotation
        self.vehicle = vehicle
    }

    /// Returns the detail in a format, with a final line end; the style applies to text only.
    public func written(as format: ReportFormat, style: TableStyle) -> UTF8Buffer {
        switch format {
        case .text: DetailLine.text(lines(style: style), isColored: style.isColored)
        case .json: json
        }
    }

    private var json: UTF8Buffer {
        var object = JSONObjectWriter()
        object.add("source", source)
        object.add("simulated", feed.isSimulated)
        object.add("last_updated", feed.lastUpdated)
        object.add("fetched_at", fetchedAt)
        object.add("stale", isStale)
        moment?.add(to: &object)
        object.add("last_seen", lastSeen)
        object.add(pictures)
        addContext(to: &object)
        object.add("past", past?.jsonObject)
        var text = object.unclosed
        text.appendName("vehicle")
        text.appendJSON(
            vehicle, rotation: rotation, fields: VehicleProperty.detailed,
            regions: feed.regionNames, feed: feed)
        text.append("}\n")
        return text
    }

    /// Returns the detail as lines of a name and a value, alarms first.
    ///
    /// A value has no line if it is unknown, a condition that does not hold, or in another line.
    public func lines(style: TableStyle) -> [DetailLine] {
        var lines = DetailLines()
        addState(to: &lines, style: style)
        addCondition(to: &lines, style: style)
        addMeasurements(vehicle.measurements.filter { $0.isFact && $0.state != .alarm }, to: &lines)
        addLocation(to: &lines)
        addContext(to: &lines, style: style)
        addIdentity(to: &lines)
        addSource(to: &lines, style: style)
        return lines.lines
    }

    private func addState(to lines: inout DetailLines, style: TableStyle) {
        lines.add("id", vehicle.id, color: .bold)
        lines.add("code", vehicle.code, color: .bold)
        addMeasurements(vehicle.alarms, to: &lines)
        lines.add("missing", lastSeen) { time, text in
            text.append("last seen ")
            text.append(time, withDateIn: style)
        }
        lines.add("state", vehicle.state.name, color: TextColor(vehicle.state.tone))
        if vehicle.isReservedBesideState { lines.add("reserved", "yes") }
    }

    private func addIdentity(to lines: inout DetailLines) {
        if let color = vehicle.color {
            lines.add("color", color.label, color: TextColor(tone: color.label))
            if color.name != color.label { lines.add("color in feed", color.name) }
        }
        lines.add("form factor", vehicle.formFactor.map { FormFactor.name(of: $0) })
        lines.add("propulsion", vehicle.propulsionType)
        let name = vehicle.typeID.flatMap { feed.typeNames?[$0] }
        lines.add(
            "vehicle type",
            vehicle.typeID.map { id in name.map { "\($0) (\(id))" } ?? id })
    }

    private func addCondition(to lines: inout DetailLines, style: TableStyle) {
        lines.add("battery", vehicle.battery) { battery, text in
            text.append(battery)
            if battery.isEstimated { text.append(" (estimated from the range)") }
        }
        lines.add("fuel", vehicle.fuelBesideBattery) { fraction, text in
            text.append(fraction * 100, roundedTo: 1)
            text.append(UInt8(ascii: "%"))
        }
        lines.add("range", vehicle.currentRangeMeters.finite) { $1.append(meters: $0) }
        lines.add("last reported", vehicle.lastReported) { $1.append($0, withDateIn: style) }
        // A vehicle that the current snapshot has moved is not still.
        let stillSince = vehicle.stillSince.flatMap { $0 < fetchedAt ? $0 : nil }
        lines.add("still since", stillSince) { $1.append($0, withDateIn: style) }
    }

    private func addMeasurements(_ measurements: [Measurement], to lines: inout DetailLines) {
        for measurement in measurements {
            let isAlarm = measurement.state == .alarm
            lines.add(
                measurement.quantity.label, measurement.text + (isAlarm ? " (ALARM)" : ""),
                color: isAlarm ? .red : .plain)
        }
    }

    private func addLocation(to lines: inout DetailLines) {
        lines.add("location", vehicle.position) { position, text in
            text.append(position.latitude)
            text.append(", ")
            text.append(position.longitude)
            if feed.isLocatedByStation(vehicle) { text.append(" (of its station)") }
        }
        lines.add("station", vehicle.stationID.map(feed.stationText))
        lines.add("region", feed.regionName(of: vehicle))
        lines.add("web link", vehicle.rentalURIs?.web)
        lines.add("android link", vehicle.rentalURIs?.android)
        lines.add("ios link", vehicle.rentalURIs?.ios)
    }

    private func addSource(to lines: inout DetailLines, style: TableStyle) {
        lines.add("source", feed.isSimulated ? source + " (simulated)" : source)
        lines.add("system", feed.systemName)
        lines.add("feed", feed.format)
        if rotation == .yes { lines.add("ID rotates", "yes") }
        lines.add("updated", feed.lastUpdated) { $1.append($0, withDateIn: style) }
        lines.add("fetched", fetchedAt) { $1.append($0, withDateIn: style) }
        if isStale { lines.add("stale", "yes", color: .yellow) }
    }
}

extension UTF8Buffer {
    /// Appends a time in the system's time zone, with its age if that is short.
    fileprivate mutating func append(_ time: Timestamp, withDateIn style: TableStyle) {
        guard time.isWritable else { return append("?") }
        appendEscaped(style.localTime(time))
        guard let (count, unit) = Age(now: style.now).text(of: time) else { return }
        append(" (")
        append(count, unit)
        append(" ago)")
    }
}

// Facts of a vehicle for people, which leave out what another one says.
extension Vehicle {
    /// Whether it is reserved although its state does not say so, because it is out of service.
    public var isReservedBesideState: Bool { isReserved == true && !state.isInUse }

    /// The fuel level (`current_fuel_percent`), 0 to 1, unless the charge is the same.
    public var fuelBesideBattery: Double? {
        guard let fuel = currentFuelPercent.finite else { return nil }
        let isSame = battery.map { !$0.isEstimated && abs($0.percent - fuel * 100) < 0.05 } ?? false
        return isSame ? nil : fuel
    }
}

extension Double? {
    /// The number, if it is finite.
    fileprivate var finite: Double? { flatMap { $0.isFinite ? $0 : nil } }
}

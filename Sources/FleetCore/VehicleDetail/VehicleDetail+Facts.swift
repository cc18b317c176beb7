// The values of a vehicle for people.

extension VehicleDetail {
    /// Returns the facts in the order of the lines of a detail, alarms first.
    ///
    /// A fact has no value if it is unknown, a condition that does not hold, or in another fact.
    /// - Parameter time: Function that returns a time as text.
    public func facts(at now: Timestamp, time: (Timestamp) -> String) -> [VehicleFact] {
        func facts(_ properties: VehicleProperty...) -> [VehicleFact] {
            properties.flatMap { $0.facts(of: self) }
        }
        var all = facts(.vehicleID, .code, .name) + vehicle.alarms.map { VehicleFact($0) }
        all.append(.init("missing", lastSeen.map { _ in "last seen " }, time: lastSeen))
        all += facts(
            .state, .isReserved, .batteryPercent, .currentFuelPercent, .currentRangeMeters,
            .lastReported, .stillSince, .measurements, .latitude, .stationID, .region, .rentalURIs)
        all += context.facts(at: now, time: time)
        all += facts(
            .color, .formFactor, .propulsionType, .vehicleTypeID, .properties, .isListed, .source)
        let isNamed = feed.systemName == source
        all += [
            .init(localized("System"), feed.systemName, isNamed ? nil : .feed),
            .init(localized("Feed"), feed.format, .feed),
        ]
        all += facts(.rotatingID)
        return all + [
            .init(localized("Updated"), time: feed.lastUpdated, .feed),
            .init(localized("Fetched"), time: fetchedAt, .feed),
            .init("stale", isStale ? localized("yes") : nil, color: .yellow),
        ]
    }
}

extension VehicleProperty {
    /// Returns the facts of a vehicle that have the property; one that is unknown has no value.
    func facts(of detail: VehicleDetail) -> [VehicleFact] {
        let (vehicle, feed) = (detail.vehicle, detail.feed)
        return switch self {
        case .vehicleID: [.init("id", vehicle.id, color: .bold)]
        case .code: [.init(localized("Code"), vehicle.code, .type, color: .bold)]
        case .name: [.init(localized("Name"), vehicle.name, .type, color: .bold)]
        case .state: [.init(state: vehicle)]
        case .isReserved: [.init(localized("Reserved"), vehicle.reservedText, .condition)]
        case .batteryPercent: [.init("battery", vehicle.battery?.detailText)]
        case .currentFuelPercent: [.init(localized("Fuel"), vehicle.fuelText, .condition)]
        case .currentRangeMeters:
            [.init(localized("Range"), vehicle.rangeText, .condition, column: .range)]
        case .lastReported: [.init(lastReported: vehicle.lastReported)]
        case .stillSince: [.init(localized("Still since"), time: detail.stillSince, .condition)]
        case .measurements:
            vehicle.measurements.filter { $0.isFact && $0.state != .alarm }.map { .init($0) }
        case .latitude:
            [.init(localized("Location"), detail.locationText, .place, column: .location)]
        case .stationID:
            [.init(localized("Station"), detail.stationText, .place, column: .station)]
        case .region:
            [.init(localized("Region"), feed.regionName(of: vehicle), .place, column: .region)]
        case .rentalURIs: vehicle.rentalURIs?.facts ?? []
        case .color: vehicle.color?.facts ?? []
        case .formFactor: vehicle.formFactor.map { [.init(formFactor: $0)] } ?? []
        case .properties:
            vehicle.properties.all.map { .init($0.name, $0.value, .type, isHeading: true) }
        case .propulsionType: [.init(localized("Propulsion"), vehicle.propulsionText, .type)]
        case .vehicleTypeID: vehicle.typeID.map { [.init(typeID: $0, feed)] } ?? []
        case .source:
            [.init("source", detail.source + (feed.isSimulated ? " (simulated)" : ""))]
        case .rotatingID:
            [.init(localized("ID rotates"), detail.rotationText, .rotation)]
        case .longitude, .locatedByStation, .isDisabled, .colors, .batteryEstimated, .regionID,
            .distance, .namedState, .pricingPlanID, .batteryText:
            []
        case .isListed:
            [.init(localized("Asset list"), vehicle.unlistedText, .type)]
        }
    }
}

extension VehicleFact {
    /// Creates the fact of a state; a page has it in its status line, unless an alarm is there.
    fileprivate init(state vehicle: Vehicle) {
        self.init(
            localized("State"), vehicle.state.name, vehicle.hasAlarm ? .condition : nil,
            color: TextColor(vehicle.state.tone))
    }

    fileprivate init(lastReported: Timestamp?) {
        self.init(localized("Last reported"), time: lastReported, .condition, column: .reported)
    }

    fileprivate init(formFactor: String) {
        self.init(
            localized("Form factor"), FormFactor.name(of: formFactor), .type,
            pageText: Language.current.word(formFactor))
    }

    /// Creates the fact of a type; a page has its name in the status line.
    fileprivate init(typeID id: String, _ feed: FeedDescription) {
        let name = feed.typeNames?[id]
        self.init(
            localized("Vehicle type"), name.map { "\($0) (\(id))" } ?? id, .type, pageText: id)
    }
}

extension VehicleDetail {
    /// The time since which the vehicle has stood still; one that the current snapshot has moved is
    /// not still, and the rows of a table do not move.
    fileprivate var stillSince: Timestamp? {
        feed.isTable ? nil : vehicle.stillSince.flatMap { $0 < fetchedAt ? $0 : nil }
    }

    fileprivate var rotationText: String? { rotation == .yes ? localized("yes") : nil }

    fileprivate var stationText: String? { vehicle.stationID.map(feed.stationText) }

    fileprivate var locationText: String? {
        guard let position = vehicle.position else { return nil }
        var text = UTF8Buffer()
        text.append(position.latitude, roundedTo: 6)
        text.append(", ")
        text.append(position.longitude, roundedTo: 6)
        if feed.isLocatedByStation(vehicle) { text.append(" (of its station)") }
        return text.string
    }
}

extension Vehicle {
    /// Phrase for a vehicle without a row in the asset list.
    static var unlisted: String { localized("not in the asset list") }

    fileprivate var unlistedText: String? { isListed == false ? Self.unlisted : nil }

    /// Text if it is reserved although its state does not say so, because it is out of service.
    fileprivate var reservedText: String? {
        isReserved == true && !state.isInUse ? localized("yes") : nil
    }

    /// The fuel level (`current_fuel_percent`), unless the charge is the same.
    fileprivate var fuelText: String? {
        guard let fuel = currentFuelPercent, fuel.isFinite else { return nil }
        let isSame = battery.map { !$0.isEstimated && abs($0.percent - fuel * 100) < 0.05 } ?? false
        return isSame ? nil : ShortText.percent(ofShare: fuel)
    }

    fileprivate var rangeText: String? {
        currentRangeMeters.flatMap { $0.isFinite ? ShortText.meters($0) : nil }
    }

    fileprivate var propulsionText: String? { propulsionType.map(Language.current.word) }
}

extension Battery {
    fileprivate var detailText: String {
        ShortText.battery(self) + (isEstimated ? " (estimated from the range)" : "")
    }
}

extension VehicleColor {
    fileprivate var facts: [VehicleFact] {
        [
            .init("color", label, color: TextColor(tone: label)),
            .init(localized("Color in feed"), name == label ? nil : name, .price),
        ]
    }
}

extension RentalURIs {
    fileprivate var facts: [VehicleFact] {
        [.init("web link", web), .init("android link", android), .init("ios link", ios)]
    }
}

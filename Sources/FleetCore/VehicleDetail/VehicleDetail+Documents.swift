// What the documents of its system say about a vehicle.

extension VehicleDetail {
    /// The zones, the price and the notices that concern a vehicle.
    public struct Context: Equatable, Sendable {
        /// The names of the zones that contain it and apply now, the one that takes precedence
        /// first.
        public var zones: [String] = []
        /// The rules for it where it is, the one that holds first.
        public var rules: [AppliedRule] = []
        /// Its price.
        public var price: PricingPlan?
        /// The notices of the system, or of its station or region, that hold now.
        public var alerts: [SystemAlert] = []
        /// The times from now on in which it is free; `nil` if the feed has none.
        public var availability: [VehicleAvailability.Slot]?

        /// Maximum number of zones and of rules.
        private static let maxCount = 100

        /// Creates the context of a vehicle.
        ///
        /// - Parameter documents: The documents of its system; of the zones at least those around
        ///   it.
        public init(of vehicle: Vehicle, in documents: SideDocuments, at time: Timestamp) {
            if let map = documents.zones, let position = vehicle.position {
                let inside = map.zones(at: position, time)
                zones = inside.prefix(Self.maxCount).map(\.name)
                rules = Array(
                    map.rules(in: inside, forType: vehicle.typeID).prefix(Self.maxCount))
            }
            price = vehicle.pricingPlanID.flatMap { id in
                documents.pricingPlans?.first { ByteOrder.equal($0.id, id) }
            }
            availability = documents.availability?.slots(of: vehicle.id)?.filter { slot in
                slot.end.map { $0 > time } ?? true
            }
            alerts = (documents.alerts ?? []).filter { alert in
                alert.holds(at: time)
                    && (alert.concernsSystem
                        || vehicle.stationID.map(alert.stationIDs.contains) ?? false
                        || vehicle.regionID.map(alert.regionIDs.contains) ?? false)
            }
        }

        /// Creates an empty context.
        public init() {}
    }

    /// Adds the zones with their rules, the price and the alerts.
    func addContext(to object: inout JSONObjectWriter) {
        let context = context
        object.add("zones", context.zones.isEmpty ? nil : context.zones)
        object.add(
            "zone_rules", context.rules.isEmpty ? nil : context.rules.map(\.json))
        object.add("pricing_plan", context.price?.json)
        object.add("alerts", context.alerts.isEmpty ? nil : context.alerts.map(\.json))
        object.add("availabilities", context.availability?.map(\.slotJSON))
    }
}

extension VehicleAvailability.Slot {
    /// The time as JSON, with the names of GBFS.
    fileprivate var slotJSON: JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("from", start)
        object.add("until", end)
        return object
    }
}

extension SideDocuments {
    /// The notices, prices and availabilities as lists with the names of GBFS; `nil` without any.
    var json: JSONObjectWriter? {
        var object = JSONObjectWriter()
        object.add("alerts", alerts?.map(\.json))
        object.add("plans", pricingPlans?.map(\.json))
        var vehicles: [JSONObjectWriter] = []
        availability?.forEach { id, slots in
            var vehicle = JSONObjectWriter()
            vehicle.add("vehicle_id", id)
            vehicle.add("availabilities", slots.map(\.slotJSON))
            vehicles.append(vehicle)
        }
        object.add("vehicles", availability == nil ? nil : vehicles)
        return object.isEmpty ? nil : object
    }
}

extension VehicleDetail.Context {
    /// Maximum number of slots that people are shown.
    private static let maxSlots = 5

    /// Returns facts of the times when it is free, the alerts, the zones with their rules, and the
    /// price; a page has the alerts at its top.
    func facts(at now: Timestamp, time: (Timestamp) -> String) -> [VehicleFact] {
        let slots = availabilityTexts(at: now, time: time)
        let zones = zones.isEmpty ? nil : zones.joined(separator: ", ")
        return slots.map { .init(localized("Free"), $0, .condition) }
            + alerts.map { .init("alert", $0.line, color: .yellow) }
            + [.init(localized("Zones"), zones, .place)]
            + rules.enumerated().map { index, rule in
                let isStrict = index == 0 && rule.rule.restriction != .none
                return .init(
                    index == 0 ? localized("Rules here") : localized("Overruled"), rule.text,
                    .place, color: isStrict ? .yellow : .plain)
            }
            + [.init(localized("Price"), price?.line, .price)]
    }

    /// Returns the first slots in words, such as `until 18:15`; none if the feed has none of the
    /// vehicle.
    private func availabilityTexts(at now: Timestamp, time: (Timestamp) -> String) -> [String] {
        guard let slots = availability else { return [] }
        guard !slots.isEmpty else { return [localized("at no announced time")] }
        return slots.prefix(Self.maxSlots).map { slot in
            let start = slot.start.flatMap { $0 > now ? time($0) : nil }
            return switch (start, slot.end.map(time)) {
            case (nil, nil): localized("from now on")
            case (nil, let end?): localized("until \(end)")
            case (let start?, nil): localized("from \(start)")
            case (let start?, let end?): localized("\(start) to \(end)")
            }
        }
    }
}

extension AppliedRule {
    /// The zone and its restrictions, for people.
    public var text: String { (zone ?? localized("everywhere else")) + ": " + rule.text }

    /// The rule as JSON, with the names of GBFS 3.0; without `zone` if it is a global one.
    var json: JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("zone", zone)
        rule.add(to: &object)
        return object
    }
}

extension ZoneRule {
    /// Adds the members that GBFS 3.0 gives a rule.
    func add(to object: inout JSONObjectWriter) {
        object.add("vehicle_type_ids", typeIDs.isEmpty ? nil : typeIDs)
        object.add("ride_start_allowed", allowsStart)
        object.add("ride_end_allowed", allowsEnd)
        object.add("ride_through_allowed", allowsThrough)
        object.add("maximum_speed_kph", maxSpeed)
        object.add("station_parking", needsStation)
    }
}

extension SystemAlert {
    /// Whether it is about the whole system.
    public var concernsSystem: Bool { stationIDs.isEmpty && regionIDs.isEmpty }

    /// Returns whether it is for all riders of the system, and holds at a time, if that is known.
    public func concernsSystem(at time: Timestamp?) -> Bool {
        concernsSystem && time.map(holds) ?? true
    }

    /// The type and the summary in one line.
    public var line: String {
        [type == "other" ? nil : type, summary].compactMap(\.self).joined(separator: ": ")
    }

    /// The alert as JSON, with the names of GBFS.
    var json: JSONObjectWriter {
        var object = JSONObjectWriter()
        add(to: &object)
        return object
    }

    /// Adds the members that GBFS gives an alert.
    func add(to object: inout JSONObjectWriter) {
        object.add("alert_id", id)
        object.add("type", type)
        object.add(
            "times",
            times.isEmpty
                ? nil
                : times.map { period in
                    var object = JSONObjectWriter()
                    object.add("start", period.start)
                    object.add("end", period.end)
                    return object
                })
        object.add("station_ids", stationIDs.isEmpty ? nil : stationIDs)
        object.add("region_ids", regionIDs.isEmpty ? nil : regionIDs)
        object.add("url", link)
        object.add("summary", summary)
        object.add("description", text)
    }
}

extension PricingPlan {
    /// The name of the plan and the price in words.
    public var line: String { [name, summary].compactMap(\.self).joined(separator: ": ") }

    /// The plan as JSON, with the names of GBFS and the price in words.
    var json: JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("plan_id", id)
        object.add("name", name)
        object.add("text", Language.inEnglish { summary })
        object.add("currency", currency)
        object.add("price", price)
        object.add("is_taxable", isTaxable)
        object.add("description", text)
        object.add("per_km_pricing", perKilometer.isEmpty ? nil : perKilometer.map(\.json))
        object.add("per_min_pricing", perMinute.isEmpty ? nil : perMinute.map(\.json))
        object.add("surge_pricing", hasSurges)
        object.add("reservation_price_per_min", reservationPerMinute)
        object.add("reservation_price_flat_rate", reservationPrice)
        return object
    }
}

extension PricingPlan.Segment {
    fileprivate var json: JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("start", start)
        object.add("rate", rate)
        object.add("interval", interval)
        object.add("end", end)
        return object
    }
}

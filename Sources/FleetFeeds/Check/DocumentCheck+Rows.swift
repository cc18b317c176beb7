import FleetCore
import JSON

// Rules at the end of an object, a list and the document.
extension DocumentCheck {
    mutating func opened(_ role: FieldRole) {
        if role == .ring { data.ring.removeAll(keepingCapacity: true) }
    }

    mutating func closed(_ role: FieldRole, count: Int) {
        guard role == .ring, let node = stack.last?.node, data.ring.count == count else { return }
        // The first ring of a polygon is the outer one.
        if stack.dropLast().last?.index == 0, RingCheck.isCounterclockwise(data.ring) {
            data.row.zone.isCounterclockwise = true
        }
        if count >= 4, data.ring.first != data.ring.last {
            findings.add(
                .data.polygonOpen, at: node, problem: "the ring does not end where it begins",
                example: .init(path: pointer(toMember: false)))
        }
        if let crossing = RingCheck.crossing(of: data.ring, comparisons: &data.ringChecks) {
            findings.add(
                .data.polygonCrossesItself, at: node, problem: "the ring crosses itself",
                example: .init(
                    path: pointer(toMember: false),
                    value: "positions \(crossing.0) and \(crossing.1)"))
        }
    }

    mutating func checkConditions(_ frame: Frame) {
        for condition in tree.nodes[frame.node].conditions {
            switch condition {
            case .location: checkLocation(frame)
            case .maxRange(_, let evenUnknown): checkMaxRange(frame, evenUnknown: evenUnknown)
            case .needs(let first, let second):
                let bits = (tree.bit(first, of: frame.node), tree.bit(second, of: frame.node))
                guard frame.seen & bits.0 != 0, frame.seen & bits.1 == 0 else { continue }
                guard let member = member(second, of: frame.node) else { continue }
                addMissing(
                    member, .standard.fieldMissingBeside,
                    problem: "\(second) is missing beside \(first)",
                    keyword: "dependencies")
            case .notBoth(let first, let second):
                let bits = tree.bit(first, of: frame.node) | tree.bit(second, of: frame.node)
                guard frame.seen & bits == bits else { continue }
                findings.add(
                    .standard.fieldsExclusive, at: frame.node,
                    problem: "there must not be both \(first) and \(second)", keyword: "not",
                    example: .init(path: pointer(toMember: false)))
            case .namesFeed:
                if frame.seen & tree.bit("name", of: frame.node) != 0 { data.feeds.count += 1 }
            case .listsSystemInformation:
                guard !data.feeds.hasSystemInformation, data.feeds.count > frame.index else {
                    continue
                }
                findings.add(
                    .standard.systemInformationNotListed, at: frame.node, keyword: "contains",
                    example: .init(path: pointer(toMember: false)))
            }
        }
    }

    private func member(_ key: String, of node: Int) -> Int? {
        tree.nodes[node].members.first { tree.members[$0].key.elementsEqual(key.utf8) }
    }

    private mutating func checkLocation(_ frame: Frame) {
        let bits = data.nodes.location
        let hasBoth = frame.seen & bits.both == bits.both
        let hasOnlyStation = frame.seen & bits.both == 0 && frame.seen & bits.station != 0
        if hasBoth || hasOnlyStation { return }
        findings.add(
            .standard.locationMissing, at: frame.node,
            problem: "there must be both lat and lon, or only station_id", keyword: "anyOf",
            example: .init(path: pointer(toMember: false)))
    }

    private mutating func checkMaxRange(_ frame: Frame, evenUnknown: Bool) {
        let isMotor =
            switch data.row.propulsion {
            case .missing:
                evenUnknown && frame.seen & tree.bit("propulsion_type", of: frame.node) == 0
            case .human, .unknown: false
            case .motorOfVehicle: true
            case .otherMotor: evenUnknown
            }
        guard isMotor, frame.seen & tree.bit("max_range_meters", of: frame.node) == 0,
            let member = member("max_range_meters", of: frame.node)
        else { return }
        addMissing(
            member, .standard.maxRangeMissing, problem: "max_range_meters is missing beside a motor"
        )
    }

    /// Applies the rules about the values of a row.
    mutating func finishRow(_ frame: Frame) {
        let row = data.row
        switch data.nodes.kind {
        case .vehicles:
            finishVehicle(row, frame)
            finishLocation(row)
        case .stations:
            finishLocation(row)
            if let capacity = row.capacity, !row.isVirtual { system.capacities[row.id] = capacity }
        case .stationStatus: finishStation(row, frame)
        case .types: finishType(row, frame)
        case .zones: finishZone(row, frame)
        case .plans: if row.hasReservationPrice { system.plansWithReservation.insert(row.id) }
        case .other: break
        }
    }

    /// Adds a prohibition whose ring means its outside by the specification, and its inside by the
    /// usage of feeds (Documentation/feeds.md, "Zones").
    private mutating func finishZone(_ row: RowValues, _ frame: Frame) {
        guard (.v2_1 ... .v2_3).contains(tree.version), row.zone.isCounterclockwise,
            row.zone.forbidsRides
        else { return }
        findings.add(
            .data.zoneInverted, at: frame.node, example: .init(path: pointer(toMember: false)))
    }

    private mutating func finishVehicle(_ row: RowValues, _ frame: Frame) {
        if system.hasTypes, let member = data.nodes.vehicleType,
            frame.seen & tree.members[member].bit == 0
        {
            addMissing(member, .standard.vehicleTypeMissing)
        }
        guard let type = row.type else { return }
        guard let range = row.range else {
            guard let member = data.nodes.range, frame.seen & tree.members[member].bit == 0,
                system.motorTypes.contains(type)
            else { return }
            return addMissing(
                member, .standard.rangeMissing,
                problem: "current_range_meters is missing beside a motor")
        }
        if let maximum = system.maxRanges[type], range > maximum, let member = data.nodes.range {
            findings.add(
                .data.rangeOverMaximum, at: tree.members[member].node,
                example: .init(
                    path: pointer(toMember: false) + "/current_range_meters",
                    value: "\(ShortText.plain(range)) of \(ShortText.plain(maximum))"))
        }
        data.addRange(range, fuel: row.fuel, of: type)
    }

    /// Index of the current row in its list.
    private var rowIndex: Int { stack.dropLast().last?.index ?? 0 }

    private mutating func finishLocation(_ row: RowValues) {
        guard let latitude = row.latitude, let longitude = row.longitude,
            let node = data.nodes.latitude
        else { return }
        if latitude == 0, longitude == 0 {
            findings.add(
                .data.coordinatesZero, at: node, example: .init(path: pointer(toMember: false)))
            return
        }
        addVehicleTwice(row, latitude, longitude)
        data.coordinates.add(latitude, longitude, decimals: row.decimals, at: rowIndex)
    }

    /// Adds a vehicle whose ID differs only by its prefix from that of another one at the same
    /// location.
    private mutating func addVehicleTwice(
        _ row: RowValues, _ latitude: Double, _ longitude: Double
    ) {
        guard let (rest, id) = row.prefixed, !row.isAtStation, let node = data.nodes.latitude,
            data.prefixedVehicles.count < PrefixedVehicle.maxCount
        else { return }
        let key = PrefixedVehicle(rest: rest, latitude: latitude, longitude: longitude)
        guard let other = data.prefixedVehicles.updateValue(id, forKey: key), other != id else {
            return
        }
        findings.add(
            .data.vehicleTwice, at: node,
            example: .init(path: pointer(toMember: false), value: "\(other), \(id)"))
    }

    private mutating func finishStation(_ row: RowValues, _ frame: Frame) {
        if system.hasTypes, let member = data.nodes.typeCounts,
            frame.seen & tree.members[member].bit == 0
        {
            addMissing(member, .standard.typeCountsMissing)
        }
        if let sum = row.vehiclesOfTypes, let all = row.vehicles, sum != all {
            addCounts("vehicles", sum, of: all, frame)
        }
        if let sum = row.docksOfTypes, let all = row.docks, sum != all {
            addCounts("docks", sum, of: all, frame)
        }
        guard let capacity = system.capacities[row.id], let vehicles = row.vehicles else { return }
        let sum = vehicles + (row.docks ?? 0) + row.otherPlaces
        guard sum > capacity else { return }
        findings.add(
            .data.overCapacity, at: frame.node,
            example: .init(
                path: pointer(toMember: false),
                value: "\(ShortText.plain(sum)) of \(ShortText.plain(capacity))"))
    }

    private mutating func addCounts(
        _ noun: String, _ sum: Double, of all: Double, _ frame: Frame
    ) {
        findings.add(
            .data.countsInconsistent, at: frame.node,
            example: .init(
                path: pointer(toMember: false),
                value: "\(ShortText.plain(sum)) \(noun) by type, \(ShortText.plain(all)) in all"))
    }

    private mutating func finishType(_ row: RowValues, _ frame: Frame) {
        if row.propulsion == .motorOfVehicle { system.motorTypes.insert(row.id) }
        if let range = row.range, range > 0, system.maxRanges.count < SystemContext.maxTypes {
            system.maxRanges[row.id] = range
        }
        guard tree.version >= .v3_1, !system.plansWithReservation.isEmpty,
            let member = data.nodes.reserveTime, frame.seen & tree.members[member].bit == 0
        else { return }
        // The condition also holds for a type without plans.
        let isReservable =
            row.defaultPlan.map(system.plansWithReservation.contains) ?? true
            || row.hasReservablePlan
            || frame.seen & tree.bit("pricing_plan_ids", of: frame.node) == 0
        if isReservable { addMissing(member, .standard.reserveTimeMissing) }
    }
}

extension DataState {
    fileprivate mutating func addRange(_ range: Double, fuel: Double?, of type: UInt64) {
        guard var spread = ranges[type] else {
            guard ranges.count < SystemContext.maxTypes else { return }
            ranges[type] = RangeSpread(count: 1, ranges: range...range, fuels: fuel.map { $0...$0 })
            return
        }
        spread.count += 1
        spread.ranges = min(spread.ranges.lowerBound, range)...max(spread.ranges.upperBound, range)
        if let fuel {
            let fuels = spread.fuels ?? fuel...fuel
            spread.fuels = min(fuels.lowerBound, fuel)...max(fuels.upperBound, fuel)
        }
        ranges[type] = spread
    }
}

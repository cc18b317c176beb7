import FleetCore
import JSON

// What the rules about data read.
extension DocumentCheck {
    /// Documents that change all the time.
    private static let liveDocuments: Set<String> = [
        "station_status", "free_bike_status", "vehicle_status", "vehicles_status",
    ]
    /// Age beyond which a live document is old, in seconds.
    static let maxAge = 300.0
    /// Difference of clocks that is none, in seconds.
    static let clockTolerance = 60.0
    /// The number from which on a time is in milliseconds, as the reader of feeds assumes.
    static let leastMilliseconds = 1e11

    mutating func beginDocument() {
        if let center = system.center { data.coordinates.setCenter(center) }
        for node in tree.nodes {
            if case .defines(let space) = node.role { system.ids[space.rawValue] = [] }
            if node.role == .stationOfStatus { system.statusStations = [] }
        }
    }

    /// Reads a value that has its type.
    mutating func read(_ field: JSONField, as role: FieldRole, at node: Int) {
        switch role {
        case .latitude, .longitude, .ordinate: readCoordinate(field, role)
        case .defines(let space): define(field, in: space, at: node)
        case .refers(let space):
            if space == .stations { data.row.isAtStation = true }
            refer(field, to: space, at: node, .standard.idUnknown)
        case .vehicleType:
            data.row.type = SystemContext.hash(field.bytes)
            system.needed.insert("vehicle_types")
            refer(field, to: .vehicleTypes, at: node, .standard.idUnknown)
        case .typeOfStation:
            if system.hasTypes { refer(field, to: .vehicleTypes, at: node, .standard.typeUnknown) }
        case .stationOfStatus: readStation(field, at: node)
        case .range: data.row.range = field.double
        case .fuel: data.row.fuel = field.double
        case .capacity: data.row.capacity = field.double
        case .isVirtual: data.row.isVirtual = field.bool == true
        case .vehicles: data.row.vehicles = field.double
        case .docks: data.row.docks = field.double
        case .otherPlaces: data.row.otherPlaces += field.double ?? 0
        case .vehiclesOfType:
            data.row.vehiclesOfTypes = (data.row.vehiclesOfTypes ?? 0) + (field.double ?? 0)
        case .docksOfType:
            data.row.docksOfTypes = (data.row.docksOfTypes ?? 0) + (field.double ?? 0)
        case .propulsion, .maxRange, .defaultPlan, .planOfType, .reservationPrice:
            readType(field, as: role, at: node)
        case .feedName, .feedLink, .iosLink, .androidLink, .iosStore, .androidStore:
            readLink(field, as: role, at: node)
        case .lastUpdated: readLastUpdated(field, at: node)
        case .reported: readReported(field, at: node)
        case .ttl:
            guard field.double == 0 else { return }
            findings.add(.document.ttlZero, at: node, example: .init(path: pointer(), value: "0"))
        case .allowsRides: if field.bool == false { data.row.zone.forbidsRides = true }
        case .ring, .position: break
        }
    }

    private mutating func readCoordinate(_ field: JSONField, _ role: FieldRole) {
        switch role {
        case .latitude:
            data.row.latitude = field.double
            data.row.decimals = max(data.row.decimals, field.decimals)
        case .longitude:
            data.row.longitude = field.double
            data.row.decimals = max(data.row.decimals, field.decimals)
        default:
            guard let number = field.double else { return }
            switch stack.last?.index {
            case 0: data.longitude = number
            case 1: data.ring.append(.init(x: data.longitude, y: number))
            default: break
            }
        }
    }

    private mutating func define(_ field: JSONField, in space: IDSpace, at node: Int) {
        let hash = SystemContext.hash(field.bytes)
        data.row.id = hash
        if system.ids[space.rawValue]?.insert(hash).inserted == false {
            findings.add(
                .data.duplicateID, at: node,
                problem: "the same \(name(of: node)) occurs more than once",
                example: .init(path: pointer(), value: field.shortText))
        }
        if space == .vehicles { data.row.prefixed = Self.prefixed(field) }
        guard space == .stations, system.stationNames.count < SystemContext.maxStationNames else {
            return
        }
        system.stationNames[hash] = field.shortText
    }

    /// Returns the ID after its prefix, such as `bike_17` of `rome:bike_17`; `nil` without one.
    private static func prefixed(_ field: JSONField) -> (rest: UInt64, id: String)? {
        let bytes = field.bytes
        let separators = ":/|".utf8
        guard let separator = bytes.lastIndex(where: { separators.contains($0) }), separator > 0,
            bytes.count - separator - 1 >= PrefixedVehicle.minLength
        else { return nil }
        let rest = UnsafeBufferPointer(rebasing: bytes[(separator + 1)...])
        return (SystemContext.hash(rest), field.shortText)
    }

    private mutating func refer(
        _ field: JSONField, to space: IDSpace, at node: Int, _ rule: CheckRule
    ) {
        if space == .plans { system.needed.insert("system_pricing_plans") }
        guard let ids = system.ids[space.rawValue], !ids.isEmpty,
            !ids.contains(SystemContext.hash(field.bytes))
        else { return }
        findings.add(
            rule, at: node,
            problem: "\(name(of: node)) names a \(space.name) that does not exist",
            keyword: rule.isCanonical ? "enum" : nil,
            example: .init(path: pointer(), value: field.shortText))
    }

    private mutating func readStation(_ field: JSONField, at node: Int) {
        let hash = SystemContext.hash(field.bytes)
        data.row.id = hash
        if system.statusStations?.insert(hash).inserted == false {
            findings.add(
                .data.duplicateID, at: node, problem: "the same station_id occurs more than once",
                example: .init(path: pointer(), value: field.shortText))
        }
        guard let stations = system.ids[IDSpace.stations.rawValue], !stations.contains(hash) else {
            return
        }
        findings.add(
            .data.stationInOneDocument, at: node,
            problem: "the station is not in station_information",
            example: .init(path: pointer(), value: field.shortText))
    }

    private mutating func readType(_ field: JSONField, as role: FieldRole, at node: Int) {
        switch role {
        case .propulsion: data.row.propulsion = propulsion(field.bytes)
        case .maxRange: data.row.range = field.double
        case .reservationPrice:
            if field.double ?? 0 != 0 { data.row.hasReservationPrice = true }
        case .defaultPlan:
            let hash = SystemContext.hash(field.bytes)
            data.row.defaultPlan = hash
            refer(field, to: .plans, at: node, .standard.planUnknown)
        default:
            let hash = SystemContext.hash(field.bytes)
            if system.plansWithReservation.contains(hash) { data.row.hasReservablePlan = true }
            refer(field, to: .plans, at: node, .standard.idUnknown)
        }
    }

    private func propulsion(_ bytes: UnsafeBufferPointer<UInt8>) -> RowValues.Propulsion {
        let text = String(decoding: bytes, as: UTF8.self)
        if text == "human" { return .human }
        if Specification.motorsOfVehicles.contains(text) { return .motorOfVehicle }
        return Specification.motors.contains(text) ? .otherMotor : .unknown
    }

    private mutating func readLink(_ field: JSONField, as role: FieldRole, at node: Int) {
        switch role {
        case .feedName:
            if field.bytes.elementsEqual("system_information".utf8) {
                data.feeds.hasSystemInformation = true
            }
        case .feedLink:
            guard field.bytes.starts(with: "http://".utf8) else { return }
            findings.add(
                .document.notHTTPS, at: node, problem: "the address of a document uses http",
                example: .init(path: pointer(), value: field.shortText))
        case .iosLink: if !field.bytes.isEmpty { system.hasLinks.ios = true }
        case .androidLink: if !field.bytes.isEmpty { system.hasLinks.android = true }
        case .iosStore: system.hasStores.ios = true
        default: system.hasStores.android = true
        }
    }

    private mutating func readReported(_ field: JSONField, at node: Int) {
        guard !addOtherUnit(field, at: node) else { return }
        let time = Timestamp(lenient: field)
        let isNumber = field.double != nil
        if let time, (system.now - time).seconds < -Self.clockTolerance {
            findings.add(
                .document.timeInFuture, at: node, problem: "\(name(of: node)) is in the future",
                example: .init(path: pointer(), value: field.shortText))
        } else if time.map({ $0 < .beginOfGBFS }) ?? isNumber,
            field.double.map({ tree.outlines[node].range.contains($0) }) ?? true
        {
            findings.add(
                .document.timeTooEarly, at: node,
                problem: "\(name(of: node)) is before feeds existed",
                example: .init(path: pointer(), value: field.shortText))
        }
    }

    /// Adds a number that can only be right in the unit of another dialect; returns whether it is
    /// one.
    private mutating func addOtherUnit(_ field: JSONField, at node: Int) -> Bool {
        guard let number = field.double else { return false }
        let isInSeconds = tree.version.dialect.traits.timeUnit == .seconds
        guard isInSeconds != (number < Self.leastMilliseconds),
            let time = Timestamp(sinceEpoch: number), time >= .beginOfGBFS,
            (system.now - time).seconds >= -Self.clockTolerance
        else { return false }
        findings.add(
            .document.timeInOtherUnit, at: node,
            problem:
                "\(name(of: node)) must be in \(isInSeconds ? "seconds" : "milliseconds")",
            example: .init(path: pointer(), value: field.shortText))
        return true
    }

    private mutating func readLastUpdated(_ field: JSONField, at node: Int) {
        _ = addOtherUnit(field, at: node)
        guard let time = Timestamp(lenient: field) else { return }
        let age = (system.now - time).seconds
        if age < -Self.clockTolerance {
            findings.add(
                .document.lastUpdatedInFuture, at: node,
                example: .init(path: pointer(), value: field.shortText))
        } else if age > Self.maxAge, system.isLive, Self.liveDocuments.contains(tree.document) {
            findings.add(
                .document.lastUpdatedOld, at: node,
                example: .init(path: pointer(), value: field.shortText))
        }
    }
}

extension JSONField {
    /// Number of digits after the point of a number.
    fileprivate var decimals: Int {
        guard let point = bytes.firstIndex(of: UInt8(ascii: ".")) else { return 0 }
        return bytes.count - point - 1
    }
}

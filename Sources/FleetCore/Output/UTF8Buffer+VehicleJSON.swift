extension ByteText {
    /// Adds a vehicle as a JSON object of the given fields; lists leave out what its sensors told.
    mutating func appendJSON(
        _ vehicle: Vehicle, rotation: IDRotation, fields: [VehicleField] = VehicleField.all,
        withMeasurements: Bool = false
    ) {
        append(UInt8(ascii: "{"))
        for field in fields {
            appendMember(field.name, field.value(of: vehicle, rotation: rotation))
        }
        if withMeasurements, !vehicle.measurements.isEmpty {
            appendName("measurements")
            append(vehicle.measurements.map(\.jsonObject))
        }
        append(UInt8(ascii: "}"))
    }

    /// Adds a member of an object, unless nothing is known of it.
    mutating func appendMember(_ name: StaticString, _ value: VehicleField.Value) {
        if case .absent = value { return }
        appendName(name)
        appendJSON(value)
    }

    private mutating func appendJSON(_ value: VehicleField.Value) {
        switch value {
        case .text(let text): appendJSON(text)
        case .texts(let texts): appendJSON(texts)
        case .number(let number): append(number)
        case .flag(let flag): appendJSON(flag)
        case .time(let time): appendJSON(time)
        case .links(let links): appendJSON(links)
        case .absent: append("null")
        }
    }

    /// Adds the links that there are, as an object.
    mutating func appendJSON(_ links: RentalURIs) {
        append(UInt8(ascii: "{"))
        for (name, link) in links.named {
            guard let link else { continue }
            appendName(name)
            appendJSON(link)
        }
        append(UInt8(ascii: "}"))
    }
}

extension RentalURIs {
    /// The links under their names in GBFS.
    fileprivate var named: [(name: StaticString, link: String?)] {
        [("android", android), ("ios", ios), ("web", web)]
    }
}

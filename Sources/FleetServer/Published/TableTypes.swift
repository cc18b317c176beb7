import FleetCore

/// The types of the vehicles of a table, in the words of GBFS 3.0 (`vehicle_types.json`).
struct TableTypes {
    private let heading: String?
    private let names: [String: String]

    init(_ feed: FeedDescription) {
        heading = feed.heading(of: .type)
        names = feed.typeNames ?? [:]
    }

    private static let (maxNameLength, maxIDLength) = (200, 60)

    /// Returns the word of the table for the type of a vehicle; `nil` without one.
    func word(of vehicle: Vehicle) -> String? {
        guard let id = vehicle.typeID else { return nil }
        let word = heading.flatMap { vehicle.properties[$0] } ?? names[id] ?? ""
        return word.isEmpty ? nil : String(word.prefix(Self.maxNameLength))
    }

    /// Sets the type of a published vehicle.
    ///
    /// Each has a form factor, and an ID that follows from its word, or else from the form factor.
    /// Without a propulsion type there is no valid type.
    func set(of vehicle: Vehicle, in published: inout Vehicle) {
        let known = vehicle.formFactor.map {
            FormFactor.value(of: ASCIICase.lowercased($0)) ?? "other"
        }
        let formFactor = Self.formFactor(known)
        published.formFactor = formFactor
        published.propulsionType = Self.propulsionType(of: vehicle, known)
        let isOwn = vehicle.typeID == nil || vehicle.typeID == vehicle.formFactor
        published.typeID =
            (word(of: vehicle) ?? (isOwn ? nil : vehicle.typeID)).map(Self.id) ?? formFactor
    }

    /// Returns the form factor of GBFS 3.0: scooters of earlier versions are standing ones, and
    /// everything that has no value is `other`.
    private static func formFactor(_ known: String?) -> String {
        let name = known == "scooter" ? "scooter_standing" : known ?? "other"
        return PublishedFleet.formFactors.contains(name) ? name : "other"
    }

    /// Returns the propulsion type that the table tells, or else a default, as far as there is an
    /// honest one; `nil` otherwise.
    ///
    /// - Bicycles and cargo bicycles are `human`, or with a charge or range `electric_assist`.
    /// - Standing scooters with a charge or range are `electric`; without, they may be kick scooters.
    /// - Everything unknown is `human` unless it has a charge or range: trailers have no motor, and
    ///   the other values claim one, with a range.
    /// - Cars, mopeds, motorcycles and others have a motor, whose kind only the table knows.
    private static func propulsionType(of vehicle: Vehicle, _ formFactor: String?) -> String? {
        if let told = vehicle.propulsionType, PublishedFleet.propulsionTypes.contains(told) {
            return told
        }
        let hasCharge =
            vehicle.battery != nil || vehicle.currentFuelPercent != nil
            || vehicle.currentRangeMeters != nil
        return switch formFactor {
        case "bicycle", "cargo_bicycle": hasCharge ? "electric_assist" : "human"
        case "scooter", "scooter_standing": hasCharge ? "electric" : nil
        case nil, "other": hasCharge ? nil : "human"
        default: nil
        }
    }

    /// Returns a readable ID of ASCII letters, digits and hyphens; what has no such letters, or is
    /// long, ends with a hash.
    static func id(of name: String) -> String {
        var id = ""
        var isWhole = true
        for byte in FoldedText.bytes(of: name) {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                id.unicodeScalars.append(Unicode.Scalar(byte))
            case 0x80...: isWhole = false
            default: if !id.isEmpty, !id.hasSuffix("-") { id += "-" }
            }
        }
        isWhole = isWhole && !id.isEmpty && id.utf8.count <= maxIDLength
        if id.hasSuffix("-") { id.removeLast() }
        guard !isWhole else { return id }
        let readable = id.isEmpty ? "type" : String(id.prefix(maxIDLength))
        return readable + "-" + SHA256.hex(Array(name.utf8)).prefix(8)
    }
}

import FleetCore
import FleetStore

/// Lookup of vehicles of a snapshot by a typed ID.
struct VehicleLookup {
    /// Returns the vehicle with exactly this ID, byte for byte.
    let exact: (_ id: String) throws -> Vehicle?
    /// Returns at most `candidates` vehicles whose ID is equal except for ASCII case.
    let equal: (_ id: String) throws -> [Vehicle]
    /// Returns at most `candidates` vehicles whose ID has this prefix, ignoring ASCII case.
    let prefixed: (_ id: String) throws -> [Vehicle]

    /// Maximum candidates in the error about an ambiguous ID.
    static let candidates = 10

    /// Returns the vehicle with this ID, otherwise the only one whose ID differs in case alone.
    ///
    /// Returns nil if no vehicle or several vehicles match.
    func only(_ id: String) throws -> Vehicle? {
        if let vehicle = try exact(id) { return vehicle }
        let matches = try equal(id)
        return matches.count == 1 ? matches[0] : nil
    }

    /// Finds a vehicle by its ID, otherwise by the only ID that differs in case alone, otherwise (if
    /// `allowingPrefix`) by the only ID with this prefix.
    /// - Throws: `CommandError` (66) if several vehicles match; the error of `missing` if none does.
    func find(
        _ id: String, allowingPrefix: Bool, orThrow missing: () throws -> CommandError
    ) throws -> Vehicle {
        if let vehicle = try exact(id) { return vehicle }
        var found = try equal(id)
        if found.isEmpty, allowingPrefix { found = try prefixed(id) }
        guard let vehicle = found.first else { throw try missing() }
        guard found.count == 1 else { throw ambiguous(id, found) }
        return vehicle
    }

    private func ambiguous(_ id: String, _ found: [Vehicle]) -> CommandError {
        let ids = found.prefix(Self.candidates)
            .map { String($0.id.unicodeScalars.prefix(80)) }.joined(separator: ", ")
        return CommandError(
            .noInput, "'\(IDArgument.shown(id))' matches several vehicles",
            hint: "give the full ID: \(ids)")
    }
}

extension VehicleLookup {
    /// Creates a lookup in the stored snapshot of a source.
    init(_ reader: StoreReader, _ key: SourceKey) {
        self.init(
            exact: { try reader.vehicle($0, of: key) },
            equal: { try reader.vehicles(.ignoringCase, $0, of: key, limit: Self.candidates) },
            prefixed: { try reader.vehicles(.prefix, $0, of: key, limit: Self.candidates) })
    }

    /// Creates a lookup in the vehicles of a snapshot.
    init(_ vehicles: [Vehicle]) {
        func first(_ isMatch: (Vehicle) -> Bool) -> [Vehicle] {
            Array(vehicles.lazy.filter(isMatch).prefix(Self.candidates))
        }
        self.init(
            exact: { id in vehicles.first { ByteOrder.equal($0.id, id) } },
            equal: { id in first { ASCIICase.equal($0.id, id) } },
            prefixed: { id in first { ASCIICase.hasPrefix($0.id, id) } })
    }
}

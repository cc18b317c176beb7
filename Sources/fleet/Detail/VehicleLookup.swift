import FleetCore
import FleetStore

/// The ways to find a vehicle of a snapshot by what a person typed.
struct VehicleLookup {
    /// The vehicle of exactly this code, byte for byte.
    let exact: (_ id: String) throws -> Vehicle?
    /// Vehicles whose code is equal without regard to ASCII case, at most `candidates`.
    let equal: (_ id: String) throws -> [Vehicle]
    /// Vehicles whose code begins so, without regard to ASCII case, at most `candidates`.
    let prefixed: (_ id: String) throws -> [Vehicle]

    /// How many candidates are named when a code is ambiguous.
    static let candidates = 10

    /// The vehicle of a code, else the only one whose code is equal but for case; `nil` if there is
    /// none, or if there are several.
    func only(_ id: String) throws -> Vehicle? {
        if let vehicle = try exact(id) { return vehicle }
        let alike = try equal(id)
        return alike.count == 1 ? alike[0] : nil
    }

    /// Finds a vehicle by its code, else by the only code that is equal but for case, else (if
    /// `allowingPrefix`) by the only code that begins so.
    /// - Throws: `Problem` (66) if there are several; what `absence` throws if there is none.
    func find(
        _ id: String, allowingPrefix: Bool, orThrow absence: () throws -> Problem
    ) throws -> Vehicle {
        if let vehicle = try exact(id) { return vehicle }
        var found = try equal(id)
        if found.isEmpty, allowingPrefix { found = try prefixed(id) }
        guard let vehicle = found.first else { throw try absence() }
        guard found.count == 1 else { throw ambiguous(id, found) }
        return vehicle
    }

    private func ambiguous(_ id: String, _ found: [Vehicle]) -> Problem {
        let codes = found.prefix(Self.candidates)
            .map { String($0.id.unicodeScalars.prefix(80)) }.joined(separator: ", ")
        return Problem(
            .noInput, "\(TypedID.shown(id)) stands for several vehicles",
            hint: "give one code whole: \(codes)")
    }
}

extension VehicleLookup {
    /// Looks through what is stored of a source.
    init(_ reader: StoreReader, _ key: SourceKey) {
        self.init(
            exact: { try reader.vehicle($0, of: key) },
            equal: { try reader.vehicles(.ignoringCase, $0, of: key, limit: Self.candidates) },
            prefixed: { try reader.vehicles(.prefix, $0, of: key, limit: Self.candidates) })
    }

    /// Looks through the vehicles of a snapshot.
    init(_ vehicles: [Vehicle]) {
        func first(_ isWanted: (Vehicle) -> Bool) -> [Vehicle] {
            Array(vehicles.lazy.filter(isWanted).prefix(Self.candidates))
        }
        self.init(
            exact: { id in vehicles.first { ByteOrder.equal($0.id, id) } },
            equal: { id in first { ASCIICase.equal($0.id, id) } },
            prefixed: { id in first { ASCIICase.hasPrefix($0.id, id) } })
    }
}

import FleetCore
import FleetStore

/// A source of whose vehicles something is kept.
struct KeptSource {
    let source: OpenSource
    /// What is kept by.
    let codes: StableCodes
    /// Where it is kept.
    let store: FleetStore

    var label: String { source.selected.label }

    /// A vehicle, and the code by which something of it is kept.
    struct KeptVehicle {
        let code: String
        let vehicle: Vehicle
        /// The snapshot that it is of.
        let info: SnapshotInfo
    }

    /// Finds vehicles of which something is to be kept, by what a person typed; the source is read once
    /// if it is due.
    /// - Throws: `Problem` (66) if there is no such vehicle, or several, or one has no permanent code;
    ///   (64) if the codes change.
    func find(_ ids: [String]) async throws -> [KeptVehicle] {
        _ = try await source.supply(Asking())
        let code = codes.finder()
        let found = try store.read(codes.key) { stored in
            try ids.map { id in
                let vehicle = try stored.find(id, of: source, allowingPrefix: false)
                guard let code = code(vehicle) else { throw noCode(vehicle) }
                return KeptVehicle(code: code, vehicle: vehicle, info: stored.info)
            }
        }
        if let info = found.first?.info {
            try await codes.check(info, in: store) { source.composition.output.warn($0) }
        }
        return found
    }

    private func noCode(_ vehicle: Vehicle) -> Problem {
        Problem(
            .noInput, "vehicle \(vehicle.id) has no code where the source says it stands",
            hint: "see `fleet source show`: the label field finds nothing in its links")
    }
}

extension OpenSource {
    /// What is kept by of this source's vehicles.
    var codes: StableCodes { get throws { try StableCodes(of: selected) } }
}

extension Composition {
    /// Opens a source to keep something of its vehicles.
    /// - Throws: `Problem` (64) if it has no name to keep by, (74) if the store cannot be written.
    func openKept(_ option: SourceOption) throws -> KeptSource {
        let source = try open(select(option.text, in: preferences()))
        return KeptSource(source: source, codes: try source.codes, store: try source.keptStore())
    }
}

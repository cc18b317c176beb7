import FleetCore
import FleetFeeds
import FleetStore
import Pictures

extension OpenSource {
    /// The pictures of a vehicle's type and of the brand, as far as the feed names them and they can
    /// be had; those that were kept cost no request.
    ///
    /// It never fails and tells of nothing; cancelled, it has what was found until then. `store` is
    /// where the snapshot is, if not in the home.
    func pictures(of vehicle: Vehicle, in store: FleetStore? = nil) async -> [VehiclePicture] {
        guard let shelf = try? composition.pictures(for: selected, key),
            let memory = try? await memory(in: store)
        else { return [] }
        let address = shelf.reader.address(of:in:)
        let artist = IconArtist(environment: composition.environment)
        // A host that does not answer keeps the other picture from nobody.
        async let type = shelf.shown(
            of: PictureLinks.ofType(vehicle, in: memory, address: address), by: artist)
        async let brand = shelf.shown(
            of: PictureLinks.ofBrand(in: memory, address: address), by: artist)
        return [try? await type, try? await brand].compactMap(\.self)
    }

    /// The picture of a vehicle's type, which a person asked for.
    /// - Throws: `Problem` (66) if the feed names none, (69) if it cannot be fetched, (65) if it is
    ///   none; `CancellationError`.
    func picture(of vehicle: Vehicle) async throws -> VehiclePicture {
        let shelf = try composition.pictures(for: selected, key)
        let memory = try await memory(in: nil)
        guard
            let links = PictureLinks.ofType(
                vehicle, in: memory, address: shelf.reader.address(of:in:)),
            !links.addresses.isEmpty
        else { throw Problem.noPicture(of: vehicle.id) }
        do {
            guard let picture = try await shelf.first(of: links, insisting: true) else {
                throw Problem.noPicture(of: vehicle.id)
            }
            return picture
        } catch let absence as PictureShelf.Absence {
            throw Problem(absence, of: vehicle.id)
        }
    }

    /// Writes the picture of a vehicle's type, in the format that it came in.
    /// - Throws: as `picture(of:)`, and `Problem` (64) if the name of the file promises another
    ///   format, (73) if it cannot be written.
    func writePicture(of vehicle: Vehicle, to file: PictureFile) async throws {
        let bytes = try await picture(of: vehicle).bytes
        let facts = try LinkedPicture(inspecting: bytes)
        try file.check(facts.format)
        switch file {
        case .standardOutput: try composition.output.write(bytes)
        case .path(let path):
            try WholeFile.write(bytes, to: path)
            composition.output.say("wrote \(path): \(facts.words)")
        }
    }

    /// What is remembered of the feed beside its vehicles.
    private func memory(in store: FleetStore?) async throws -> FeedMemory? {
        if let store { return try await store.record(of: key).memory }
        switch shelf {
        case .store(let store, _): return try await store.record(of: key).memory
        case .readOnly(let store, let key): return try await store.record(of: key).memory
        case .nowhere:
            guard case .loaded(_, let memory, _) = try await load(nil) else { return nil }
            return memory
        }
    }
}

extension LinkedPicture {
    /// What it is, in words; a drawing has no pixels.
    fileprivate var words: String {
        let name = format.rawValue.uppercased()
        return switch self {
        case .pixels(let facts): "\(name), \(facts.width) × \(facts.height) px"
        case .drawing: name
        }
    }
}

extension PictureShelf {
    /// The first of some pictures of one thing that can be had and drawn, in pixels.
    /// - Throws: `CancellationError`.
    func shown(of links: PictureLinks?, by artist: IconArtist) async throws -> VehiclePicture? {
        guard let links else { return nil }
        for address in links.addresses {
            do {
                let bytes = try await picture(at: address, insisting: false)
                guard let pixels = await artist.pixels(of: bytes) else { continue }
                return VehiclePicture(caption: links.caption, bytes: pixels)
            } catch is Absence {
                continue
            }
        }
        return nil
    }

    /// The first of some pictures of one thing that can be had; `nil` if there are no addresses.
    /// - Throws: why the first of them cannot be had; `CancellationError`.
    func first(of links: PictureLinks, insisting: Bool) async throws -> VehiclePicture? {
        var first: Absence?
        for address in links.addresses {
            do {
                let bytes = try await picture(at: address, insisting: insisting)
                return VehiclePicture(caption: links.caption, bytes: bytes)
            } catch let absence as Absence {
                first = first ?? absence
            }
        }
        if let first { throw first }
        return nil
    }
}

package import FleetCore
import FleetFeeds
package import FleetRuntime
import FleetSQL
import FleetSettings
import FleetTeam
import POSIX
import Pictures
import SystemPackage

extension SourceSession {
    /// Returns the pictures of the vehicle type and of the brand that are available; cached
    /// pictures need no request.
    ///
    /// Never fails and prints nothing; if cancelled, returns the pictures found so far. `store` has
    /// the snapshot unless the home folder has it.
    func pictures(of vehicle: Vehicle, in store: (any FleetStore)? = nil) async -> [VehiclePicture]
    {
        guard let fetcher = try? CachedPictureFetcher(for: selected, key, in: context),
            let cacheState = try? await cacheState(in: store)
        else { return [] }
        let address = fetcher.reader.address(of:in:)
        let rasterizer = SVGRasterizer(
            environment: context.environment, timeoutFactor: context.system.timeoutFactor)
        // A host that does not respond does not delay the other picture.
        async let type = fetcher.firstDrawable(
            of: PictureLinks.ofType(vehicle, in: cacheState, address: address), rasterizer)
        async let brand = fetcher.firstDrawable(
            of: PictureLinks.ofBrand(in: cacheState, address: address), rasterizer)
        return [try? await type, try? await brand].compactMap(\.self)
    }

    /// Returns the picture of the vehicle type, on request of the user.
    /// - Throws: `CommandError` (66) if the feed links none, (69) if it cannot be fetched, (65) if
    ///   it is not valid; `CancellationError`.
    func picture(of vehicle: Vehicle) async throws -> VehiclePicture {
        let fetcher = try CachedPictureFetcher(for: selected, key, in: context)
        let cacheState = try await cacheState(in: nil)
        guard
            let links = PictureLinks.ofType(
                vehicle, in: cacheState, address: fetcher.reader.address(of:in:)),
            !links.addresses.isEmpty
        else { throw CommandError.noPicture(of: vehicle.id) }
        do {
            guard let picture = try await fetcher.first(of: links, retrying: true) else {
                throw CommandError.noPicture(of: vehicle.id)
            }
            return picture
        } catch let error as CachedPictureFetcher.FetchError {
            throw CommandError(error, of: vehicle.id)
        }
    }

    /// Writes the picture of the vehicle type in its original format.
    /// - Throws: the errors of `picture(of:)`; `CommandError` (64) if the file has the extension of
    ///   another format, (73) if it cannot be written.
    package func writePicture(of vehicle: Vehicle, to file: PictureFile) async throws {
        let bytes = try await picture(of: vehicle).bytes
        let picture = try LinkedPicture(inspecting: bytes)
        try file.check(picture.format)
        switch file {
        case .standardOutput: try context.output.write(bytes)
        case .path(let path):
            try OutputFile.write(bytes, to: path)
            context.output.log("wrote \(path): \(picture.summary)")
        }
    }

    /// Returns the cached documents of the feed.
    private func cacheState(in store: (any FleetStore)?) async throws -> FeedCacheState? {
        if let store = store ?? (try? readableStore()) {
            return try await store.snapshots.record(of: key).cacheState
        }
        guard case .loaded(_, let cacheState, _) = try await load(nil) else { return nil }
        return cacheState
    }
}

extension LinkedPicture {
    /// Format and size; a drawing has no pixels.
    fileprivate var summary: String {
        let name = format.rawValue.uppercased()
        return switch self {
        case .raster(let info): "\(name), \(info.width) × \(info.height) px"
        case .drawing: name
        }
    }
}

extension CachedPictureFetcher {
    /// Returns the first of several pictures of one object that is available and can be drawn, in
    /// pixels.
    /// - Throws: `CancellationError`.
    func firstDrawable(
        of links: PictureLinks?, _ rasterizer: SVGRasterizer
    ) async throws -> VehiclePicture? {
        guard let links else { return nil }
        for address in links.addresses {
            do {
                let bytes = try await picture(at: address, retrying: false)
                guard let pixels = await rasterizer.pixels(of: bytes) else { continue }
                return VehiclePicture(caption: links.caption, bytes: pixels)
            } catch is FetchError {
                continue
            }
        }
        return nil
    }

    /// Returns the first of several pictures of one object that is available; `nil` if there are no
    /// addresses.
    /// - Throws: the error of the first address; `CancellationError`.
    func first(of links: PictureLinks, retrying: Bool) async throws -> VehiclePicture? {
        var first: FetchError?
        for address in links.addresses {
            do {
                let bytes = try await picture(at: address, retrying: retrying)
                return VehiclePicture(caption: links.caption, bytes: bytes)
            } catch let error as FetchError {
                first = first ?? error
            }
        }
        if let first { throw first }
        return nil
    }
}

/// Output for the picture of a vehicle, in its original format.
package enum PictureFile: Equatable, Sendable {
    case standardOutput
    case path(String)

    package init(_ text: String) {
        self = text == "-" ? .standardOutput : .path(text)
    }

    /// Throws a `CommandError` (64) if the extension is that of another format; devices and pipes
    /// have none.
    func check(_ format: PictureFormat) throws {
        guard case .path(let path) = self, !FileSystem.isSpecialFile(FilePath(argument: path))
        else { return }
        let name = path.lowercased()
        let extensions = format == .jpeg ? ["jpg", "jpeg"] : [format.fileExtension]
        guard extensions.contains(where: { name.hasSuffix("." + $0) }) else {
            throw CommandError.otherFormat(path, format)
        }
    }
}

/// Provider of the pictures of vehicles and the photos of notes.
struct PictureProvider: Sendable {
    /// Returns the pictures of the vehicle type and of the brand, which may need requests.
    let ofVehicle: @Sendable (Vehicle) async -> [VehiclePicture]
    /// Returns the bytes of a photo; `nil` if the file is missing.
    var bytes: @Sendable (Photo) -> [UInt8]? = { _ in nil }

    /// Maximum pictures to show of a vehicle.
    static let limit = 12

    /// Returns the photos of notes, each read lazily since it may be large.
    func photos(of notes: [Note]) -> some Sequence<VehiclePicture> {
        notes.lazy.flatMap { note in
            note.photos.lazy.compactMap { photo in
                bytes(photo).map { VehiclePicture(caption: "note \(note.number)", bytes: $0) }
            }
        }
    }
}

extension SourceSession {
    /// Returns a provider of the pictures of this source; `store` has the snapshot unless the home
    /// folder has it.
    func pictureProvider(in store: (any FleetStore)? = nil) -> PictureProvider {
        var provider = PictureProvider { await self.pictures(of: $0, in: store) }
        if let photos = (try? annotations)?.photos {
            provider.bytes = { photos.bytes(of: $0) }
        }
        return provider
    }

    /// Returns the addresses of the pictures that the feed links for a vehicle.
    func pictureAddresses(
        of vehicle: Vehicle, in cacheState: FeedCacheState?
    ) -> PictureAddresses {
        guard let reader = try? CachedPictureFetcher(for: selected, key, in: context).reader else {
            return PictureAddresses()
        }
        return PictureAddresses(of: vehicle, in: cacheState, address: reader.address(of:in:))
    }
}

extension SourceSession {
    /// Maximum characters of a caption.
    private static let maxCaptionLength = 80
    /// Time to wait for pictures that must be fetched.
    private static let timeout = Duration.seconds(3)

    /// Shows the pictures of a vehicle and the photos of its notes, each with its caption.
    package func showPictures(of vehicle: Vehicle, on terminal: TerminalPictures) async throws {
        let provider = pictureProvider()
        let timeout = context.limit(Self.timeout)
        try show(
            await Self.within(timeout) { await provider.ofVehicle(vehicle) }, terminal)
        try show(provider.photos(of: (try? notes(about: vehicle)) ?? []), terminal)
    }

    /// Returns the pictures that are found within the timeout.
    private static func within(
        _ timeout: Duration, _ find: @escaping @Sendable () async -> [VehiclePicture]
    ) async -> [VehiclePicture] {
        await withTaskGroup(of: [VehiclePicture]?.self) { group in
            defer { group.cancelAll() }
            group.addTask { await find() }
            group.addTask {
                try? await Task.sleep(for: timeout)
                return nil
            }
            for await found in group {
                if let found { return found }
                group.cancelAll()
            }
            return []
        }
    }

    /// Shows the pictures that can be decoded.
    private func show(
        _ pictures: some Sequence<VehiclePicture>, _ terminal: TerminalPictures
    ) throws {
        for picture in pictures.prefix(PictureProvider.limit) {
            guard let raster = terminal.raster(picture.bytes) else { continue }
            let caption = TerminalText.escaped(
                String(picture.caption.unicodeScalars.prefix(Self.maxCaptionLength)))
            try context.output.write(
                Array("\n\(caption)\n".utf8) + terminal.escapes(of: raster) + Array("\n".utf8))
        }
    }
}

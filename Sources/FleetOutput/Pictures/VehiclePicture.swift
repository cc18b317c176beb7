package import FleetCore
import FleetFeeds
package import FleetRuntime

/// A picture of a vehicle type, of the brand, or of a note.
package struct VehiclePicture: Equatable, Sendable {
    /// The caption; text of a feed, which is not safe on a terminal.
    let caption: String
    /// The original bytes of a valid picture.
    let bytes: [UInt8]
}

/// Links to pictures in the feeds of a vehicle.
package struct PictureLinks: Equatable, Sendable {
    let caption: String
    /// Addresses of pictures of the same object, in order of preference.
    let addresses: [String]
}

extension PictureLinks {
    /// Returns the links of the vehicle type; `address` resolves a link against its document.
    static func ofType(
        _ vehicle: Vehicle, in cacheState: FeedCacheState?,
        address: (_ link: String, _ document: String) -> String?
    ) -> PictureLinks? {
        guard let (type, document) = cacheState?.type(of: vehicle) else { return nil }
        let links = [type.imageLink, type.iconLink].compactMap(\.self)
        return PictureLinks(
            caption: type.name ?? type.id,
            addresses: links.compactMap { address($0, document) })
    }

    /// Returns the links of the brand.
    static func ofBrand(
        in cacheState: FeedCacheState?, address: (_ link: String, _ document: String) -> String?
    ) -> PictureLinks? {
        guard let document = cacheState?.documents[DocumentName.systemInformation.text]?.document,
            let system = cacheState?.content(of: .systemInformation),
            let link = system.brandImageLink
        else { return nil }
        return PictureLinks(
            caption: system.name ?? "brand",
            addresses: [address(link, document.address)].compactMap(\.self))
    }
}

extension PictureAddresses {
    /// Creates the addresses of a vehicle; `address` resolves a link against its document.
    init(
        of vehicle: Vehicle, in cacheState: FeedCacheState?,
        address: (_ link: String, _ document: String) -> String?
    ) {
        self.init()
        if let (type, document) = cacheState?.type(of: vehicle) {
            vehicleImage = type.imageLink.flatMap { address($0, document) }
            icon = type.iconLink.flatMap { address($0, document) }
        }
        brandImage = PictureLinks.ofBrand(in: cacheState, address: address)?.addresses.first
    }
}

extension FeedCacheState {
    /// Returns the type of a vehicle, and the address of the document that has it.
    fileprivate func type(of vehicle: Vehicle) -> (VehicleType, document: String)? {
        guard let id = vehicle.typeID,
            let document = documents[DocumentName.vehicleTypes.text]?.document,
            let type = content(of: .vehicleTypes)?.first(where: { ByteOrder.equal($0.id, id) })
        else { return nil }
        return (type, document.address)
    }
}

extension SourceSession {
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

import FleetCore

/// A picture of a vehicle type, of the brand, or of a note.
struct VehiclePicture: Equatable, Sendable {
    /// The caption; text of a feed, which is not safe on a terminal.
    let caption: String
    /// The original bytes of a valid picture.
    let bytes: [UInt8]
}

/// Links to pictures in the feeds of a vehicle.
struct PictureLinks: Equatable, Sendable {
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
        guard let feed = cacheState?.vehicleTypes, let id = vehicle.typeID,
            let type = feed.content.first(where: { ByteOrder.equal($0.id, id) })
        else { return nil }
        let links = [type.imageLink, type.iconLink].compactMap(\.self)
        return PictureLinks(
            caption: type.name ?? type.id,
            addresses: links.compactMap { address($0, feed.document.address) })
    }

    /// Returns the links of the brand.
    static func ofBrand(
        in cacheState: FeedCacheState?, address: (_ link: String, _ document: String) -> String?
    ) -> PictureLinks? {
        guard let feed = cacheState?.system, let link = feed.content.brandImageLink else {
            return nil
        }
        return PictureLinks(
            caption: feed.content.name ?? "brand",
            addresses: [address(link, feed.document.address)].compactMap(\.self))
    }
}

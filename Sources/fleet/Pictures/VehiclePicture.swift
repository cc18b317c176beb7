import FleetCore

/// A picture of a vehicle's type, of the brand, or of a note.
struct VehiclePicture: Equatable, Sendable {
    /// What it shows; the words of a feed are not safe on a terminal.
    let caption: String
    /// The picture as it came, of a sound structure.
    let bytes: [UInt8]
}

/// Where the feeds of a vehicle say that there are pictures.
struct PictureLinks: Equatable, Sendable {
    /// What they show.
    let caption: String
    /// Addresses of the same thing, the one to try first at the front.
    let addresses: [String]
}

extension PictureLinks {
    /// The links of a vehicle's type; `address` makes addresses of links, by the document they are in.
    static func ofType(
        _ vehicle: Vehicle, in memory: FeedMemory?,
        address: (_ link: String, _ document: String) -> String?
    ) -> PictureLinks? {
        guard let feed = memory?.vehicleTypes, let id = vehicle.typeID,
            let type = feed.content.first(where: { ByteOrder.equal($0.id, id) })
        else { return nil }
        let links = [type.imageLink, type.iconLink].compactMap(\.self)
        return PictureLinks(
            caption: type.name ?? type.id,
            addresses: links.compactMap { address($0, feed.document.address) })
    }

    /// The links of the brand.
    static func ofBrand(
        in memory: FeedMemory?, address: (_ link: String, _ document: String) -> String?
    ) -> PictureLinks? {
        guard let feed = memory?.system, let link = feed.content.brandImageLink else { return nil }
        return PictureLinks(
            caption: feed.content.name ?? "brand",
            addresses: [address(link, feed.document.address)].compactMap(\.self))
    }
}

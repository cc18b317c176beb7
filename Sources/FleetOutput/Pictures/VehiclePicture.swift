import FleetCore

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

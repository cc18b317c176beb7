/// Addresses of the pictures of a vehicle, in the fields of GBFS that link them.
public struct PictureAddresses: Equatable, Sendable {
    /// The picture of the vehicle type (`vehicle_image`).
    public var vehicleImage: String?
    /// The icon of the vehicle type (`vehicle_assets.icon_url`).
    public var icon: String?
    /// The image of the brand (`brand_assets.brand_image_url`).
    public var brandImage: String?

    /// Creates addresses; all may be unknown.
    public init(vehicleImage: String? = nil, icon: String? = nil, brandImage: String? = nil) {
        (self.vehicleImage, self.icon, self.brandImage) = (vehicleImage, icon, brandImage)
    }
}

extension JSONObjectWriter {
    /// Adds the addresses as in `vehicle_types.json` and `system_information.json`.
    mutating func add(_ pictures: PictureAddresses) {
        var assets = JSONObjectWriter()
        assets.add("icon_url", pictures.icon)
        var type = JSONObjectWriter()
        type.add("vehicle_image", pictures.vehicleImage)
        type.add("vehicle_assets", assets.isEmpty ? nil : assets)
        add("vehicle_type", type.isEmpty ? nil : type)
        var brand = JSONObjectWriter()
        brand.add("brand_image_url", pictures.brandImage)
        add("brand_assets", brand.isEmpty ? nil : brand)
    }
}

import FleetCore
import JSON

/// Reader of `system_information.json`: `data.name`, plain or localized, `data.timezone`,
/// `data.brand_assets.brand_image_url`, and the links of `data.rental_apps`.
struct SystemInformationDocument: StoredContent {
    let name = DocumentName.systemInformation

    private static let apps = "data.rental_apps."
    private static let scan = ListScan(values: [
        "data.name", "data.timezone", "data.brand_assets.brand_image_url",
        apps + "android.store_uri", apps + "android.discovery_uri", apps + "ios.store_uri",
        apps + "ios.discovery_uri",
    ])

    func parse(
        _ bytes: consuming [UInt8], at location: String
    ) throws(FeedFailure) -> FeedDocument<SystemInformation> {
        var document = JSONDocument(bytes)
        var system = SystemInformation()
        var appLinks = [String?](repeating: nil, count: 4)
        let (header, _, _) = try Self.scan.read(
            &document, at: location,
            value: { index, field in
                switch index {
                case 0: system.name = String(localized: field)
                case 1: system.timeZone = String(lenient: field)
                case 2: system.brandImageLink = String(link: field)
                default: appLinks[index - 3] = String(link: field)
                }
            })
        system.rentalApps = RentalApps(
            android: RentalApps.App(storeURI: appLinks[0], discoveryURI: appLinks[1]),
            ios: RentalApps.App(storeURI: appLinks[2], discoveryURI: appLinks[3]))
        return FeedDocument(header: header, content: system)
    }

    func changeLinks(in system: inout SystemInformation, _ change: (String) -> String?) {
        system.brandImageLink = system.brandImageLink.flatMap(change)
    }

    func add(_ system: SystemInformation, to snapshot: inout Snapshot) {
        snapshot.feed.systemName = system.name
        snapshot.feed.timeZone = system.timeZone
        snapshot.feed.rentalApps = system.rentalApps
    }
}

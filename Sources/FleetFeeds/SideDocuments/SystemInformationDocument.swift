import FleetCore
import JSON

/// Reader of `system_information.json`: `data.name`, plain or localized, `data.timezone`, and
/// `data.brand_assets.brand_image_url`.
struct SystemInformationDocument: SideDocument {
    let name = "system_information"
    let empty = SystemInformation()
    var cache: CacheMember<SystemInformation> { \.system }

    private static let scan = ListScan(
        values: ["data.name", "data.timezone", "data.brand_assets.brand_image_url"])

    func parse(
        _ bytes: consuming [UInt8], at location: String
    ) throws(FeedFailure) -> FeedDocument<SystemInformation> {
        var document = JSONDocument(bytes)
        var system = SystemInformation()
        let (header, _, _) = try Self.scan.read(
            &document, at: location,
            value: { index, field in
                switch index {
                case 0: system.name = String(localized: field)
                case 1: system.timeZone = String(lenient: field)
                default: system.brandImageLink = String(link: field)
                }
            })
        return FeedDocument(header: header, content: system)
    }

    func changeLinks(in system: inout SystemInformation, _ change: (String) -> String?) {
        system.brandImageLink = system.brandImageLink.flatMap(change)
    }

    func add(_ system: SystemInformation, to snapshot: inout Snapshot) {
        snapshot.feed.systemName = system.name
        snapshot.feed.timeZone = system.timeZone
    }
}

@testable import FleetCore
@testable import FleetFeeds

/// Parses an address, and a link in its document on a second line.
func fuzzURL(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let text = String(decoding: lines[0], as: UTF8.self)
    let link = String(decoding: lines.dropFirst().first ?? [], as: UTF8.self)
    checkAddress(text)
    if let base = try? DocumentAddress(text), let address = try? base.resolving(link) {
        checkAddress(address.text)
        if case .web = base, case .file = address { fatalError("the web links to a file") }
    }
    if let location = Location(text, relativeTo: "/home/user") { checkLocation(location) }
    _ = try? Simulation(text)
    _ = HTTPDate.timestamp(text)
    _ = RetryAfter.seconds(text, now: Timestamp(seconds: 1_769_860_800))
    _ = IPAddress(text)?.isPublic
}

private func checkAddress(_ text: String) {
    guard case .web(let address)? = try? DocumentAddress(text) else { return }
    guard let again = try? WebAddress(address.text) else {
        fatalError("the text of an address is no address")
    }
    require(again.origin == address.origin, "the origin changes")
    require(again.text == address.text, "the text of an address changes")
}

private func checkLocation(_ location: Location) {
    require(
        Location(location.text, relativeTo: "/elsewhere") == location, "the location changes")
    _ = Location.redacted(location.text)
    _ = AddressSecrets(in: location.text)
}

package import FleetCore

/// The content of the symbols of a run, and how it derives from a vehicle or an ID.
package struct LabelContent {
    /// Kind of content.
    package enum Kind: Equatable {
        /// The ID, byte for byte.
        case id
        /// The rental link.
        case uri
        /// A link that contains the ID.
        case template(LabelTemplate)
        /// The address of the vehicle's page, which contains the ID.
        case page(LabelTemplate)
    }

    package let kind: Kind
    /// Whether the scheme and host of links are capitalized, which can make symbols smaller.
    let capitalizesLinks: Bool

    package init(kind: Kind, capitalizesLinks: Bool) {
        self.kind = kind
        self.capitalizesLinks = capitalizesLinks
    }

    /// Returns the label of a vehicle with a stable ID; `nil` if it needs a link and has none that
    /// the rule allows.
    /// - Throws: `CommandError` (65) for an ID whose page has no address.
    package func item(
        for vehicle: Vehicle, id: String, links rule: LinkRule
    ) throws(CommandError) -> LabelItem? {
        guard kind == .uri else { return try item(for: Array(id.utf8)) }
        return rule.allowed(vehicle.rentalURIs)?.preferred.map { link in
            LabelItem(id: Array(id.utf8), payload: payload(of: Array(link.utf8)))
        }
    }

    /// Returns the label of an ID alone.
    /// - Throws: `CommandError` (65) for an ID whose page has no address.
    package func item(for id: [UInt8]) throws(CommandError) -> LabelItem {
        switch kind {
        case .id, .uri: return LabelItem(id: id, payload: id)
        case .page(let template):
            try Self.checkPage(of: id)
            return LabelItem(id: id, payload: payload(of: template.link(for: id)))
        case .template(let template):
            return LabelItem(id: id, payload: payload(of: template.link(for: id)))
        }
    }

    /// Refuses IDs that browsers remove from the address of a page (URL Standard, section 4.4).
    private static func checkPage(of id: [UInt8]) throws(CommandError) {
        guard id == Array(".".utf8) || id == Array("..".utf8) else { return }
        throw CommandError(
            .data, "the page of the vehicle \(String(decoding: id, as: UTF8.self)) has no address",
            hint: "leave out this vehicle, or use --content id")
    }

    private func payload(of link: [UInt8]) -> [UInt8] {
        capitalizesLinks ? Self.capitalized(link) : link
    }

    /// Returns a link with scheme and host in capitals, which is equivalent (RFC 3986, 6.2.2.1).
    static func capitalized(_ link: [UInt8]) -> [UInt8] {
        let reference = URIReference(link[...])
        guard let scheme = reference.scheme, let host = reference.hostAndPort else { return link }
        var capitalized = link
        for index in Array(scheme.indices) + Array(host.indices)
        where (0x61...0x7A).contains(link[index]) {
            capitalized[index] = link[index] & 0xDF
        }
        return capitalized
    }
}

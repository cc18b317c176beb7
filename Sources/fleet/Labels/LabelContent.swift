import FleetCore

/// What the symbols of a run hold, and how it is made of a vehicle or of a code.
struct LabelContent {
    /// What of a vehicle goes into its symbol.
    enum Kind: Equatable {
        /// The code, byte for byte.
        case id
        /// The rental link.
        case uri
        /// A link made of the code.
        case template(LabelTemplate)
    }

    let kind: Kind
    /// Whether scheme and host of a link are written in capitals, which need less room.
    let capitalizesLinks: Bool

    /// The label of a vehicle whose permanent code is known; `nil` if it has no link.
    func item(of vehicle: Vehicle, code: String) -> LabelItem? {
        guard kind == .uri else { return item(of: Array(code.utf8)) }
        return vehicle.rentalURIs?.preferred.map { link in
            LabelItem(code: Array(code.utf8), payload: written(Array(link.utf8)))
        }
    }

    /// The label of a code alone.
    func item(of code: [UInt8]) -> LabelItem {
        switch kind {
        case .id, .uri: LabelItem(code: code, payload: code)
        case .template(let template):
            LabelItem(code: code, payload: written(template.filled(with: code)))
        }
    }

    private func written(_ link: [UInt8]) -> [UInt8] {
        capitalizesLinks ? Self.capitalized(link) : link
    }

    /// Scheme and host in capitals: they mean the same in either case (RFC 3986, 6.2.2.1).
    static func capitalized(_ link: [UInt8]) -> [UInt8] {
        let mark = Array("://".utf8)
        guard let colon = link.firstIndex(of: UInt8(ascii: ":")),
            link[colon...].starts(with: mark)
        else { return link }
        let start = colon + mark.count
        let end = link[start...].firstIndex { "/?#".utf8.contains($0) } ?? link.endIndex
        let host = link[start..<end].lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? start
        var capitalized = link
        for place in Array(0..<colon) + Array(host..<end)
        where (0x61...0x7A).contains(link[place]) {
            capitalized[place] = link[place] & 0xDF
        }
        return capitalized
    }
}

import FleetCore
import FleetTeam
import HTTPTypes

/// Rules for sources and webhooks that administrators add over the network.
///
/// The server reads what a source names and calls webhooks, so a location must not reach files,
/// commands, variables of its environment, or services that only its own machine or network sees
/// (server-side request forgery). A host is resolved once here, for an answer in the form; each
/// request checks it again (`Source.publicHostsOnly`).
struct SourceRules: Sendable {
    /// Whether locations may be in private networks.
    let allowsPrivate: Bool
    /// Returns the addresses of a host; none for an unknown one.
    let resolve: @Sendable (_ host: String) async throws -> [ClientAddress]

    /// Returns a name that was typed.
    /// - Throws: `Problem` (422).
    func name(_ text: String) throws -> String {
        guard Source.isName(text) else {
            throw Problem(
                .unprocessableContent, "The name of the source is not valid.",
                hint: "Use lowercase letters, digits, - and _; begin with a letter or digit.")
        }
        return text
    }

    /// Returns a location that was typed.
    /// - Throws: `Problem` (422) without the text itself, which may have secrets.
    func location(_ text: String) async throws -> Location {
        let isPlain =
            text.utf8.count <= 2048
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }
        guard isPlain, let location = Location(text, relativeTo: "/") else { throw Self.malformed }
        switch location {
        case .simulation: return location
        case .file, .standardInput: throw Self.malformed
        case .web:
            try await requireAllowed(text, otherwise: Self.malformed)
            return location
        }
    }

    /// Returns the address of a webhook that was typed.
    /// - Throws: `Problem` (422) without the text itself, which may have secrets.
    func webhook(_ text: String) async throws -> WebhookAddress {
        let malformed = Problem(.invalid(.webhook, .malformed))
        let address: WebhookAddress
        do throws(TeamError) {
            address = try WebhookAddress(text)
        } catch {
            throw Problem(error)
        }
        try await requireAllowed(text, otherwise: malformed)
        return address
    }

    /// - Throws: `malformed` if a web address has no host; `Problem` (422) if the host is not allowed.
    private func requireAllowed(_ text: String, otherwise malformed: Problem) async throws {
        guard let host = URIReference(text.utf8[...]).hostAndPort,
            let authority = Authority(String(decoding: host, as: UTF8.self))
        else { throw malformed }
        if !allowsPrivate { try await requirePublic(authority.host) }
    }

    private func requirePublic(_ host: String) async throws {
        let isBracketed = host.hasPrefix("[")
        let addresses = try await resolve(isBracketed ? String(host.dropFirst().dropLast()) : host)
        guard !addresses.isEmpty else {
            throw Problem(
                .unprocessableContent, "The host of the address is not known.",
                hint: "Check the address.")
        }
        guard addresses.allSatisfy(Self.isPublic) else {
            throw Problem(
                .unprocessableContent, "The address is in a private network.",
                hint: "Use a public address, or start the server with --allow-private-sources.")
        }
    }

    /// Returns whether an address is one of the public Internet.
    static func isPublic(_ address: ClientAddress) -> Bool {
        let isUnicast = address.text.contains(":") ? global.contains { $0.contains(address) } : true
        return isUnicast && !special.contains { $0.contains(address) }
    }

    private static let malformed = Problem(
        .unprocessableContent, "The location is not an http(s) address or a simulation.",
        hint: "Use an address such as https://example.com/gbfs.json; add files on the machine.")

    /// Global unicast addresses of version 6 (RFC 4291, section 2.4).
    private static let global = ["2000::/3"].compactMap(AddressRange.init)

    /// Addresses that are not public (IANA special-purpose address registries), and those that hold
    /// an address of version 4.
    private static let special = [
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16",
        "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16",
        "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3", "2001::/23",
        "2001:db8::/32", "2002::/16", "3fff::/20",
    ].compactMap(AddressRange.init)
}

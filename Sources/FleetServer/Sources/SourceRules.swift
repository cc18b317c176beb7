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
    let resolve: @Sendable (_ host: String) async throws -> [IPAddress]

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
        guard Self.isPlain(text), let location = Location(text, relativeTo: "/") else {
            throw Self.malformed
        }
        switch location {
        case .simulation: return location
        case .file, .standardInput, .inventory: throw Self.malformed
        case .web:
            try await requireAllowed(text, otherwise: Self.malformed)
            return location
        }
    }

    /// Checks an address that was typed, from which tokens are requested with a secret.
    /// - Throws: `Problem` (422) without the text itself.
    func requireTokenAddress(_ text: String) async throws {
        let malformed = Problem(
            .unprocessableContent, "The address for tokens is not an https address.",
            hint: "Use an address such as https://example.com/oauth/token.",
            parameter: "token_url")
        guard Self.isPlain(text), let origin = try? WebAddress(text).origin,
            origin.scheme == .https || (allowsPrivate && origin.isLoopback)
        else { throw malformed }
        try await requireAllowed(text, otherwise: malformed)
    }

    private static func isPlain(_ text: String) -> Bool {
        text.utf8.count <= 2048
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }
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

    /// - Throws: `malformed` if a web address has no host; `Problem` (422) if the host is not
    ///   allowed.
    private func requireAllowed(_ text: String, otherwise malformed: Problem) async throws {
        guard let address = try? WebAddress(text) else { throw malformed }
        guard !allowsPrivate else { return }
        let addresses = try await resolve(HostAndPort.unbracketed(address.origin.host))
        guard !addresses.isEmpty else {
            throw Problem(
                .unprocessableContent, "The host of the address is not known.",
                hint: "Check the address.")
        }
        guard addresses.allSatisfy(\.isPublic) else {
            throw Problem(
                .unprocessableContent, "The address is in a private network.",
                hint: "Use a public address, or start the server with --allow-private-sources.")
        }
    }

    private static var malformed: Problem {
        Problem(
            .unprocessableContent, "The location is not an http(s) address or a simulation.",
            hint: "Use an address such as https://example.com/gbfs.json; add files on the machine.")
    }
}

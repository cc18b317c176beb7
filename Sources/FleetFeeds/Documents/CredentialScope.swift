import AsyncHTTPClient
import FleetCore
import NIOHTTP1

/// Who may see a source's credentials: its own origin and those its user named.
///
/// A source that is read by https never sends them by http. The user and password in the source's
/// address become Basic credentials (RFC 7617) of its own origin, unless a header says otherwise.
struct CredentialScope: Sendable {
    let access: ResolvedCredentials
    private let own: WebAddress?

    init(access: ResolvedCredentials, source: DocumentAddress?) {
        self.access = access
        if case .web(let address) = source { own = address } else { own = nil }
    }

    /// Whether the address may see the credentials.
    func covers(_ address: WebAddress) -> Bool {
        if own?.origin.scheme == .https, address.origin.scheme == .http { return false }
        return address.origin == own?.origin || access.origins.contains(address.origin)
    }

    /// A request for the address, with the credentials if it may see them.
    func request(for address: WebAddress) -> HTTPClientRequest {
        var target = address
        let isCovered = covers(address)
        if isCovered {
            for (name, value) in access.queryItems { target.setQueryItem(name, to: value) }
        }
        var request = HTTPClientRequest(url: target.text)
        if let basic = userInformation(for: address) { request.setBasic(basic) }
        guard isCovered else { return request }
        for header in access.headers where header.name.lowercased() == "authorization" {
            request.headers.remove(name: header.name)
        }
        for header in access.headers { request.headers.add(name: header.name, value: header.value) }
        return request
    }

    /// The address as it may be remembered and followed: without our own query items, which a server
    /// may have echoed into a link or redirect.
    func cleaned(_ address: WebAddress) -> WebAddress {
        var address = address
        address.removeQueryItems(access.queryItems)
        return address
    }

    /// The address or message as it may be shown.
    func redacted(_ text: String) -> String {
        access.redacted(text)
    }

    private func userInformation(for address: WebAddress) -> String? {
        address.userInformation ?? (address.origin == own?.origin ? own?.userInformation : nil)
    }
}

extension HTTPClientRequest {
    /// Adds a user and a password, as they stand before `@` in an address (RFC 7617).
    mutating func setBasic(_ userInformation: String) {
        let user = userInformation.prefix { $0 != ":" }
        let password = userInformation.dropFirst(user.count).dropFirst()
        setBasicAuth(
            username: PercentEncoding.decoded(user), password: PercentEncoding.decoded(password))
    }
}

import AsyncHTTPClient
import FleetCore
import NIOHTTP1

/// Origins that receive a source's credentials: its own and those that its user listed.
///
/// An https source never sends them over http. A user and password in the source's address become
/// Basic credentials (RFC 7617) for its own origin, unless a header overrides them.
struct CredentialScope: Sendable {
    let credentials: ResolvedCredentials
    /// Address of the source, if it is on the web.
    let source: WebAddress?

    init(credentials: ResolvedCredentials, source: DocumentAddress?) {
        self.credentials = credentials
        self.source = if case .web(let address) = source { address } else { nil }
    }

    /// Whether the address may receive the credentials.
    func covers(_ address: WebAddress) -> Bool {
        if source?.origin.scheme == .https, address.origin.scheme == .http { return false }
        return address.origin == source?.origin || credentials.origins.contains(address.origin)
    }

    /// Returns a request for the address, with the credentials if it may receive them.
    func request(for address: WebAddress) -> HTTPClientRequest {
        var target = address
        let isCovered = covers(address)
        if isCovered {
            for (name, value) in credentials.queryItems { target.setQueryItem(name, to: value) }
        }
        var request = HTTPClientRequest(url: target.text)
        if let basic = userInformation(for: address) { request.setBasic(basic) }
        guard isCovered else { return request }
        for header in credentials.headers where header.name.lowercased() == "authorization" {
            request.headers.remove(name: header.name)
        }
        for header in credentials.headers {
            request.headers.add(name: header.name, value: header.value)
        }
        return request
    }

    /// Returns the address without the credentials in its query.
    ///
    /// A server may have echoed them into a link or redirect.
    func withoutCredentials(_ address: WebAddress) -> WebAddress {
        var address = address
        address.removeQueryItems(credentials.queryItems)
        return address
    }

    /// Returns an address or message with all secrets removed.
    func redacted(_ text: String) -> String {
        credentials.redacted(text)
    }

    /// Returns the secrets of a request for the address, which its response may contain.
    func secrets(of address: WebAddress) -> [String] {
        let authorization = request(for: address).headers.first(name: "Authorization")
        return credentials.secrets(of: address, authorization: authorization)
    }

    private func userInformation(for address: WebAddress) -> String? {
        address.userInformation
            ?? (address.origin == source?.origin ? source?.userInformation : nil)
    }
}

extension HTTPClientRequest {
    /// Sets Basic credentials (RFC 7617) from the text before `@` in an address.
    mutating func setBasic(_ userInformation: String) {
        let (user, password) = userInformation.divided(at: ":")
        setBasicAuth(
            username: PercentEncoding.decoded(user),
            password: PercentEncoding.decoded(password ?? ""))
    }
}

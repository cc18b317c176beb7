import FleetCore

/// Policy for the links and redirects of a source's documents: none may carry a credential of the
/// source to an address that does not receive it anyway.
struct LinkPolicy: Sendable {
    private let scope: CredentialScope

    init(scope: CredentialScope) {
        self.scope = scope
    }

    /// Creates the policy for a source at a location.
    init(credentials: ResolvedCredentials, location: String) {
        self.init(
            scope: CredentialScope(
                credentials: credentials, source: try? DocumentAddress(location)))
    }

    /// Resolves a link of the document at `base` to an address that may be requested and stored.
    ///
    /// - Throws: `.credentialInLink`; `.brokenDiscovery` for an invalid link, which is an error of
    ///   the document, not of the user.
    func resolve(_ link: String, relativeTo base: String) throws(FeedFailure) -> String {
        let location = scope.redacted(base)
        let address: DocumentAddress
        do {
            address = try DocumentAddress(base).resolving(link)
        } catch {
            throw FeedFailure(
                .link(.brokenDiscovery("has an invalid link: \(error.message)")), at: location)
        }
        guard case .web(let target) = address else { return address.text }
        return try checked(target, at: location).text
    }

    /// Returns a picture link of the document at `base`, resolved only if it contained a credential
    /// that could be removed; `nil` if it is not to be used.
    func pictureLink(_ link: String, in base: String) -> String? {
        let isWeb = (try? DocumentAddress(base).resolving(link)).map {
            if case .web = $0 { true } else { false }
        }
        guard isWeb == true, scope.credentials.appear(in: link) else { return link }
        return try? resolve(link, relativeTo: base)
    }

    /// Returns the target of a link or redirect without the query items that it receives anyway.
    ///
    /// - Throws: `.credentialInLink` at `location` if it contains another credential.
    func checked(
        _ target: WebAddress, at location: String
    ) throws(FeedFailure) -> WebAddress {
        let isCovered = scope.covers(target)
        let address = isCovered ? scope.withoutCredentials(target) : target
        let user = isCovered ? nil : address.userInformation
        guard ![address.text, user ?? ""].contains(where: scope.credentials.appear) else {
            throw FeedFailure(.link(.credentialInLink), at: location)
        }
        return address
    }
}

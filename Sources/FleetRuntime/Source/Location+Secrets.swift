package import FleetCore
import Foundation

extension Location {
    /// The location without the secrets in its web address, and those secrets as credentials.
    ///
    /// Only the credentials file ever stores the secrets.
    package var separatingSecrets: (location: Location, credentials: Credentials) {
        guard case .web(let text) = self else { return (self, Credentials()) }
        let secrets = AddressSecrets(in: text)
        var credentials = Credentials()
        if let user = secrets.userInformation {
            let bytes = Data(PercentEncoding.decoded(user).utf8)
            let value = "Basic " + bytes.base64EncodedString()
            credentials.headers = [Credentials.Header(name: "Authorization", value: value)]
        }
        for (name, value) in secrets.queryItems {
            credentials.queryItems[PercentEncoding.decoded(name)] = PercentEncoding.decoded(value)
        }
        return (.web(secrets.address), credentials)
    }
}

extension Credentials {
    /// Returns these credentials merged with others; these take precedence.
    package func merging(_ others: Credentials) -> Credentials {
        var merged = self
        let names = Set(headers.map { $0.name.lowercased() })
        merged.headers += others.headers.filter { !names.contains($0.name.lowercased()) }
        merged.queryItems.merge(others.queryItems) { own, _ in own }
        return merged
    }
}

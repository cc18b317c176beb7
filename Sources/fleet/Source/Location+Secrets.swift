import FleetCore
import Foundation

extension Location {
    /// The location without the secrets that a web address may hold, and these as credentials, so that
    /// no file but the one of the credentials ever holds them.
    var separated: (location: Location, credentials: Credentials) {
        guard case .web(let text) = self else { return (self, Credentials()) }
        let secrets = AddressSecrets(in: text)
        var credentials = Credentials()
        if let user = secrets.userInformation {
            let bytes = Data((user.removingPercentEncoding ?? user).utf8)
            let value = "Basic " + bytes.base64EncodedString()
            credentials.headers = [Credentials.Header(name: "Authorization", value: value)]
        }
        for (name, value) in secrets.queryItems {
            let name = name.removingPercentEncoding ?? name
            credentials.queryItems[name] = value.removingPercentEncoding ?? value
        }
        return (.web(secrets.address), credentials)
    }
}

extension Credentials {
    /// These credentials and others; a header or query item of these comes first.
    func joined(with others: Credentials) -> Credentials {
        var joined = self
        let names = Set(headers.map { $0.name.lowercased() })
        joined.headers += others.headers.filter { !names.contains($0.name.lowercased()) }
        joined.queryItems.merge(others.queryItems) { own, _ in own }
        return joined
    }
}

import FleetCore
import Foundation

/// Credentials of a source with the values of its environment variables.
///
/// Created by ``FleetCore/Credentials/resolved(environment:)``; never printed.
public struct ResolvedCredentials: Sendable {
    /// Headers, including the bearer token.
    var headers: [Credentials.Header] = []
    /// Bearer tokens that are requested when they are needed; `nil` without.
    var tokens: AccessTokens?
    /// Query items by name.
    var queryItems: [String: String] = [:]
    /// Origins other than the source's own that may receive the credentials.
    var origins: Set<WebOrigin> = []

    /// Creates empty credentials, for a source that needs none.
    public init() {}

    /// Returns an address or message with all credentials removed, wherever they occur.
    func redacted(_ text: String) -> String {
        secrets.reduce(Location.redacted(text)) { $0.replacing($1, with: "…") }
    }

    /// Whether an address contains one of the credentials, however it is percent-encoded.
    func appear(in address: String) -> Bool {
        let secrets = linkSecrets.map { $0.lowercased().utf8 }
        guard !secrets.isEmpty else { return false }
        // Host names are in lower case, so the case of a secret proves nothing.
        var text = address.lowercased()
        for _ in 0..<Self.maxEncodings {
            let forms = [text, text.replacing("+", with: " ")]
            if forms.contains(where: { form in
                secrets.contains { form.utf8.firstRange(of: $0) != nil }
            }) {
                return true
            }
            let decoded = PercentEncoding.decoded(text).lowercased()
            if decoded == text { return false }
            text = decoded
        }
        return false
    }

    /// Maximum number of percent-encodings to look through.
    private static let maxEncodings = 5
    /// Minimum length of a header value that counts as a secret whatever the name of its header.
    ///
    /// Some services require headers such as the client's name, which may occur in any address.
    private static let minPlainLength = 12

    /// Values that no link may contain.
    private var linkSecrets: [String] {
        var values = Array(queryItems.values) + (tokens?.secrets ?? [])
        for header in headers {
            let isSecret = AddressSecrets.isSecret(header.name)
            if isSecret || header.value.utf8.count >= Self.minPlainLength {
                values.append(header.value)
            }
            if isSecret { values += header.value.split(separator: " ").map(String.init) }
            values += header.basicCredentials
        }
        return values.filter { $0.utf8.count >= Self.minLength }
    }

    /// Minimum length of a secret in bytes; shorter ones would match anything.
    private static let minLength = 4

    /// Values that must not be shown.
    private var secrets: [String] {
        Self.forms(of: headers.map(\.value) + Array(queryItems.values) + (tokens?.secrets ?? []))
    }

    /// Values that must not be shown where an address was requested, as text of the service may
    /// contain them: also those of the address, and those in Basic credentials.
    ///
    /// - Parameter authorization: The value of the `Authorization` header, if one is sent.
    func secrets(of address: WebAddress, authorization: String?) -> [String] {
        var values = headers.flatMap { [$0.value] + $0.basicCredentials }
        values += Array(queryItems.values) + (tokens?.secrets ?? [])
        if let authorization {
            values.append(authorization)
            values +=
                Credentials.Header(name: "Authorization", value: authorization)
                .basicCredentials
        }
        for item in (address.query ?? "").split(separator: "&") {
            let (name, value) = item.divided(at: "=")
            guard let value,
                AddressSecrets.isSecret(String(name)) || value.utf8.count >= Self.minPlainLength
            else { continue }
            values += [String(value), PercentEncoding.decoded(value)]
        }
        return Self.forms(of: values)
    }

    /// Returns all forms in which secrets may be written, the longest first.
    private static func forms(of values: [String]) -> [String] {
        let parts = values.flatMap { [$0] + $0.split(separator: " ").map(String.init) }
        return parts.filter { $0.utf8.count >= minLength }
            .flatMap { [$0, PercentEncoding.encoded($0)] }
            .sorted { $0.utf8.count > $1.utf8.count }
    }
}

extension Credentials.Header {
    /// User with password and password alone, if this is Basic authentication (RFC 7617).
    fileprivate var basicCredentials: [String] {
        let parts = value.split(separator: " ")
        guard parts.count == 2, parts[0].lowercased() == "basic",
            let data = Data(base64Encoded: String(parts[1]))
        else { return [] }
        let text = String(decoding: data, as: UTF8.self)
        return [text] + [text.divided(at: ":").tail].compactMap { $0.map(String.init) }
    }
}

extension ResolvedCredentials: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// Numbers of headers, query items and origins, without any value.
    public var description: String {
        "\(headers.count) headers and \(queryItems.count) query items for \(origins.count) origins"
    }

    /// Same as `description`, so that the output of debuggers and tests contains no secret.
    public var debugDescription: String { description }

    /// Empty mirror, so that `dump` shows nothing either.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

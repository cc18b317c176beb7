/// The request of access tokens for a source with credentials of the client itself (OAuth 2.0, RFC
/// 6749, section 4.4).
public struct TokenGrant: Equatable, Sendable, Codable {
    /// The form in which the client proves who it is (section 2.3.1).
    public enum Authentication: String, CaseIterable, Sendable, Codable {
        /// ID and secret as Basic credentials.
        case basic
        /// ID and secret as members of the form.
        case form
        /// ID and secret as members of a JSON object, which the standard does not have.
        case json
    }

    /// The address that issues the tokens: https, or of this machine.
    public var address: String
    /// The ID of the client.
    public var clientID: String
    /// The environment variable with the secret of the client; `nil` if the secret is stored.
    public var secretVariable: String?
    /// The stored secret of the client.
    public var secret: String?
    /// The scope of the tokens; `nil` for that of the service.
    public var scope: String?
    /// The form of the request.
    public var authentication = Authentication.basic

    /// Creates a request.
    public init(
        address: String, clientID: String, secretVariable: String? = nil, secret: String? = nil
    ) {
        (self.address, self.clientID) = (address, clientID)
        (self.secretVariable, self.secret) = (secretVariable, secret)
    }
}

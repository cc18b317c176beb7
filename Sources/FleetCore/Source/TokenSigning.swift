/// The signature of bearer tokens for a source by the client itself: JSON Web Tokens (RFC 7519)
/// with ES256 (RFC 7518, section 3.4).
public struct TokenSigning: Equatable, Sendable, Codable {
    /// The private key for P-256 in PEM, a secret.
    public var privateKey: String
    /// The ID under which the service knows the key (`kid`).
    public var keyID: String
    /// The name of the client (`iss`).
    public var issuer: String
    /// The name of the service (`aud`).
    public var audience: String

    /// Creates a signature.
    public init(privateKey: String, keyID: String, issuer: String, audience: String) {
        (self.privateKey, self.keyID) = (privateKey, keyID)
        (self.issuer, self.audience) = (issuer, audience)
    }
}

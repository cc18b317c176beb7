/// An algorithm of JSON Web Signatures, by its name in their header (`alg`).
public enum SignatureAlgorithm: String, CaseIterable, Sendable {
    /// RSASSA-PKCS1-v1_5 with SHA-256 (RFC 7518, section 3.3).
    case rs256 = "RS256"
    /// ECDSA over P-256 with SHA-256 (RFC 7518, section 3.4).
    case es256 = "ES256"
    /// Ed25519 (RFC 8037, section 3.1).
    case eddsa = "EdDSA"
}

/// Error of a key, or of the library that signs and verifies.
public enum SignatureError: Error, Equatable, Sendable {
    /// The bytes are not a key of the expected kind and curve, or parts of a key are out of range.
    case invalidKey
    /// The RSA key is too short, or its exponent makes signatures forgeable.
    case unsafeKey
    /// The library failed, for lack of memory or randomness.
    case failed
    /// OpenSSL's libcrypto 3 is not installed.
    case libraryMissing
}

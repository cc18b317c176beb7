internal import COpenSSL

/// A public key, which verifies signatures with the one algorithm for its kind.
///
/// `try PublicKey(.ed25519(x: bytes)).isValid(signature, over: message)`
public struct PublicKey: Equatable, Sendable {
    /// The parameters of a JSON Web Key, decoded from base64url.
    public enum Parameters: Equatable, Sendable {
        /// `n` and `e` of the type RSA (RFC 7518, section 6.3.1).
        case rsa(modulus: [UInt8], exponent: [UInt8])
        /// `x` and `y` of the type EC with the curve P-256 (RFC 7518, section 6.2.1).
        case p256(x: [UInt8], y: [UInt8])
        /// `x` of the type OKP with the curve Ed25519 (RFC 8037, section 2).
        case ed25519(x: [UInt8])
    }

    /// Valid sizes of a modulus in bits; a shorter one is unsafe (RFC 7518, section 3.3).
    public static let modulusBits = 2048...8192
    /// Maximum size of an exponent in bits, which limits the time of a verification.
    public static let maxExponentBits = 64

    /// The parameters, those of RSA without leading zeros.
    public let parameters: Parameters

    /// Creates a key.
    ///
    /// - Throws: `SignatureError`. A point of Ed25519 that is not on its curve is not noticed, but
    ///   no signature is valid for it.
    public init(_ parameters: Parameters) throws(SignatureError) {
        switch parameters {
        case .rsa(let modulus, let exponent):
            let (n, e) = (Array(modulus.drop { $0 == 0 }), Array(exponent.drop { $0 == 0 }))
            try Self.check(modulus: n, exponent: e)
            self.parameters = .rsa(modulus: n, exponent: e)
        case .p256, .ed25519: self.parameters = parameters
        }
        if let error = SignatureError(withKey(copenssl_check)) { throw error }
    }

    /// The algorithm of the signatures that the key verifies.
    public var algorithm: SignatureAlgorithm {
        switch parameters {
        case .rsa: .rs256
        case .p256: .es256
        case .ed25519: .eddsa
        }
    }

    /// Returns whether a signature of a message is valid: for ES256, r and s.
    ///
    /// - Throws: `SignatureError.failed`, `.libraryMissing`.
    public func isValid(
        _ signature: [UInt8], over message: [UInt8]
    ) throws(SignatureError) -> Bool {
        let result = withKey { key in
            message.withBytes { message in
                signature.withBytes { copenssl_verify(key, message, $0) }
            }
        }
        if result == copenssl_invalid { return false }
        if let error = SignatureError(result) { throw error }
        return true
    }

    private static func check(
        modulus: [UInt8], exponent: [UInt8]
    ) throws(SignatureError) {
        guard let lastOfModulus = modulus.last, let lastOfExponent = exponent.last,
            lastOfModulus % 2 == 1, lastOfExponent % 2 == 1,
            bits(of: modulus) <= modulusBits.upperBound, bits(of: exponent) <= maxExponentBits
        else { throw .invalidKey }
        // With 1, a signature is the message, which anybody can write.
        guard bits(of: modulus) >= modulusBits.lowerBound, exponent != [1] else {
            throw .unsafeKey
        }
    }

    /// Returns the number of bits of a number without leading zeros.
    private static func bits(of number: [UInt8]) -> Int {
        number.count * 8 - (number.first?.leadingZeroBitCount ?? 0)
    }

    /// Calls `body` with the key, which is valid until it returns.
    private func withKey<T>(_ body: (copenssl_public_key) -> T) -> T {
        let (algorithm, first, second): (copenssl_algorithm, [UInt8], [UInt8])
        switch parameters {
        case .rsa(let n, let e): (algorithm, first, second) = (copenssl_rs256, n, e)
        case .p256(let x, let y): (algorithm, first, second) = (copenssl_es256, x, y)
        case .ed25519(let x): (algorithm, first, second) = (copenssl_eddsa, x, [])
        }
        return first.withBytes { first in
            second.withBytes {
                body(copenssl_public_key(algorithm: algorithm, first: first, second: $0))
            }
        }
    }
}

internal import COpenSSL

/// A private key for P-256, which signs with ES256.
///
/// `try P256PrivateKey(der: bytes).signature(over: message)`
public struct P256PrivateKey: Sendable {
    /// The public key.
    public let publicKey: PublicKey
    /// The private key, its curve and its public key in SEC 1 (RFC 5915).
    public let sec1: [UInt8]
    /// The same in PKCS #8 (RFC 5208).
    public let pkcs8: [UInt8]

    /// Reads an unencrypted key in DER: PKCS #8 or SEC 1, whose curve and public key may be missing.
    ///
    /// - Throws: `SignatureError`: `.invalidKey` also for another curve or kind of key.
    public init(der: [UInt8]) throws(SignatureError) {
        var key = copenssl_p256_key()
        let result = Self.withCurve(der).withBytes { copenssl_read_p256($0, &key) }
        if let error = SignatureError(result) { throw error }
        let (d, x, y) = (Self.bytes(of: key.d), Self.bytes(of: key.x), Self.bytes(of: key.y))
        publicKey = try PublicKey(.p256(x: x, y: y))
        let version: [UInt8] = [2, 1, 1]
        // An uncompressed point (SEC 1, section 2.3.3).
        let point = Self.element(0xa1, Self.element(3, [0, 4] + x + y))
        let scalar = Self.element(4, d)
        sec1 = Self.element(0x30, version + scalar + Self.curve + point)
        let algorithm = Self.element(0x30, Self.ecPublicKey + Self.prime256v1)
        let content = Self.element(4, Self.element(0x30, version + scalar + point))
        pkcs8 = Self.element(0x30, [2, 1, 0] + algorithm + content)
    }

    /// Returns a new signature with ES256: r and s (RFC 7518, section 3.4).
    ///
    /// - Throws: `SignatureError.failed`.
    public func signature(over message: [UInt8]) throws(SignatureError) -> [UInt8] {
        var signature = [UInt8](repeating: 0, count: Int(copenssl_signature_size))
        let result = sec1.withBytes { key in
            message.withBytes { copenssl_sign_es256(key, $0, &signature) }
        }
        if let error = SignatureError(result) { throw error }
        return signature
    }
}

extension P256PrivateKey {
    /// The object identifiers id-ecPublicKey and prime256v1 (RFC 5480, section 2.1.1).
    private static let ecPublicKey = element(6, [0x2a, 0x86, 0x48, 0xce, 0x3d, 2, 1])
    private static let prime256v1 = element(6, [0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 1, 7])
    /// The parameters of SEC 1 that name the curve.
    private static let curve = element(0xa0, prime256v1)

    /// Adds the curve to a key in SEC 1 that leaves it out, which libcrypto does not read.
    private static func withCurve(_ der: [UInt8]) -> [UInt8] {
        let scalarEnd = 39
        guard der.count >= scalarEnd, der[0] == 0x30, der[1] < 128, Int(der[1]) == der.count - 2,
            Array(der[2..<7]) == [2, 1, 1, 4, 32],
            der.count == scalarEnd || der[scalarEnd] == 0xa1
        else { return der }
        return element(0x30, der[2..<scalarEnd] + curve + der[scalarEnd...])
    }

    /// Returns an element of DER with fewer than 256 bytes.
    private static func element(_ tag: UInt8, _ content: some Collection<UInt8>) -> [UInt8] {
        let count = UInt8(content.count)
        return [tag] + (count < 128 ? [count] : [0x81, count]) + content
    }

    private static func bytes<T>(of tuple: T) -> [UInt8] {
        withUnsafeBytes(of: tuple) { Array($0) }
    }
}

extension P256PrivateKey: CustomStringConvertible, CustomReflectable {
    /// The kind of the key, without its content.
    public var description: String { "private key for P-256" }

    /// Empty mirror, so that `dump` shows nothing either.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

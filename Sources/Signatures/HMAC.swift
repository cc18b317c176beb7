internal import COpenSSL

/// Message authentication with a shared key (RFC 2104).
public enum HMAC {
    /// Returns the HMAC-SHA1 of a message, 20 bytes, for one-time passwords (RFC 4226).
    ///
    /// - Throws: `SignatureError.failed`, `.libraryMissing`.
    public static func sha1(of message: [UInt8], key: [UInt8]) throws(SignatureError) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: Int(copenssl_sha1_size))
        let result = key.withBytes { key in
            message.withBytes { copenssl_hmac_sha1(key, $0, &code) }
        }
        if let error = SignatureError(result) { throw error }
        return code
    }
}

import CSodium

/// SHA-256 (FIPS 180-4).
package enum SHA256 {
    /// Returns the digest of some bytes in 64 lower-case hexadecimal digits.
    package static func hex(_ bytes: [UInt8]) -> String {
        hex(of: CollectionOfOne(bytes))
    }

    /// Returns the digest of the bytes of some parts together.
    package static func hex(of parts: some Sequence<[UInt8]>) -> String {
        var state = crypto_hash_sha256_state()
        crypto_hash_sha256_init(&state)
        for part in parts { crypto_hash_sha256_update(&state, part, UInt64(part.count)) }
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        crypto_hash_sha256_final(&state, &digest)
        var text = [CChar](repeating: 0, count: 2 * digest.count + 1)
        sodium_bin2hex(&text, text.count, digest, digest.count)
        return String(decoding: text.dropLast().map(UInt8.init), as: UTF8.self)
    }
}

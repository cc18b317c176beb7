import CSodium

/// SHA-256 (FIPS 180-4) of bytes that arrive in parts.
package struct SHA256 {
    private var state = crypto_hash_sha256_state()

    /// Begins with no bytes.
    package init() { crypto_hash_sha256_init(&state) }

    /// Appends bytes.
    package mutating func update(_ bytes: [UInt8]) {
        crypto_hash_sha256_update(&state, bytes, UInt64(bytes.count))
    }

    /// Returns the digest of all bytes; nothing may be appended afterwards.
    package mutating func bytes() -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        crypto_hash_sha256_final(&state, &digest)
        return digest
    }

    /// Returns the digest of all bytes in 64 lower-case hexadecimal digits; nothing may be appended
    /// afterwards.
    package mutating func hex() -> String {
        let digest = bytes()
        var text = [CChar](repeating: 0, count: 2 * digest.count + 1)
        sodium_bin2hex(&text, text.count, digest, digest.count)
        return String(decoding: text.dropLast().map(UInt8.init), as: UTF8.self)
    }

    /// Returns the digest of some bytes in 64 lower-case hexadecimal digits.
    package static func hex(_ bytes: [UInt8]) -> String {
        hex(of: CollectionOfOne(bytes))
    }

    /// Returns the digest of the bytes of some parts together.
    package static func hex(of parts: some Sequence<[UInt8]>) -> String {
        var hash = SHA256()
        for part in parts { hash.update(part) }
        return hash.hex()
    }
}

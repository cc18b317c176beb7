import CSodium

/// SHA-256 (FIPS 180-4) in 64 lower-case hexadecimal digits.
enum Digest {
    static func hex(_ bytes: [UInt8]) -> String {
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
        var text = [CChar](repeating: 0, count: 2 * digest.count + 1)
        sodium_bin2hex(&text, text.count, digest, digest.count)
        return String(decoding: text.dropLast().map(UInt8.init), as: UTF8.self)
    }

    static func hex(_ text: String) -> String { hex(Array(text.utf8)) }

    /// Returns whether two digests are equal, in a time that does not depend on them.
    static func equal(_ left: String, _ right: String) -> Bool {
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        return left.count == right.count && sodium_memcmp(left, right, left.count) == 0
    }
}

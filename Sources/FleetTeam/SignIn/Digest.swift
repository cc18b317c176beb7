import CSodium
import FleetCore

/// Digests by which secrets are stored and compared: SHA-256 in hexadecimal digits.
enum Digest {
    static func hex(_ text: String) -> String { SHA256.hex(Array(text.utf8)) }

    /// Returns whether two digests are equal, in a time that does not depend on them.
    static func equal(_ left: String, _ right: String) -> Bool {
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        return left.count == right.count && sodium_memcmp(left, right, left.count) == 0
    }
}

import Crypto
import FleetCore

extension PhotoFolder {
    /// Returns the SHA-256 of some bytes in lowercase hexadecimal.
    static func hash(of bytes: [UInt8]) -> String {
        var hash = SHA256()
        bytes.withUnsafeBytes { hash.update(bufferPointer: $0) }
        let digits = Array("0123456789abcdef".utf8)
        let text = hash.finalize().flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }

    /// Whether the name has the form of a photo's file name.
    static func isFileName(_ name: Substring) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 2 && parts[0].utf8.count == 64
            && parts[0].utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
            && Photo.Format.allCases.contains { $0.fileExtension == parts[1] }
    }
}

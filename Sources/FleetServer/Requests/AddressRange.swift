import FleetTeam

/// A range of network addresses in CIDR notation (RFC 4632, RFC 4291), such as `10.0.0.0/8`.
package struct AddressRange: Sendable {
    private let bytes: [UInt8]
    private let length: Int

    /// Parses a range, or a single address.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = parts.first.flatMap({ ClientAddress(String($0)) }) else { return nil }
        bytes = address.bytes
        guard parts.count == 2 else { length = bytes.count * 8; return }
        guard let length = Int(parts[1]), (0...bytes.count * 8).contains(length) else { return nil }
        self.length = length
    }

    /// Returns whether an address is in the range.
    func contains(_ address: ClientAddress) -> Bool {
        guard address.bytes.count == bytes.count else { return false }
        return bytes.indices.allSatisfy { index in
            let bits = min(max(length - index * 8, 0), 8)
            let mask = UInt8(truncatingIfNeeded: 0xFF00 >> bits)
            return address.bytes[index] & mask == bytes[index] & mask
        }
    }
}

import CSodium
import FleetCore
import Foundation

/// The secret of a session, an API token or a link, which gives access to its bearer.
///
/// It consists of a UUID, which names the owner or the invitation, and 256 random bits, in 64
/// characters of base64url (RFC 4648, section 5). Only the SHA-256 of the random bits is stored.
/// It cannot be printed, encoded or reflected upon.
public struct BearerSecret: Sendable {
    /// The ID of the owner, or of the invitation.
    let id: UUID
    private let random: [UInt8]

    init(id: UUID, random: RandomSource) {
        (self.id, self.random) = (id, random.bytes(Self.randomCount))
    }

    /// Parses a secret; `nil` if the text does not have its form.
    public init?(_ text: String) {
        guard let data = Self.bytes(of: text) else { return nil }
        (id, random) = (UUID(bytes: Array(data.prefix(16))), Array(data.dropFirst(16)))
    }

    /// Returns the text, to be sent to its owner once.
    public func reveal() -> String {
        let bytes = id.bytes + random
        var text = [CChar](repeating: 0, count: Self.textCount + 1)
        sodium_bin2base64(&text, text.count, bytes, bytes.count, Self.variant)
        return String(decoding: text.dropLast().map(UInt8.init), as: UTF8.self)
    }

    /// Returns the bytes of a text; `nil` if it does not have the form.
    private static func bytes(of text: String) -> [UInt8]? {
        // libsodium takes some bytes beyond ASCII for digits.
        guard text.utf8.count == textCount, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        var bytes = [UInt8](repeating: 0, count: byteCount)
        var count = 0
        let result = sodium_base642bin(
            &bytes, bytes.count, text, textCount, nil, &count, nil, variant)
        return result == 0 && count == byteCount ? bytes : nil
    }

    /// The stored form, which may be looked up in an index: the secret cannot be computed from it.
    var hash: String { SHA256.hex(random) }

    private static let randomCount = 32
    private static let byteCount = 48
    private static let textCount = 64
    private static let variant = sodium_base64_VARIANT_URLSAFE
}

extension BearerSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A fixed text.
    public var description: String { "(secret)" }
    /// A fixed text.
    public var debugDescription: String { description }
    /// A mirror without children, because templates and `dump` read them.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

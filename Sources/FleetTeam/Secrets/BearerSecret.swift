import FleetStore
import Foundation

/// A secret that gives access to whoever presents it: of a session, an API token or a link.
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
        let isWellFormed =
            text.utf8.count == Self.textCount
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x2D, 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
                default: false
                }
            }
        guard isWellFormed else { return nil }
        let base64 = text.replacing("-", with: "+").replacing("_", with: "/")
        guard let data = Data(base64Encoded: base64) else { return nil }
        (id, random) = (UUID(bytes: Array(data.prefix(16))), Array(data.dropFirst(16)))
    }

    /// Returns the text, to be sent to its owner once.
    public func reveal() -> String {
        Data(id.bytes + random).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_")
    }

    /// The stored form, which may be looked up in an index: whoever knows it cannot find the secret.
    var hash: String { SHA256.hex(random) }

    private static let randomCount = 32
    private static let textCount = 64
}

extension BearerSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A fixed text.
    public var description: String { "(secret)" }
    /// A fixed text.
    public var debugDescription: String { description }
    /// A mirror without children, because templates and `dump` read them.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

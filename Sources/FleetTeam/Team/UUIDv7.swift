import FleetCore
package import Foundation
import Synchronization

/// Generator of UUIDs of version 7, each greater than the one before (RFC 9562, sections 5.7 and
/// 6.2, method 1).
final class UUIDv7Generator: Sendable {
    private struct State {
        var milliseconds: UInt64 = 0
        var counter: UInt16 = 0
    }

    private let random: RandomSource
    private let state = Mutex(State())

    init(random: RandomSource) {
        self.random = random
    }

    /// Returns a new UUID for a time.
    func next(at time: Timestamp) -> UUID {
        let random = random.bytes(10)
        let (milliseconds, counter) = state.withLock { state in
            let now = UInt64(clamping: time.milliseconds) & 0xFFFF_FFFF_FFFF
            if now > state.milliseconds {
                // The upper bit leaves room for the UUIDs of the same millisecond.
                state.milliseconds = now
                state.counter = UInt16(random[0] & 0x07) << 8 | UInt16(random[1])
            } else if state.counter < 0x0FFF {
                state.counter += 1
            } else {
                state.milliseconds += 1
                state.counter = 0
            }
            return (state.milliseconds, state.counter)
        }
        var bytes = (0..<6).map { UInt8(truncatingIfNeeded: milliseconds >> (40 - 8 * $0)) }
        bytes += [0x70 | UInt8(counter >> 8), UInt8(truncatingIfNeeded: counter)]
        bytes += [0x80 | random[2] & 0x3F] + random[3..<10]
        return UUID(bytes: bytes)
    }
}

extension UUID {
    /// The UUID in lower case, as it is stored and shown.
    package var text: String { uuidString.lowercased() }

    /// Creates a UUID from its 16 bytes.
    init(bytes: [UInt8]) {
        self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    /// The 16 bytes.
    var bytes: [UInt8] { withUnsafeBytes(of: uuid, Array.init) }
}

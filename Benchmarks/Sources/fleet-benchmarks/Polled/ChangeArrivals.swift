#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Times at which streams delivered the changes of feeds.
final class ChangeArrivals {
    private struct Change: Hashable {
        let client: Int
        /// The `last_updated` of the message, without fractions of a second.
        let update: String
    }

    private static let name = Array("\nevent: changes\n".utf8)
    /// Number of bytes of a message that its name and time are in.
    private static let headSize = 1_024
    private var times: [Change: ContinuousClock.Instant] = [:]
    private var heads: [[UInt8]]
    private var isAfterNewline: [Bool]

    init(clients: Int) {
        heads = Array(repeating: [], count: clients)
        isAfterNewline = Array(repeating: false, count: clients)
    }

    /// Adds what a client has read; an empty line ends a message.
    func add(_ bytes: UnsafeRawBufferPointer, from client: Int) {
        for byte in bytes {
            let isNewline = byte == UInt8(ascii: "\n")
            if isNewline, isAfterNewline[client] {
                end(heads[client], from: client)
                heads[client].removeAll(keepingCapacity: true)
            } else if heads[client].count < Self.headSize {
                heads[client].append(byte)
            }
            isAfterNewline[client] = isNewline
        }
    }

    /// Returns the time at which a client had the whole message of an update.
    /// - Parameter update: The `last_updated`, in seconds since 1970.
    func time(of update: Int, at client: Int) -> ContinuousClock.Instant? {
        times[Change(client: client, update: Self.text(of: update))]
    }

    private func end(_ head: [UInt8], from client: Int) {
        let isChange = head.indices.contains {
            head[$0] == Self.name[0] && head[$0...].starts(with: Self.name)
        }
        let text = String(decoding: head, as: UTF8.self)
        guard isChange, let update = text.jsonText(of: "last_updated") else { return }
        times[Change(client: client, update: String(update.prefix(19)))] = .now
    }

    /// Returns a time as messages have it, such as `2026-01-31T12:00:00`.
    private static func text(of seconds: Int) -> String {
        var (time, parts) = (time_t(seconds), tm())
        gmtime_r(&time, &parts)
        func text(_ number: Int32) -> String { (number < 10 ? "0" : "") + String(number) }
        let date = [parts.tm_year + 1_900, parts.tm_mon + 1, parts.tm_mday].map(text)
        let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map(text)
        return date.joined(separator: "-") + "T" + clock.joined(separator: ":")
    }
}

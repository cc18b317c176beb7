#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Clients of the event stream, all read by one thread.
final class Subscribers {
    /// Fewer than the requests of one address that a server accepts at once.
    private static let clientsPerAddress = 80
    private static let message = Array("\nevent: changes\n".utf8)
    private let clients: [WebClient]
    /// Number of bytes that each client has read.
    private(set) var counts: [Int]
    /// Number of messages with changes that the first client has read.
    private(set) var messages = 0
    /// Receives all that a client reads.
    private let received: (_ client: Int, _ bytes: UnsafeRawBufferPointer) -> Void
    private var end: [UInt8] = []

    /// Opens a stream for each authorization.
    /// - Parameters:
    ///   - sources: Names of the sources, one for each authorization; the others follow `bench`.
    ///   - received: Receives all that a client reads.
    init(
        _ authorizations: [String], of sources: [String] = [], port: UInt16,
        received: @escaping (_ client: Int, _ bytes: UnsafeRawBufferPointer) -> Void = { _, _ in }
    ) throws {
        self.received = received
        clients = try authorizations.enumerated().map { index, field in
            let source = sources.indices ~= index ? sources[index] : "bench"
            let client = try WebClient(
                port: port, from: UInt8(clamping: 1 + index / Self.clientsPerAddress))
            try client.send(
                "GET /api/v1/sources/\(source)/events HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
                    + field + "\r\n\r\n")
            return client
        }
        counts = clients.map { _ in 0 }
    }

    /// Reads for a time; `tick` is called every second.
    func read(for time: Duration, _ tick: () throws -> Void = {}) throws {
        var descriptors = clients.map {
            pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0)
        }
        let start = ContinuousClock.now
        var next = Duration.seconds(1)
        while true {
            let elapsed = start.duration(to: .now)
            guard elapsed < time else { return }
            if elapsed >= next {
                try Interrupts.check()
                try tick()
                next += .seconds(1)
            }
            guard poll(&descriptors, nfds_t(descriptors.count), 50) > 0 else { continue }
            for index in descriptors.indices where descriptors[index].revents != 0 {
                try readAvailable(index)
            }
        }
    }

    private func readAvailable(_ index: Int) throws {
        try withUnsafeTemporaryAllocation(byteCount: 262_144, alignment: 16) { buffer in
            let count = recv(clients[index].descriptor, buffer.baseAddress, buffer.count, 0)
            guard count > 0 else {
                throw BenchmarkError.unexpectedResult("the server ended stream \(index)")
            }
            counts[index] += count
            received(index, UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            if index == 0 { countMessages(in: buffer[..<count]) }
        }
    }

    private func countMessages(in bytes: some Collection<UInt8>) {
        let text = end + bytes
        messages += text.indices.count {
            text[$0] == Self.message[0] && text[$0...].starts(with: Self.message)
        }
        end = Array(text.suffix(Self.message.count - 1))
    }
}

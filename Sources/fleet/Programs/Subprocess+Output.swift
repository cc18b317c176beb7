import Dispatch

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension StartedProgram {
    /// What a program may cost that is read.
    struct Limits: Sendable {
        /// How long it may take; then it is killed.
        let time: Duration
        /// The most bytes that it may write.
        let bytes: Int
    }

    /// Hands the program its input and returns what it wrote, `nil` if it failed or went beyond a limit.
    ///
    /// To be called once, of one that `isRead`. It and its group have ended then. If nobody waits any more it is killed.
    func output(reading bytes: [UInt8], within limits: Limits) async -> [UInt8]? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                DispatchQueue(label: "fleet.program").async {
                    continuation.resume(returning: exchange(bytes, limits))
                }
            }
        } onCancel: {
            signal(SIGKILL)
        }
    }

    private func exchange(_ bytes: [UInt8], _ limits: Limits) -> [UInt8]? {
        guard let output else { return nil }
        defer { close(output) }
        let end = ContinuousClock.now + limits.time
        let written = transfer(bytes, from: output, limits.bytes, until: end)
        while written != nil, !hasEnded, ContinuousClock.now < end { _ = poll(nil, 0, 5) }
        if !hasEnded { signal(SIGKILL) }
        return reap() == .exit(0) ? written : nil
    }

    /// Writes and reads at once until the program closes its output; closes its input.
    private func transfer(
        _ bytes: [UInt8], from output: Int32, _ limit: Int, until end: ContinuousClock.Instant
    ) -> [UInt8]? {
        var (rest, written) = (bytes[...], [UInt8]())
        var isOpen = true
        defer { if isOpen { close(input) } }
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while ContinuousClock.now < end {
            if isOpen, !feedSome(&rest) {
                close(input)
                isOpen = false
            }
            var requests = [
                pollfd(fd: output, events: Int16(POLLIN), revents: 0),
                pollfd(fd: isOpen ? input : -1, events: Int16(POLLOUT), revents: 0),
            ]
            guard poll(&requests, nfds_t(requests.count), 50) > 0, requests[0].revents != 0 else {
                continue
            }
            let count = read(output, &part, part.count)
            if count == 0 { return written }
            guard count > 0 else { continue }
            written += part[..<count]
            guard written.count <= limit else { return nil }
        }
        return nil
    }

    /// Writes what the program takes now; whether more is to come.
    func feedSome(_ rest: inout ArraySlice<UInt8>) -> Bool {
        guard !rest.isEmpty else { return false }
        let count = rest.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
        if count > 0 { rest = rest.dropFirst(count) }
        return !rest.isEmpty && (count > 0 || errno == EAGAIN || errno == EINTR)
    }
}

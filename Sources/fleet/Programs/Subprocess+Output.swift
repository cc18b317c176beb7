import Dispatch

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension Subprocess {
    /// Limits of a program whose output is captured.
    struct Limits: Sendable {
        /// Time limit, after which the program is killed.
        let time: Duration
        /// Maximum number of output bytes.
        let bytes: Int
    }

    /// Writes the program's input and returns its output; returns nil if it fails or exceeds a
    /// limit.
    ///
    /// Call this once, on a program started with `capturesOutput`. The program and its group have
    /// ended when it returns. Cancelling the task kills the program.
    func output(input bytes: [UInt8], limits: Limits) async -> [UInt8]? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                DispatchQueue(label: "fleet.program").async {
                    continuation.resume(returning: captureOutput(bytes, limits))
                }
            }
        } onCancel: {
            signal(SIGKILL)
        }
    }

    private func captureOutput(_ bytes: [UInt8], _ limits: Limits) -> [UInt8]? {
        guard let output else { return nil }
        defer { close(output) }
        let deadline = ContinuousClock.now + limits.time
        let received = transfer(bytes, from: output, limit: limits.bytes, until: deadline)
        while received != nil, !hasExited, ContinuousClock.now < deadline { _ = poll(nil, 0, 5) }
        if !hasExited { signal(SIGKILL) }
        return reap() == .exit(0) ? received : nil
    }

    /// Writes the input while reading the output, until the program closes it; closes the input.
    private func transfer(
        _ bytes: [UInt8], from output: Int32, limit: Int, until deadline: ContinuousClock.Instant
    ) -> [UInt8]? {
        var (rest, received) = (bytes[...], [UInt8]())
        var isOpen = true
        defer { if isOpen { close(input) } }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while ContinuousClock.now < deadline {
            if isOpen, !writeAvailable(&rest) {
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
            let count = read(output, &buffer, buffer.count)
            if count == 0 { return received }
            guard count > 0 else { continue }
            received += buffer[..<count]
            guard received.count <= limit else { return nil }
        }
        return nil
    }

    /// Writes as much input as the pipe accepts; returns whether input remains and can still be
    /// written.
    func writeAvailable(_ rest: inout ArraySlice<UInt8>) -> Bool {
        guard !rest.isEmpty else { return false }
        let count = rest.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
        if count > 0 { rest = rest.dropFirst(count) }
        return !rest.isEmpty && (count > 0 || errno == EAGAIN || errno == EINTR)
    }
}

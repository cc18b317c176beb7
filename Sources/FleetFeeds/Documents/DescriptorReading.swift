import FleetCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The reading of an open descriptor to its end, on a thread that may block.
struct DescriptorReading {
    let descriptor: Int32
    let place: String
    let limit: Int64
    /// The size that the system tells, if it does; a file may still be longer or shorter.
    var expected: Int64 = 0
    /// Whether bytes may be long in coming, as they are in a pipe.
    var waits = false
    /// How long no byte may come; without it, for ever.
    var silence: Duration?

    /// How long a wait lasts before it is asked whether the task was cancelled, in milliseconds.
    private static let tick: Int32 = 50
    private static let step = 1 << 18

    init(descriptor: Int32, place: String, limit: Int64) {
        self.descriptor = descriptor
        self.place = place
        self.limit = limit
    }

    /// All bytes up to the end.
    func all(isCancelled: () -> Bool) throws -> [UInt8] {
        guard expected <= limit else { throw FeedFailure(.tooLarge(limit: limit), at: place) }
        var bytes = try announced(isCancelled: isCancelled)
        // SAFETY: `read` fills no more than the buffer, and only what it filled is used.
        try withUnsafeTemporaryAllocation(byteCount: Self.step, alignment: 16) { buffer in
            while true {
                let count = try read(into: buffer, isCancelled: isCancelled)
                if count == 0 { break }
                guard Int64(bytes.count + count) <= limit else {
                    throw FeedFailure(.tooLarge(limit: limit), at: place)
                }
                bytes.append(contentsOf: UnsafeRawBufferPointer(buffer)[..<count])
            }
        }
        guard !bytes.isEmpty else { throw FeedFailure(.empty, at: place) }
        return bytes
    }

    /// As many bytes as the system told of, read to where they stay.
    private func announced(isCancelled: () -> Bool) throws -> [UInt8] {
        let size = Int(clamping: expected)
        guard size > 0 else { return [] }
        // SAFETY: `count` grows by what was read into the array's own room, part by part.
        return try [UInt8](unsafeUninitializedCapacity: size + DocumentAnswer.padding) {
            array, count in
            while count < size {
                let end = min(count + (Self.step << 2), size)
                let part = UnsafeMutableRawBufferPointer(
                    rebasing: UnsafeMutableRawBufferPointer(array)[count..<end])
                let read = try read(into: part, isCancelled: isCancelled)
                if read == 0 { break }
                count += read
            }
        }
    }

    private func read(
        into buffer: UnsafeMutableRawBufferPointer, isCancelled: () -> Bool
    ) throws -> Int {
        while true {
            if waits { try wait(isCancelled: isCancelled) }
            if isCancelled() { throw CancellationError() }
            let count = systemRead(descriptor, buffer)
            if count >= 0 { return count }
            switch errno {
            case EINTR: continue
            case EAGAIN where waits: continue
            case EISDIR: throw FeedFailure(.isDirectory, at: place)
            default: throw FeedFailure(.fileUnreadable(SystemError.words(errno)), at: place)
            }
        }
    }

    /// Waits until there is something to read, or the end of it.
    private func wait(isCancelled: () -> Bool) throws {
        let began = ContinuousClock.now
        while !isCancelled() {
            var query = pollfd(descriptor, for: POLLIN)
            let ready = poll(&query, 1, Self.tick)
            if ready > 0 || (ready < 0 && errno != EINTR) { return }
            if let silence, ContinuousClock.now - began > silence {
                let seconds = max(Int(clamping: silence.components.seconds), 1)
                throw FeedFailure(.readTimeout(seconds: seconds), at: place)
            }
        }
    }
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    read(descriptor, buffer.baseAddress, buffer.count)
}

private func pollfd(_ descriptor: Int32, for events: Int32) -> pollfd {
    .init(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0)
}

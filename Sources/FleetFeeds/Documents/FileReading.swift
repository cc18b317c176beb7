import FleetCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The reading of one file, of whatever kind, under a limit.
struct FileReading: Sendable {
    let path: String
    let place: String
    let limit: Int64

    /// More than this is not read from a device such as `/dev/zero`, which has no end.
    static let deviceLimit: Int64 = 16 << 20

    /// The whole file; `silence` bounds the wait for a pipe that nobody writes to.
    func read(silence: Duration) async throws -> [UInt8] {
        try await BlockingRead.run { isCancelled in
            let descriptor = try open()
            defer { _ = close(descriptor) }
            return try read(descriptor, silence: silence, isCancelled: isCancelled)
        }
    }

    private func read(
        _ descriptor: Int32, silence: Duration, isCancelled: () -> Bool
    ) throws -> [UInt8] {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(errno) }
        let kind = status.st_mode & S_IFMT
        guard kind != S_IFDIR else { throw FeedFailure(.isDirectory, at: place) }
        let isDevice = kind == S_IFCHR || kind == S_IFBLK
        var reading = DescriptorReading(
            descriptor: descriptor, place: place,
            limit: isDevice && isatty(descriptor) == 0 ? min(limit, Self.deviceLimit) : limit)
        if kind == S_IFREG {
            reading.expected = Int64(status.st_size)
        } else {
            reading.silence = silence
            reading.waits = true
        }
        return try reading.all(isCancelled: isCancelled)
    }

    /// Opens without waiting, so that a pipe without a writer does not hold the program here.
    private func open() throws -> Int32 {
        guard !path.utf8.contains(0) else { throw FeedFailure(.fileNotFound, at: place) }
        while true {
            let descriptor = openWithoutWaiting(path)
            if descriptor >= 0 { return descriptor }
            if errno != EINTR { throw failure(errno) }
        }
    }

    private func failure(_ number: Int32) -> FeedFailure {
        switch number {
        case ENOENT, ENOTDIR: FeedFailure(.fileNotFound, at: place)
        case EISDIR: FeedFailure(.isDirectory, at: place)
        default: FeedFailure(.fileUnreadable(SystemError.words(number)), at: place)
        }
    }
}

private func openWithoutWaiting(_ path: String) -> Int32 {
    open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
}

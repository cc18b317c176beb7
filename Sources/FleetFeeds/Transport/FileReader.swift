import FleetCore
import Foundation

/// Reader of one file of any type, up to a limit.
struct FileReader: Sendable {
    let path: String
    /// Path for error messages.
    let location: String
    /// Maximum number of bytes.
    let limit: Int64

    /// Maximum number of bytes to read from a device such as `/dev/zero`, which has no end.
    static let deviceLimit: Int64 = 16 << 20

    /// Reads the whole file; `timeout` limits the wait for a pipe without input.
    func read(timeout: Duration) async throws -> [UInt8] {
        try await BlockingRead.run { isCancelled in
            let descriptor = try open()
            defer { _ = close(descriptor) }
            return try read(descriptor, timeout: timeout, isCancelled: isCancelled)
        }
    }

    private func read(
        _ descriptor: Int32, timeout: Duration, isCancelled: () -> Bool
    ) throws -> [UInt8] {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(errno) }
        let type = status.st_mode & S_IFMT
        guard type != S_IFDIR else { throw FeedFailure(.isDirectory, at: location) }
        let isDevice = type == S_IFCHR || type == S_IFBLK
        var reader = DescriptorReader(
            descriptor: descriptor, location: location,
            limit: isDevice && isatty(descriptor) == 0 ? min(limit, Self.deviceLimit) : limit)
        if type == S_IFREG {
            reader.expectedSize = Int64(status.st_size)
        } else {
            reader.timeout = timeout
            reader.waitsForInput = true
        }
        return try reader.readToEnd(isCancelled: isCancelled)
    }

    /// Opens the file without waiting, so that a pipe without a writer does not block the program.
    private func open() throws -> Int32 {
        guard !path.utf8.contains(0) else { throw FeedFailure(.fileNotFound, at: location) }
        while true {
            let descriptor = openNonBlocking(path)
            if descriptor >= 0 { return descriptor }
            if errno != EINTR { throw failure(errno) }
        }
    }

    private func failure(_ number: Int32) -> FeedFailure {
        switch number {
        case ENOENT, ENOTDIR: FeedFailure(.fileNotFound, at: location)
        case EISDIR: FeedFailure(.isDirectory, at: location)
        default: FeedFailure(.fileUnreadable(ErrorNumber.message(number)), at: location)
        }
    }
}

private func openNonBlocking(_ path: String) -> Int32 {
    open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
}

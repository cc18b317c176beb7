import FleetCore
import POSIX
import SystemPackage

/// Reader of one file of any type, up to a limit.
struct FileReader: Sendable {
    let path: String
    /// Path for error messages.
    let location: String
    /// Maximum number of bytes.
    let limit: ByteLimit

    /// Maximum number of bytes to read from a device such as `/dev/zero`, which has no end.
    static let deviceLimit: Int64 = 16 << 20

    /// Age from which the next change of a file is sure to change its time.
    private static let settledAge = Duration.seconds(2)

    /// Returns a tag of the file's time and size, which changes with the file; `nil` if it was only
    /// just changed, and for other than regular files.
    func entityTag(at now: Timestamp) async throws -> String? {
        guard !path.utf8.contains(0) else { return nil }
        return try await BlockingRead.run { _ in
            guard let status = try? FilePath(argument: path).stat(), status.type == .regular,
                status.size > 0
            else { return nil }
            let changedAt = Timestamp(milliseconds: Int64(status.modified / 1_000_000))
            return changedAt + Self.settledAge <= now ? "\(status.modified)-\(status.size)" : nil
        }
    }

    /// Returns the size of a regular file in bytes; 0 for others.
    func size() async throws -> Int64 {
        guard !path.utf8.contains(0) else { return 0 }
        return try await BlockingRead.run { _ in
            guard let status = try? FilePath(argument: path).stat(), status.type == .regular else {
                return 0
            }
            return status.size
        }
    }

    /// Reads the whole file; `timeout` limits the wait for a pipe without input.
    func read(timeout: Duration) async throws -> [UInt8] {
        try await BlockingRead.run { isCancelled in
            guard !path.utf8.contains(0) else {
                throw FeedFailure(.machine(.fileNotFound), at: location)
            }
            let file = try translatingErrors { () throws(Errno) in
                try OpenFile(reading: FilePath(argument: path))
            }
            let status = try translatingErrors { () throws(Errno) in try file.status() }
            return try read(file, status, timeout: timeout, isCancelled: isCancelled)
        }
    }

    private func read(
        _ file: borrowing OpenFile, _ status: Stat, timeout: Duration, isCancelled: () -> Bool
    ) throws -> [UInt8] {
        guard status.type != .directory else {
            throw FeedFailure(.machine(.isDirectory), at: location)
        }
        let isDevice = [.characterSpecial, .blockSpecial].contains(status.type)
        var reader = DescriptorReader(
            descriptor: file.descriptor, location: location,
            limit: isDevice && !file.descriptor.isTerminal && limit.bytes > Self.deviceLimit
                ? ByteLimit(bytes: Self.deviceLimit) : limit)
        if status.type == .regular {
            reader.expectedSize = status.size
        } else {
            reader.timeout = timeout
            reader.waitsForInput = true
        }
        return try reader.readToEnd(isCancelled: isCancelled)
    }

    private func translatingErrors<Value: ~Copyable>(
        _ body: () throws(Errno) -> Value
    ) throws(FeedFailure) -> Value {
        do throws(Errno) {
            return try body()
        } catch {
            switch error {
            case .noSuchFileOrDirectory, .notDirectory:
                throw FeedFailure(.machine(.fileNotFound), at: location)
            case .isDirectory: throw FeedFailure(.machine(.isDirectory), at: location)
            default: throw FeedFailure(.unreadable(error), at: location)
            }
        }
    }
}

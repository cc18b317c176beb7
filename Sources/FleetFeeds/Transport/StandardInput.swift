import FleetCore
import SystemPackage

/// Standard input, which can be read only once: every call returns the bytes of the first read.
actor StandardInput {
    private let descriptor: FileDescriptor
    private var readTask: Task<[UInt8], any Error>?
    private var bytes: [UInt8]?

    init(descriptor: FileDescriptor) {
        self.descriptor = descriptor
    }

    /// Name for error messages.
    private static let location = "standard input"

    /// Reads all bytes up to the limit, without a timeout, since a person may be typing.
    ///
    /// A read that was cancelled or failed has lost its bytes, so all later reads fail.
    func read(
        limit: ByteLimit, count: @escaping @Sendable (Int) async -> Void
    ) async throws -> [UInt8] {
        if let bytes { return bytes }
        guard readTask == nil else {
            throw FeedFailure(
                .machine(.fileUnreadable("it has already been read")), at: Self.location)
        }
        let descriptor = descriptor
        let task = Task {
            try await BlockingRead.run { isCancelled in
                var reader = DescriptorReader(
                    descriptor: descriptor, location: Self.location, limit: limit)
                reader.waitsForInput = true
                return try reader.readToEnd(isCancelled: isCancelled)
            }
        }
        readTask = task
        let result = try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
        bytes = result
        await count(result.count)
        return result
    }
}

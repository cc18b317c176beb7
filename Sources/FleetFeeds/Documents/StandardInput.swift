import FleetCore

/// The standard input, which can be read only once: every reading gives the bytes of the first.
actor StandardInput {
    private let descriptor: Int32
    private var reading: Task<[UInt8], any Error>?
    private var bytes: [UInt8]?

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// What messages call it.
    private static let place = "the standard input"

    /// All of it, up to the limit; there is no limit of time, since a person may be typing.
    ///
    /// A reading that was cancelled or failed half-way lost its bytes, and so does every later one.
    func read(
        limit: Int64, count: @escaping @Sendable (Int) async -> Void
    ) async throws -> [UInt8] {
        if let bytes { return bytes }
        guard reading == nil else {
            throw FeedFailure(.fileUnreadable("it was read already"), at: Self.place)
        }
        let descriptor = descriptor
        let task = Task {
            try await BlockingRead.run { isCancelled in
                var reading = DescriptorReading(
                    descriptor: descriptor, place: Self.place, limit: limit)
                reading.waits = true
                return try reading.all(isCancelled: isCancelled)
            }
        }
        reading = task
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

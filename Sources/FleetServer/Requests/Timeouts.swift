import FleetCore
import HTTPTypes

extension Task where Failure == Never {
    /// Returns the value, or `nil` if that takes longer than `limit`; the task continues.
    func value(within limit: Duration) async -> Success? {
        let (values, continuation) = AsyncStream<Success?>.makeStream()
        Task<Void, Never> { continuation.yield(await value) }
        let timer = Task<Void, Never> {
            try? await Task<Never, Never>.sleep(for: limit)
            continuation.yield(nil)
        }
        defer { timer.cancel() }
        for await value in values { return value }
        return nil
    }
}

extension ServerEnvironment {
    /// Returns the result of work that waits for another system, such as a feed.
    ///
    /// The work continues if it takes longer than a request may wait.
    /// - Parameters:
    ///   - subject: The system that should answer, such as "The webhook".
    ///   - hint: Next step for people if it does not.
    /// - Throws: `Problem` (504) if it does not; the error of the work.
    func waiting<T: Sendable>(
        for subject: String, hint: String,
        _ body: @escaping @Sendable () async throws -> T
    ) async throws -> T {
        let limit = options.outsideLimit
        let work = Task { try await body() }
        let outcome = Task<_, Never> { await work.result }
        if let result = await outcome.value(within: limit) { return try result.get() }
        throw Problem(
            .gatewayTimeout, "\(subject) has not answered for \(limit.components.seconds) s.",
            hint: .verbatim(hint))
    }
}

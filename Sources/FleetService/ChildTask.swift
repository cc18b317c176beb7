/// Runs a body in a child task, which is cancelled with the calling one.
///
/// A task keeps the memory of its deepest call until it is gone, about 100 KB after a request to a
/// feed: until it has ended and has no more references. With a child task, a long one keeps
/// nothing.
package func withChildTask<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
        group.addTask(operation: body)
        guard let value = try await group.next() else { throw CancellationError() }
        return value
    }
}

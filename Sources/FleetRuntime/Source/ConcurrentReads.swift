/// Reads of several sources at the same time, of which none holds up the others.
struct ConcurrentReads {
    /// Time after which the sources that have not answered are left out.
    static let limit = Duration.seconds(10)

    /// Number of sources that are read at the same time.
    private static let width = 8

    private enum Step<Value: Sendable>: Sendable {
        case read(Int, Result<Value, any Error>)
        case isSlow
        case isLate
    }

    /// Time after which ``show`` is called.
    var delay: Duration
    /// Time after which the reads that run are cancelled.
    var limit: Duration
    /// Waits for a time.
    var sleep: @Sendable (Duration) async throws -> Void
    /// Shows how many sources of how many were read.
    var show: (Int, Int) -> Void

    /// Reads the sources with the indices 0 to `count` - 1.
    /// - Returns: The results by index; `nil` for those that took too long.
    func run<Value: Sendable>(
        _ count: Int, _ read: @escaping @Sendable (Int) async throws -> Value
    ) async -> [Result<Value, any Error>?] {
        var results = [Result<Value, any Error>?](repeating: nil, count: count)
        await withTaskGroup(of: Step<Value>.self) { group in
            var (started, done, isSlow, isLate) = (0, 0, false, false)
            group.addTask { [sleep, delay] in
                try? await sleep(delay)
                return .isSlow
            }
            group.addTask { [sleep, limit] in
                try? await sleep(limit)
                return .isLate
            }
            while done < count, !isLate {
                while started < min(count, done + Self.width) {
                    group.addTask { [started] in await Self.step(started, read) }
                    started += 1
                }
                switch await group.next() {
                case .read(let index, let result): (results[index], done) = (result, done + 1)
                case .isSlow: isSlow = true
                case .isLate, nil: isLate = true
                }
                if isSlow, done < count { show(done, count) }
            }
            group.cancelAll()
        }
        return results
    }

    private static func step<Value: Sendable>(
        _ index: Int, _ read: @Sendable (Int) async throws -> Value
    ) async -> Step<Value> {
        do {
            return .read(index, .success(try await read(index)))
        } catch {
            return .read(index, .failure(error))
        }
    }
}

extension CommandContext {
    /// Reads several sources at the same time, and shows how many were read if that takes long.
    ///
    /// - Parameter read: Reads the source with an index, in a context that shows no progress.
    /// - Returns: The results by index; `nil` for those that took longer than
    ///   ``ConcurrentReads/limit``.
    func readEach<Value: Sendable>(
        _ count: Int, _ read: @escaping @Sendable (Int, CommandContext) async throws -> Value
    ) async -> [Result<Value, any Error>?] {
        let quiet = withoutProgress()
        let reads = ConcurrentReads(
            delay: progress.initialDelay, limit: ConcurrentReads.limit * system.timeoutFactor,
            sleep: { [self] in try await sleep(for: $0) },
            show: { [progress] in progress.read(sources: $0, of: $1) })
        defer { progress.finish() }
        return await reads.run(count) { try await read($0, quiet) }
    }
}

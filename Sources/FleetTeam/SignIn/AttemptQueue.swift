import Synchronization

/// Order in which this process begins the attempts to sign in to an account.
///
/// An attempt counts as a failure while it runs, so that attempts at the same time do not evade the
/// limit. One that the limit refuses while others run waits for them, because they may succeed.
final class AttemptQueue: Sendable {
    private struct Account {
        /// Number of attempts that have begun and not ended.
        var running = 0
        /// Number of attempts that have ended since the account was idle.
        var ended = 0
        /// Whether an attempt begins.
        var isTaken = false
        /// Those that begin after it.
        var waiting: [CheckedContinuation<Void, Never>] = []
        /// The attempt that begins, if it waits for the end of a running one.
        var first: CheckedContinuation<Void, Never>?
    }

    private let accounts = Mutex<[String: Account]>([:])

    /// Runs an attempt.
    /// - Parameters:
    ///   - begin: Counts the attempt; it runs again after ``TeamError/throttled(until:)`` while
    ///     other attempts end.
    ///   - body: The attempt itself.
    func run<Begun, T>(
        for account: String, begin: () async throws -> Begun, _ body: (Begun) async throws -> T
    ) async throws -> T {
        await takeTurn(for: account)
        let begun: Begun
        do {
            begun = try await beginAgain(for: account, begin)
        } catch {
            passTurn(for: account, isRunning: false)
            throw error
        }
        passTurn(for: account, isRunning: true)
        defer { end(for: account) }
        return try await body(begun)
    }

    /// Runs an attempt while no other one of the account runs.
    func runAlone<T>(for account: String, _ body: () async throws -> T) async throws -> T {
        await takeTurn(for: account)
        defer { passTurn(for: account, isRunning: false) }
        return try await body()
    }

    private func beginAgain<Begun>(
        for account: String, _ begin: () async throws -> Begun
    ) async throws -> Begun {
        while true {
            let ended = accounts.withLock { $0[account]?.ended ?? 0 }
            do {
                return try await begin()
            } catch TeamError.throttled(let until) {
                guard await hasEnded(for: account, since: ended) else {
                    throw TeamError.throttled(until: until)
                }
            }
        }
    }

    private func takeTurn(for account: String) async {
        await withCheckedContinuation { continuation in
            let isFree = accounts.withLock { accounts in
                guard accounts[account]?.isTaken == true else {
                    accounts[account, default: Account()].isTaken = true
                    return true
                }
                accounts[account]?.waiting.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    /// Lets the next attempt begin.
    private func passTurn(for account: String, isRunning: Bool) {
        let next = accounts.withLock { accounts -> CheckedContinuation<Void, Never>? in
            if isRunning { accounts[account]?.running += 1 }
            if accounts[account]?.waiting.isEmpty == false {
                return accounts[account]?.waiting.removeFirst()
            }
            accounts[account]?.isTaken = false
            if accounts[account]?.running == 0 { accounts[account] = nil }
            return nil
        }
        next?.resume()
    }

    /// Waits for the end of a running attempt, unless one has ended already; returns false if none
    /// runs.
    private func hasEnded(for account: String, since ended: Int) async -> Bool {
        if accounts.withLock({ $0[account]?.ended != ended }) { return true }
        var isRunning = true
        await withCheckedContinuation { continuation in
            let isWaiting = accounts.withLock { accounts in
                guard accounts[account]?.ended == ended else { return false }
                isRunning = (accounts[account]?.running ?? 0) > 0
                if isRunning { accounts[account]?.first = continuation }
                return isRunning
            }
            if !isWaiting { continuation.resume() }
        }
        return isRunning
    }

    private func end(for account: String) {
        let first = accounts.withLock { accounts in
            accounts[account]?.running -= 1
            accounts[account]?.ended += 1
            let first = accounts[account]?.first.take()
            if accounts[account]?.isTaken == false, accounts[account]?.running == 0 {
                accounts[account] = nil
            }
            return first
        }
        first?.resume()
    }
}

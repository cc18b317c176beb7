import FleetCore
package import FleetRuntime
package import FleetService
package import Printing

/// Sends documents to a printer, one at a time, and waits until each is printed.
package struct PrinterSession: Sendable {
    /// Reason why a document is not known to be printed.
    struct Stop: Error {
        let error: CommandError
        /// Whether certainly nothing of the document was printed.
        let isUnprinted: Bool
    }

    /// Time between two questions for the state.
    private static let interval = Duration.seconds(2)

    /// The name of the printer.
    package let name: String
    private let port: any PrinterPort
    private let output: Output
    private let clock: ServiceClock
    private let limit: Duration

    /// - Parameter limit: The time without progress after which waiting ends.
    package init(
        _ name: String, _ port: any PrinterPort, limit: Duration, _ output: Output,
        _ clock: ServiceClock
    ) {
        (self.name, self.port, self.limit) = (name, port, limit)
        (self.output, self.clock) = (output, clock)
    }

    /// What a job that is done lacks as proof; `nil` if the printer reports that it has printed.
    var completionNote: String? { port.completionNote }

    /// Prints a document of which nothing is stored.
    /// - Throws: `CommandError`, `CancellationError`.
    package func printOnce(_ document: PrintDocument) async throws {
        do {
            try await print(document, as: "1 page")
        } catch let stop as Stop {
            throw stop.error
        }
    }

    /// Prints a document.
    /// - Parameter content: What the document has, such as `labels 1 to 50 of 200`.
    /// - Throws: ``Stop``; `CancellationError` after the job is cancelled at the printer.
    func print(_ document: PrintDocument, as content: String) async throws {
        let job = try await send(document)
        log("sent \(content)")
        do {
            try await wait(for: job)
        } catch is CancellationError {
            // The requests of a cancelled task end at once.
            await Task { [port] in try? await port.cancel(job) }.value
            throw CancellationError()
        }
    }

    /// Sends a document, again while the printer is busy.
    private func send(_ document: PrintDocument) async throws -> PrintJobID {
        let start = clock.now()
        var shown: PrinterError?
        while true {
            do throws(PrinterError) {
                return try await port.send(document)
            } catch {
                if error == .cancelled || error == .interrupted(.cancelled) {
                    throw CancellationError()
                }
                guard case .busy = error, clock.now() - start < limit else {
                    throw Stop(
                        error: CommandError(error, of: name), isUnprinted: !error.isInterrupted)
                }
                if error != shown { log("waiting: " + error.message) }
                shown = error
            }
            try await clock.sleep(clock.now() + Self.interval)
        }
    }

    private func wait(for job: PrintJobID) async throws {
        var (shown, since) = (String?.none, clock.now())
        var progress = PrintProgress()
        while true {
            let state = try await state(of: job)
            if let text = state.text, text != shown {
                log(text)
                shown = text
            }
            if progress.advances(to: state) { since = clock.now() }
            switch state {
            case .done: return
            case .failed: throw stop(state.text ?? "failed")
            case .sent, .waiting, .printing, .unknown: break
            }
            if clock.now() - since >= limit {
                // Otherwise it would be printed beside the labels of a later run.
                try? await port.cancel(job)
                throw stop("no progress: \(state.text ?? "it reports no state")")
            }
            try await clock.sleep(clock.now() + Self.interval)
        }
    }

    /// Returns the state of a job; a printer that cannot be reached may be so for a moment.
    private func state(of job: PrintJobID) async throws -> PrintState {
        do throws(PrinterError) {
            return try await port.state(of: job)
        } catch {
            if error == .cancelled { throw CancellationError() }
            return .waiting(reasons: [error.message])
        }
    }

    private func stop(_ cause: String) -> Stop {
        Stop(
            error: CommandError(
                .unavailable, "printer \(name): \(cause)",
                hint: "check the printer with `fleet printer test \(name)`"),
            isUnprinted: false)
    }

    func log(_ text: String) { output.log("printer \(name): \(text)") }
}

/// What a printer has reported of a job, to tell progress from talk.
private struct PrintProgress {
    /// Number of times at which a printer may stop or go on, as when its paper is changed.
    ///
    /// Without a bound, one that reports two states in turn would be waited for without end.
    private static let maxTurns = 100

    private var isPrinting = false
    private var turns = 0
    private var printed = Int.min

    /// Takes a state; returns whether the printer stops or goes on, or has printed more.
    mutating func advances(to state: PrintState) -> Bool {
        var (isPrinting, hasPrinted) = (false, false)
        if case .printing(_, let count) = state {
            isPrinting = true
            if let count, count > printed { (hasPrinted, printed) = (true, count) }
        }
        let hasTurned = isPrinting != self.isPrinting && turns < Self.maxTurns
        if hasTurned { turns += 1 }
        self.isPrinting = isPrinting
        return hasTurned || hasPrinted
    }
}

extension PrintState {
    /// The state in words; `nil` for one without news.
    fileprivate var text: String? {
        func joined(_ state: String, _ reasons: [String]) -> String {
            reasons.isEmpty ? state : state + ": " + reasons.joined(separator: ", ")
        }
        return switch self {
        case .sent, .done: nil
        case .waiting(let reasons): joined("waiting", reasons)
        case .printing(let reasons, _): joined("printing", reasons)
        case .failed(let reasons): joined("failed", reasons)
        case .unknown: "it does not report the state of the job"
        }
    }
}

extension PrinterError {
    fileprivate var isInterrupted: Bool {
        if case .interrupted = self { true } else { false }
    }
}

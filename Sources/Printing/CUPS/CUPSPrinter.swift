internal import CCUPS

/// Queue of CUPS, the print service of the system, which has the drivers.
///
///     let printer = CUPSPrinter(queue: "Brother", on: BlockingThreads(count: 1))
public struct CUPSPrinter: PrinterPort {
    private let queue: String
    private let threads: any TaskExecutor

    /// Creates a printer.
    /// - Parameters:
    ///   - queue: The name of the queue.
    ///   - threads: Threads for calls of the library, which block.
    public init(queue: String, on threads: any TaskExecutor) {
        (self.queue, self.threads) = (queue, threads)
    }

    /// Sends a document to the queue.
    public func send(_ document: PrintDocument) async throws(PrinterError) -> PrintJobID {
        try await run { cups throws(PrinterError) in
            try cups.withQueue(queue) { found throws(PrinterError) in
                var options = ["print-scaling": "none", "copies": String(max(document.copies, 1))]
                if let medium = document.medium, document.format == .pdf {
                    options["media"] = try cups.media(medium.width, medium.height, of: found)
                }
                return try cups.send(document, to: queue, options: options)
            }
        }
    }

    /// Returns the state of a job with the reasons of the job and the queue.
    public func state(of job: PrintJobID) async throws(PrinterError) -> PrintState {
        guard let number = job.number else { return .unknown }
        return try await run { cups throws(PrinterError) in
            guard var report = try cups.report(of: number) else { return .unknown }
            if !report.isFinal {
                (report.printerState, report.printerReasons) = try cups.withQueue(queue) {
                    ($0.number("printer-state"), $0.keywords("printer-state-reasons"))
                }
            }
            return report.state
        }
    }

    /// Cancels a job.
    public func cancel(_ job: PrintJobID) async throws(PrinterError) {
        guard let number = job.number else { return }
        try await run { cups throws(PrinterError) in
            let status = cups.functions.cupsCancelJob2(nil, queue, Int32(clamping: number), 0)
            guard status <= ccups_last_success else { throw cups.error(queue) }
        }
    }

    /// Returns what the queue is, has and reports.
    public func description() async throws(PrinterError) -> PrinterDescription {
        try await run { cups throws(PrinterError) in
            try cups.withQueue(queue) { found in
                var description = found.description
                description.media = cups.media(of: found).map(\.text)
                return description
            }
        }
    }

    /// Runs calls of the library in one thread, since its connection belongs to the thread.
    private func run<Value: Sendable>(
        _ body: @Sendable (CUPS) throws(PrinterError) -> Value
    ) async throws(PrinterError) -> Value {
        try await CUPS.run(on: threads, body)
    }
}

/// Queues of CUPS.
public enum CUPSQueues {
    /// Returns the names of all queues with what they report, in order of their names.
    /// - Parameter threads: Threads for calls of the library, which block.
    /// - Throws: `PrinterError`: `.missingLibrary`, or `.unreachable` without the service.
    public static func list(
        on threads: any TaskExecutor
    ) async throws(PrinterError) -> [(queue: String, description: PrinterDescription)] {
        try await CUPS.run(on: threads) { cups throws(PrinterError) in try cups.queues() }
    }
}

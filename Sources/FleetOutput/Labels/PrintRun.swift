import FleetCore
import FleetLabels
package import FleetRuntime
package import FleetTeam

/// Prints the batches of a job one after another, from the first one that is not known to be done.
///
///     let run = try PrintRun(of: job, on: session, storing: LabelStore(in: context), …)
///     try await run.run()
package struct PrintRun {
    private let job: PrintJob
    private let session: PrinterSession
    private let store: LabelStore
    private let output: Output
    private let threads: Int
    private let design: PrintDesign
    private let batches: [PrintBatch]

    /// - Parameter threads: The number of threads that encode symbols.
    /// - Throws: `CommandError` (65) for a job of another version.
    package init(
        of job: PrintJob, on session: PrinterSession, storing store: LabelStore, threads: Int,
        _ output: Output
    ) throws {
        guard let design = PrintDesign(json: job.content.design) else {
            throw CommandError(
                .data, "print job \(job.id) was made by another version of fleet",
                hint: "print the labels again, with `--from ID` for the first one that is missing")
        }
        (self.job, self.session, self.store) = (job, session, store)
        (self.output, self.threads, self.design) = (output, threads, design)
        batches = PrintBatch.all(of: job, design)
    }

    /// Prints the remaining batches, then removes the job.
    /// - Throws: `CommandError` of the printer with the hint how to go on; other errors, such as
    ///   `CancellationError`, after that hint.
    package func run() async throws {
        Interrupts.extendGracePeriod(toSeconds: 5)
        var progress = job.progress
        try await warnOfRepetition(progress)
        while batches.indices.contains(progress.nextBatch) {
            let batch = batches[progress.nextBatch]
            do {
                try await print(batch, &progress)
            } catch let stop as PrinterSession.Stop {
                if stop.isUnprinted {
                    try? await store.set(
                        PrintJob.Progress(nextBatch: progress.nextBatch), of: job)
                }
                throw CommandError(stop.error.status, stop.error.cause, hint: hint(batch))
            } catch {
                output.log("hint: " + hint(batch))
                throw error
            }
        }
        try await store.remove(job)
        session.log("printed \(ShortText.count(job.count, "label"))")
        if let note = session.completionNote { session.log(note) }
    }

    private func print(_ batch: PrintBatch, _ progress: inout PrintJob.Progress) async throws {
        let labels = try await store.labels(of: job, batch.labels)
        let document = try design.language.document(
            labels, batch, of: job.count, design, title: title(progress.nextBatch), jobs: threads)
        if !progress.isSent {
            try Task.checkCancellation()
            progress.isSent = true
            try await store.set(progress, of: job)
        }
        try await session.print(document, as: "\(name(batch)) of \(job.count)")
        progress = PrintJob.Progress(nextBatch: progress.nextBatch + 1)
        try await store.set(
            progress, of: job,
            printed: labels.map { LabelPrintTable.Label(id: $0.id, payload: $0.payload) },
            LabelPrintTable.Print(layout: design.labels.layout.name, target: session.name))
    }

    private func title(_ index: Int) -> String {
        batches.count > 1
            ? "\(job.content.title) (\(index + 1) of \(batches.count))" : job.content.title
    }

    private func name(_ batch: PrintBatch) -> String {
        batch.labels.count == 1
            ? "label \(batch.labels.upperBound)"
            : "labels \(batch.labels.lowerBound + 1) to \(batch.labels.upperBound)"
    }

    private func hint(_ batch: PrintBatch) -> String {
        "`fleet labels --resume \(job.id)` goes on with \(name(batch))"
    }

    /// Names the labels that an earlier run may have printed.
    private func warnOfRepetition(_ progress: PrintJob.Progress) async throws {
        guard progress.isSent, batches.indices.contains(progress.nextBatch) else { return }
        let batch = batches[progress.nextBatch]
        let labels = try await store.labels(of: job, batch.labels)
        guard let first = labels.first, let last = labels.last else { return }
        let ids = [first, last].map {
            TerminalText.limited(String(decoding: $0.id, as: UTF8.self))
        }
        let range = labels.count == 1 ? ids[0] : ids.joined(separator: " to ")
        output.warn("\(name(batch)) (\(range)) may be printed twice")
    }
}

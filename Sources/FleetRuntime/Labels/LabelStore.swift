import FleetCore
import FleetSQL
import FleetSettings
package import FleetTeam
package import Foundation

/// The last prints of labels and the print jobs, in the database of the home or in that of
/// `--database`.
///
/// A home without a database of people has none of them, and reading creates none.
package struct LabelStore: Sendable {
    private let context: CommandContext

    package init(in context: CommandContext) { self.context = context }

    /// Returns the content of each label that was printed, by its ID; see
    /// `LabelPrintTable.Label.text(of:)`.
    package func payloads(of source: UUID?) async throws -> [String: String] {
        try await context.readTeam { try LabelPrintTable(of: source, in: $0).payloads() } ?? [:]
    }

    /// Records prints; a warning says why that was not possible.
    package func record(
        _ labels: [LabelPrintTable.Label], of source: UUID?, _ print: LabelPrintTable.Print
    ) async {
        guard !labels.isEmpty else { return }
        let now = context.now()
        do {
            try await write { sql in
                try LabelPrintTable(of: source, in: sql).record(labels, of: print, at: now)
            }
        } catch {
            context.output.warn(
                "it is not recorded that these labels are printed: \(ErrorReport(error).cause)")
        }
    }

    /// Removes the prints of a source, unless the catalog has it.
    ///
    /// Prints in a database that cannot be read stay there.
    func removeUnusedPrints(of uuid: UUID) async throws {
        let sources = try context.sourceCatalog().load().sources.values
        guard !sources.contains(where: { $0.uuid == uuid }) else { return }
        let exists = try? await context.readTeam {
            try LabelPrintTable(of: uuid, in: $0).exists()
        }
        guard exists == true else { return }
        try await write { try LabelPrintTable(of: uuid, in: $0).remove() }
    }

    /// Returns the print jobs that can be resumed, the oldest one first.
    package func jobs() async throws -> [PrintJob] {
        let now = context.now()
        return try await context.readTeam { try PrintJobTable(in: $0).all(at: now) } ?? []
    }

    /// Adds a print job.
    package func add(
        _ content: PrintJob.Content, _ labels: [PrintJob.Label]
    ) async throws -> PrintJob {
        let now = context.now()
        return try await write { try PrintJobTable(in: $0).add(content, labels, at: now) }
    }

    /// Returns some labels of a job.
    package func labels(
        of job: PrintJob, _ positions: Range<Int>
    ) async throws -> [PrintJob.Label] {
        try await context.readTeam { try PrintJobTable(in: $0).labels(of: job, positions) } ?? []
    }

    /// Records how much of a job is done, and that some labels are printed.
    package func set(
        _ progress: PrintJob.Progress, of job: PrintJob,
        printed labels: [LabelPrintTable.Label] = [],
        _ print: LabelPrintTable.Print? = nil
    ) async throws {
        let now = context.now()
        try await write { sql in
            try PrintJobTable(in: sql).set(progress, of: job)
            guard let print else { return }
            try LabelPrintTable(of: job.content.source, in: sql)
                .record(labels, of: print, at: now)
        }
    }

    /// Removes a job with its labels.
    package func remove(_ job: PrintJob) async throws {
        try await write { try PrintJobTable(in: $0).remove(job) }
    }

    private func write<T: Sendable>(
        _ body: @escaping @Sendable (any SQLTransaction) throws -> T
    ) async throws -> T {
        try await context.teamDatabase().write(as: .server, body)
    }
}

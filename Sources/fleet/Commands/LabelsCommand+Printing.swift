import ArgumentParser
import FleetCore
import FleetLabels
import FleetOutput
import FleetRuntime
import FleetSettings
import FleetTeam
import Foundation
import POSIX
import Printing
import QRCode

/// What a run of labels is for.
struct LabelGoal {
    /// UUID of the source of the labels; `nil` for a file of IDs without one.
    let source: UUID?
    /// The content of the printed labels, by their IDs; `nil` to print all.
    let printed: [String: String]?
    let printer: NamedPrinter?
}

/// What a run has made, to be recorded or printed when no vehicles are read any more.
enum MadeLabels {
    /// Files with these labels; none for a test.
    case files([LabelPrintTable.Label], of: UUID?, LabelPrintTable.Print)
    /// Labels for a printer.
    case job(PrintJob.Content, [PrintJob.Label], NamedPrinter)
    /// A page for a printer, of which nothing is recorded.
    case test(PrintDocument, NamedPrinter)
    case nothing
}

extension LabelsCommand {
    /// Returns what the labels of a source are for.
    func goal(
        of selected: ResolvedSource?, on printer: NamedPrinter?, in context: CommandContext
    ) async throws -> LabelGoal {
        let source = selected?.printsUUID
        return LabelGoal(
            source: source,
            printed: printing.unprinted
                ? try await LabelStore(in: context).payloads(of: source) : nil,
            printer: printer)
    }

    /// Writes the labels, or prepares them for the printer.
    func run(
        _ labels: LabelSequence, _ goal: LabelGoal, in context: CommandContext
    ) throws -> MadeLabels {
        var labels = labels
        if let id = printing.from { labels = labels.starting(at: id) }
        if let printed = goal.printed {
            let unprinted = try labels.unprinted(printed)
            if !unprinted.hasLabels, unprinted.count > 0 {
                let count = unprinted.count
                context.output.log(
                    count == 1
                        ? "the label is printed already" : "all \(count) labels are printed already"
                )
                return .nothing
            }
            unprinted.logChanges(to: context.output)
            labels = unprinted.labels
        }
        if layout.test { labels = labels.first }
        if printing.isPrinting, let printer = goal.printer {
            return try prepare(labels, goal.source, for: printer, in: context)
        }
        var run = LabelRun(
            labels: labels, writer: try writer(for: labels, goal.printer, in: context),
            report: try output.report.map { try LabelReport(to: $0, context.output) },
            notesCameras: !layout.test, context: context)
        run.returnsPrints = try !layout.test && target != nil
        return .files(try run.run(), of: goal.source, try print(for: goal.printer))
    }

    /// Returns how labels in files are printed.
    private func print(for printer: NamedPrinter?) throws -> LabelPrintTable.Print {
        let kind: String
        switch try target {
        case .folder:
            return LabelPrintTable.Print(layout: "", target: folder.imageFormat.rawValue)
        case .zpl: kind = "zpl"
        case .sheet, nil: kind = "pdf"
        }
        return LabelPrintTable.Print(
            layout: try design(for: printer).layout.name, target: kind)
    }

    private func prepare(
        _ labels: LabelSequence, _ source: UUID?, for printer: NamedPrinter,
        in context: CommandContext
    ) throws -> MadeLabels {
        do {
            let design = PrintDesign(
                try design(for: printer), encoding, PrinterLanguage(printer.printer.language))
            let writer = try PrintJobWriter(design, jobs: jobs)
            try LabelRun(
                labels: labels, writer: writer, report: nil, notesCameras: !layout.test,
                context: context
            ).run()
            if layout.test {
                return .test(try writer.document(title: labels.title), printer)
            }
            return .job(
                try writer.content(of: source, on: printer.name, title: labels.title),
                writer.labels, printer)
        } catch {
            throw CommandError(labelError: error) ?? error
        }
    }

    /// Records what is in files, or prints what is prepared.
    func finish(_ made: MadeLabels, in context: CommandContext) async throws {
        let store = LabelStore(in: context)
        switch made {
        case .nothing: break
        case .files(let labels, let source, let print):
            await store.record(labels, of: source, print)
        case .test(let document, let printer):
            try await session(on: printer, in: context).printOnce(document)
        case .job(let content, let labels, let printer):
            let session = try session(on: printer, in: context)
            let lock = try Printers(in: context).lock(printer.name)
            defer { lock.release() }
            let job = try await store.add(content, labels)
            try await PrintRun(
                of: job, on: session, storing: store, threads: jobs, context.output
            ).run()
        }
    }

    /// Prints a page with a sample label, to check a printer.
    func printTest(in context: CommandContext) async throws {
        let id = Array("TEST-1".utf8)
        let labels = LabelSequence(
            forEach: { body in
                var item = try LabelContent(kind: .id, capitalizesLinks: false).item(for: id)
                item.lines = [item.text]
                try body(item)
            }, title: "fleet printer test")
        let goal = LabelGoal(
            source: nil, printed: nil, printer: try printing.find(in: context))
        try await finish(try run(labels, goal, in: context), in: context)
    }

    /// Goes on with a print job.
    func resume(_ choice: PrinterOptions.Job, in context: CommandContext) async throws {
        let store = LabelStore(in: context)
        let job = try choice.find(in: try await store.jobs())
        let printers = try Printers(in: context)
        let printer = try printers.find(job.content.printer)
        let session = try session(on: printer, in: context)
        let lock = try printers.lock(printer.name)
        defer { lock.release() }
        // Another run may have printed some of it before this one had the lock.
        let current = try PrinterOptions.Job(job).find(in: try await store.jobs())
        try await PrintRun(
            of: current, on: session, storing: store, threads: jobs, context.output
        ).run()
    }

    private func session(
        on printer: NamedPrinter, in context: CommandContext
    ) throws -> PrinterSession {
        PrinterSession(
            printer.name, try Printers(in: context).port(to: printer), limit: printing.limit,
            context.output, context.serviceClock)
    }
}

extension PrintCorrection {
    /// Takes the shift and the scale of a printer, as far as the options have none.
    mutating func take(from printer: Printer, shift takesShift: Bool, scale takesScale: Bool) {
        if takesShift, let shift = printer.shift.flatMap(Self.shift) {
            (shiftX, shiftY) = shift
        }
        if takesScale, let scale = printer.adjust.flatMap(Self.scale) {
            (scaleX, scaleY) = scale
        }
    }
}

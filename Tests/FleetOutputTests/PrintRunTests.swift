import FleetCore
import FleetLabels
import FleetRuntime
import FleetRuntimeTestSupport
import FleetService
import FleetTeam
import FleetTestSupport
import Foundation
import Printing
import QRCode
import Synchronization
import Testing

@testable import FleetOutput

/// A printer in memory, which reports given states for each document and then that it is done.
private final class MemoryPrinter: PrinterPort {
    private let states: [PrintState]
    /// The document whose transmission fails, from 1, and the error.
    private let failure: (document: Int, error: PrinterError)?
    private let memory = Mutex((documents: [PrintDocument](), asked: 0))

    init(states: [PrintState] = [], failure: (Int, PrinterError)? = nil) {
        (self.states, self.failure) = (states, failure)
    }

    var documents: [PrintDocument] { memory.withLock { $0.documents } }

    func send(_ document: PrintDocument) async throws(PrinterError) -> PrintJobID {
        let count = memory.withLock { memory in
            memory.documents.append(document)
            memory.asked = 0
            return memory.documents.count
        }
        if let failure, failure.document == count { throw failure.error }
        return PrintJobID(count)
    }

    func state(of job: PrintJobID) async throws(PrinterError) -> PrintState {
        let asked = memory.withLock { memory in
            defer { memory.asked += 1 }
            return memory.asked
        }
        return states.indices.contains(asked) ? states[asked] : .done
    }

    func description() async throws(PrinterError) -> PrinterDescription { PrinterDescription() }
}

@Suite("A print job goes on after a stop, with its labels as they were")
struct PrintRunTests {
    private let home: TestHome
    private let context: CommandContext
    private let store: LabelStore

    init() throws {
        home = try TestHome()
        context = try home.context()
        store = LabelStore(in: context)
    }

    private func design(_ layout: String) throws -> LabelDesign {
        LabelDesign(layout: try #require(SheetLayout.named(layout)))
    }

    private func ids(_ numbers: ClosedRange<Int>) -> [String] { numbers.map { "BIKE-\($0)" } }

    /// Stores a job of labels with the IDs BIKE-1, BIKE-2, ….
    private func job(_ count: Int, _ design: LabelDesign) async throws -> PrintJob {
        let encoding = EncodingOptions(level: .medium, boosts: true, verifies: false)
        let writer = try PrintJobWriter(PrintDesign(design, encoding, .pdf), jobs: 2)
        let content = LabelContent(kind: .id, capitalizesLinks: false)
        let ids = ids(1...count)
        let labels = LabelSequence(
            forEach: { body in
                for id in ids {
                    var item = try content.item(for: Array(id.utf8))
                    item.lines = [id]
                    try body(item)
                }
            }, title: "test")
        try LabelRun(labels: labels, writer: writer, report: nil, context: context).run()
        return try await store.add(
            writer.content(of: nil, on: "desk", title: "test"), writer.labels)
    }

    private func run(_ job: PrintJob, on printer: MemoryPrinter) async throws {
        let clock = ServiceClock(
            now: context.now, shownNow: context.now,
            sleep: { [home, context] until in home.advance(by: until - context.now()) },
            jitter: { 0 })
        let session = PrinterSession(
            "desk", printer, limit: .seconds(600), context.output, clock)
        try await PrintRun(
            of: job, on: session, storing: store, threads: 2, context.output
        ).run()
    }

    /// Returns the IDs that are printed in the documents, in their order.
    private func printed(_ documents: [PrintDocument]) async throws -> [String] {
        var printed: [String] = []
        for document in documents {
            let path = home.path + "/printed.pdf"
            try Data(document.bytes).write(to: URL(filePath: path))
            let text = try await Tool.run("pdftotext", path, "-")
            printed += String(decoding: text, as: UTF8.self)
                .split { $0.isWhitespace || $0 == "\u{C}" }.map(String.init)
                .filter { $0.hasPrefix("BIKE-") }
        }
        return printed
    }

    @Test("a roll is printed in batches of 50 labels, which are recorded")
    func batches() async throws {
        let printer = MemoryPrinter(states: [.sent, .printing(reasons: [])])
        try await run(try await job(120, try design("62x29")), on: printer)
        #expect(printer.documents.map(\.title) == (1...3).map { "test (\($0) of 3)" })
        #expect(try await printed(printer.documents) == ids(1...120))
        let medium = try #require(printer.documents.first?.medium)
        #expect(medium.width == 62 && medium.height == 29)
        #expect(try await store.jobs().isEmpty)
        #expect(try await store.payloads(of: nil)["BIKE-120"] == "BIKE-120")
        #expect(home.messages.contains("printer desk: sent labels 101 to 120 of 120\n"))
    }

    @Test("sheets are printed in batches of ten, from the first free label on")
    func sheets() async throws {
        let printer = MemoryPrinter()
        var design = try design("L7160")
        design.start = 5
        try await run(try await job(215, design), on: printer)
        #expect(printer.documents.count == 2)
        #expect(Set(try await printed(printer.documents)) == Set(ids(1...215)))
    }

    @Test("after a kill, each label is printed, and those of one batch at most twice")
    func resumed() async throws {
        let first = MemoryPrinter(failure: (2, .cancelled))
        let job = try await job(120, try design("62x29"))
        await #expect(throws: CancellationError.self) { try await run(job, on: first) }
        let hint = "hint: `fleet labels --resume \(job.id)` goes on with labels 51 to 100\n"
        #expect(home.messages.hasSuffix(hint))
        let open = try #require(try await store.jobs().first)
        #expect(open.progress == PrintJob.Progress(nextBatch: 1, isSent: true))
        let second = MemoryPrinter()
        try await run(open, on: second)
        let warning =
            "warning: labels 51 to 100 (BIKE-51 to BIKE-100) may be printed twice\n"
        #expect(home.messages.contains(warning))
        #expect(try await printed(second.documents) == ids(51...120))
        #expect(try await printed(first.documents) == ids(1...100))
        #expect(try await store.jobs().isEmpty)
    }

    @Test("a printer that refuses a document has printed nothing of it")
    func refused() async throws {
        let refusal = PrinterError.refused(status: "it is not allowed", message: "")
        let printer = MemoryPrinter(failure: (1, refusal))
        let job = try await job(2, try design("62x29"))
        let error = try await #require(throws: CommandError.self) {
            try await run(job, on: printer)
        }
        #expect(error.cause == "printer desk: the printer refuses the job: it is not allowed")
        #expect(error.hint == "`fleet labels --resume \(job.id)` goes on with labels 1 to 2")
        #expect(try await store.jobs().first?.progress == PrintJob.Progress())
    }

    @Test("a busy printer is waited for, and named once")
    func busy() async throws {
        let printer = MemoryPrinter(failure: (1, .busy(message: "")))
        let job = try await job(2, try design("62x29"))
        try await run(job, on: printer)
        #expect(try await printed(Array(printer.documents.suffix(1))) == ids(1...2))
        #expect(printer.documents.count == 2)
        #expect(try await store.jobs().isEmpty)
    }

    @Test("a printer without paper is named once, and is waited for ten minutes")
    func stopped() async throws {
        let waiting = PrintState.waiting(reasons: ["it has no paper"])
        let printer = MemoryPrinter(states: Array(repeating: waiting, count: 1000))
        let job = try await job(1, try design("62x29"))
        let start = context.now()
        let error = try await #require(throws: CommandError.self) {
            try await run(job, on: printer)
        }
        #expect(error.status == .unavailable)
        #expect(error.cause == "printer desk: no progress: waiting: it has no paper")
        #expect(context.now() - start == .seconds(600))
        let line = "printer desk: waiting: it has no paper\n"
        #expect(home.messages.components(separatedBy: line).count == 2)
    }

    @Test("what a printer says is no progress, what it prints is")
    func progress() async throws {
        let talk = (1...1000).map { PrintState.waiting(reasons: ["reason \($0)"]) }
        let flaps = (0..<1000).map { index in
            index.isMultiple(of: 2) ? talk[0] : PrintState.printing(reasons: [])
        }
        let labels = (0..<1000).map { PrintState.printing(reasons: [], printed: $0 / 200) }
        // Seconds until the end, or the end of waiting: of ten minutes, and of turns before that.
        for (states, seconds) in [(talk, 600), (flaps, 800), (labels, 2000)] {
            let printer = MemoryPrinter(states: states)
            let job = try await job(1, try design("62x29"))
            let start = context.now()
            try? await run(job, on: printer)
            #expect(context.now() - start == .seconds(seconds))
            if states != labels { try await store.remove(job) }
        }
        #expect(try await store.jobs().isEmpty)
    }

    @Test("a document of which nothing is sent is not named as printed twice")
    func unreachable() async throws {
        let error = PrinterError.unreachable(host: "a", cause: "connection refused")
        for (error, isSent) in [(error, false), (.interrupted(error), true)] {
            let job = try await job(1, try design("62x29"))
            await #expect(throws: CommandError.self) {
                try await run(job, on: MemoryPrinter(failure: (1, error)))
            }
            #expect(try await store.jobs().first?.progress.isSent == isSent)
            try await store.remove(job)
        }
    }

    @Test("a document that fails at the printer is an error with its reasons")
    func failed() async throws {
        let printer = MemoryPrinter(states: [.failed(reasons: ["paper is jammed"])])
        let job = try await job(1, try design("62x29"))
        let error = try await #require(throws: CommandError.self) {
            try await run(job, on: printer)
        }
        #expect(error.cause == "printer desk: failed: paper is jammed")
        #expect(try await store.jobs().first?.progress.isSent == true)
    }

    @Test("a design is the same when a job goes on")
    func designs() throws {
        var design = LabelDesign(
            layout: try SheetLayout(
                page: .a4, columns: 2, rows: 5, label: PaperSize(width: 90, height: 50), left: 12,
                top: 20, gapX: 5, gapY: 2))
        (design.side, design.dotsPerInch, design.start, design.copies) = (20, 203, 3, 2)
        design.pages = 2...4
        design.colors = SymbolColors(foreground: RGB(red: 0, green: 0, blue: 128))
        design.correction = PrintCorrection(shiftX: 1, shiftY: -0.5, scaleX: 0.997)
        let encoding = EncodingOptions(level: .high, boosts: false, verifies: true)
        let json = try PrintDesign(design, encoding, .zpl).json
        let read = try #require(PrintDesign(json: json))
        #expect(try read.json == json)
        #expect(read.labels.layout == design.layout)
        #expect(read.labels.correction == design.correction)
        #expect(PrintDesign(json: "{}") == nil)
        let roll = PrintDesign(try self.design("62x29"), encoding, .pdf)
        #expect(PrintDesign(json: try roll.json)?.labels.layout == roll.labels.layout)
    }
}

@Suite("A run can begin at an ID, and leave out what is printed")
struct LabelSelectionTests {
    private let labels = LabelSequence(
        forEach: { body in
            for id in ["A", "B", "C"] {
                try body(LabelItem(id: Array(id.utf8), payload: Array("https://x/\(id)".utf8)))
            }
        }, title: "test")

    private func ids(_ labels: LabelSequence) throws -> [String] {
        var ids: [String] = []
        try labels.forEach { ids.append($0.text) }
        return ids
    }

    @Test("labels from an ID on")
    func from() throws {
        #expect(try ids(labels.starting(at: "B")) == ["B", "C"])
        let error = try #require(throws: CommandError.self) { try ids(labels.starting(at: "D")) }
        #expect(error.status == .noInput)
    }

    @Test("labels that are new or have another content")
    func unprinted() throws {
        let home = try TestHome()
        let rest = try labels.unprinted(["A": "https://x/A", "B": "https://y/B"])
        #expect(try ids(rest.labels) == ["B", "C"])
        #expect(rest.count == 3 && rest.hasLabels)
        rest.logChanges(to: try home.context().output)
        #expect(home.messages == "printed before with another content:\n  B\n")
        let none = try labels.unprinted([
            "A": "https://x/A", "B": "https://x/B", "C": "https://x/C",
        ])
        #expect(!none.hasLabels)
    }
}

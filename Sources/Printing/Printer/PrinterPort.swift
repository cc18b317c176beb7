/// Port to a printer: of the system, on the network, or one that takes raw bytes.
///
///     let job = try await printer.send(document)
///     let state = try await printer.state(of: job)
public protocol PrinterPort: Sendable {
    /// Sends a document; returns when the printer has accepted all of it.
    /// - Throws: `PrinterError`; after any but `.interrupted`, nothing is printed.
    func send(_ document: PrintDocument) async throws(PrinterError) -> PrintJobID

    /// Returns the state of a job that was sent.
    func state(of job: PrintJobID) async throws(PrinterError) -> PrintState

    /// Cancels a job; does nothing if the printer has no job numbers.
    func cancel(_ job: PrintJobID) async throws(PrinterError)

    /// Returns what the printer is, has and reports.
    func description() async throws(PrinterError) -> PrinterDescription

    /// What a job that is done lacks as proof; `nil` if the printer itself reports that it has
    /// printed.
    var completionNote: String? { get }
}

extension PrinterPort {
    /// Does nothing.
    public func cancel(_ job: PrintJobID) async throws(PrinterError) {}

    /// None.
    public var completionNote: String? { nil }
}

/// A document to print.
public struct PrintDocument: Sendable {
    /// Language of a document.
    public enum Format: String, Sendable, CaseIterable {
        /// Portable Document Format.
        case pdf
        /// Language of Zebra's label printers.
        case zpl
    }

    /// Name of the job, for lists of the printer.
    public var title: String
    /// The content.
    public var bytes: [UInt8]
    /// The language of the content.
    public var format: Format
    /// Size of one sheet or label in mm; `nil` for what the printer has.
    public var medium: (width: Double, height: Double)?
    /// How often all of it is printed.
    public var copies: Int

    /// Creates a document.
    public init(
        title: String, bytes: [UInt8], format: Format,
        medium: (width: Double, height: Double)? = nil, copies: Int = 1
    ) {
        (self.title, self.bytes, self.format) = (title, bytes, format)
        (self.medium, self.copies) = (medium, copies)
    }
}

/// Job of a printer.
public struct PrintJobID: Hashable, Sendable, Codable {
    /// Number that the printer gave it; `nil` for printers without job numbers.
    public let number: Int?

    /// Creates the ID of a job.
    public init(_ number: Int?) { self.number = number }
}

/// State of a job.
///
/// Reasons are short sentences about the printer, such as "it has no paper".
public enum PrintState: Sendable, Equatable {
    /// The printer has accepted the job and reports nothing yet.
    case sent
    /// The job waits, for another job or for a person.
    case waiting(reasons: [String])
    /// The job is being printed; `printed` grows with what is printed, if the printer counts.
    case printing(reasons: [String], printed: Int? = nil)
    /// The job is printed, as far as the printer can tell (``PrinterPort/completionNote``).
    case done
    /// The job ended without being printed completely.
    case failed(reasons: [String])
    /// The printer does not know the job, or not its state.
    case unknown
}

/// What a printer is, has and reports.
public struct PrinterDescription: Sendable, Equatable {
    /// State of a printer.
    public enum State: Sendable, Equatable { case idle, printing, stopped, unknown }

    /// Its name.
    public var name: String?
    /// Its manufacturer and model.
    public var model: String?
    /// Types of the documents that it prints, such as application/pdf; empty if it does not report
    /// them.
    public var formats: [String] = []
    /// Resolutions in dots per inch; empty if it does not report them.
    public var resolutions: [Int] = []
    /// Its media, as texts such as "210 × 297 mm"; empty if it does not report them.
    public var media: [String] = []
    /// Its state.
    public var state = State.unknown
    /// What it lacks or waits for.
    public var reasons: [String] = []
    /// Whether it takes new jobs.
    public var isAccepting = true

    /// Creates a description.
    public init(name: String? = nil, model: String? = nil) {
        (self.name, self.model) = (name, model)
    }
}

/// Printer that speaks the Internet Printing Protocol 2.0 or 1.1 (RFC 8010, RFC 8011).
///
///     let printer = IPPPrinter(address, user: "ada", transport: transport)
public struct IPPPrinter: PrinterPort {
    /// Maximum size of a response in bytes.
    public static let maxAnswerBytes = IPPMessage.maxBytes

    private let address: NetworkAddress
    private let user: String
    private let transport: any IPPTransport

    /// Creates a printer.
    /// - Parameters:
    ///   - address: The address of a printer.
    ///   - user: Name of the person for the printer's lists of jobs.
    public init(_ address: NetworkAddress, user: String, transport: any IPPTransport) {
        self.address = address
        self.user = PrinterText.cleaned(user)
        self.transport = transport
    }

    /// Checks the job, then sends it, with its document in a request of its own if the printer can.
    public func send(_ document: PrintDocument) async throws(PrinterError) -> PrintJobID {
        let printer = try await attributes(Self.printerAttributes)
        guard printer["printer-is-accepting-jobs"].first != .boolean(false) else {
            throw .refused(
                status: "it does not accept jobs",
                message: printer.text("printer-state-message") ?? "")
        }
        let job = try IPPJob(document, on: printer)
        let operations = Set(printer["operations-supported"].compactMap(\.number))
        func supports(_ operation: IPPOperation) -> Bool {
            operations.contains(Int(operation.rawValue))
        }
        let name = PrinterText.cleaned(document.title)
        let described: IPPAttributes = [
            "job-name": .name(PrinterText.prefix(name, bytes: 255)),
            "document-format": .mediaType(job.mediaType),
        ]
        if supports(.validateJob) {
            try job.check(try await perform(.validateJob, described, job: job.attributes))
        }
        guard supports(.createJob), supports(.sendDocument) else {
            do throws(PrinterError) {
                return try await number(
                    of: perform(.printJob, described, job: job.attributes, data: document.bytes))
            } catch {
                throw error.whileSending
            }
        }
        // The type is that of the document, which Create-Job does not have.
        let created: IPPAttributes = ["job-name": .name(PrinterText.prefix(name, bytes: 255))]
        let id = try await number(of: perform(.createJob, created, job: job.attributes))
        try await send(document.bytes, job.mediaType, to: id)
        return id
    }

    /// Sends the document of a job; cancels the job if that fails.
    private func send(
        _ bytes: [UInt8], _ mediaType: String, to job: PrintJobID
    ) async throws(PrinterError) {
        do throws(PrinterError) {
            try await perform(
                .sendDocument,
                [
                    "job-id": .integer(job.int32), "document-format": .mediaType(mediaType),
                    "last-document": .boolean(true),
                ], data: bytes)
        } catch {
            // Otherwise the printer waits for the document.
            try? await cancel(job)
            throw error.whileSending
        }
    }

    /// Returns the state of a job with the reasons of the job and the printer.
    public func state(of job: PrintJobID) async throws(PrinterError) -> PrintState {
        let answer: IPPMessage
        do throws(PrinterError) {
            answer = try await perform(
                .getJobAttributes,
                [
                    "job-id": .integer(job.int32),
                    "requested-attributes": .keyword("job-state"),
                ], more: ["job-state-reasons", "job-impressions-completed"])
        } catch .notFound {
            // Printers forget jobs that have ended.
            return .unknown
        }
        let attributes = answer.attributes(IPPMessage.Group.job)
        var report = JobReport(
            jobState: attributes.number("job-state"),
            jobReasons: attributes.texts("job-state-reasons"),
            impressions: attributes.number("job-impressions-completed"))
        guard report.jobState != nil else { throw .badAnswer("it lacks job-state") }
        if !report.isFinal {
            let printer = try await self.attributes(["printer-state", "printer-state-reasons"])
            report.printerState = printer.number("printer-state")
            report.printerReasons = printer.texts("printer-state-reasons")
        }
        return report.state
    }

    /// Cancels a job.
    public func cancel(_ job: PrintJobID) async throws(PrinterError) {
        try await perform(.cancelJob, ["job-id": .integer(job.int32)])
    }

    /// Returns what the printer is, has and reports.
    public func description() async throws(PrinterError) -> PrinterDescription {
        PrinterDescription(try await attributes(Self.printerAttributes))
    }
}

extension IPPPrinter {
    /// The attributes that checks and descriptions need; `media-col-database` is sent only on
    /// request.
    private static let printerAttributes = [
        "copies-supported", "document-format-supported", "media-col-database", "media-col-ready",
        "media-col-supported", "media-ready", "media-size-supported", "media-supported",
        "operations-supported", "printer-info", "printer-is-accepting-jobs",
        "printer-make-and-model", "printer-name", "printer-resolution-supported", "printer-state",
        "printer-state-message", "printer-state-reasons",
    ]

    /// Returns attributes of the printer.
    private func attributes(_ names: [String]) async throws(PrinterError) -> IPPAttributes {
        let answer = try await perform(
            .getPrinterAttributes,
            ["requested-attributes": .keyword(names.first ?? "all")],
            more: Array(names.dropFirst()))
        return answer.attributes(IPPMessage.Group.printer)
    }

    /// Performs an operation, in version 1.1 if the printer does not know 2.0.
    ///
    /// - Parameters:
    ///   - operation: The operation.
    ///   - attributes: Attributes of the operation after those that all operations have.
    ///   - more: Further values of the last one.
    ///   - job: Attributes of the job.
    ///   - data: The document.
    @discardableResult
    private func perform(
        _ operation: IPPOperation, _ attributes: IPPAttributes, more: [String] = [],
        job: IPPAttributes = [:], data: [UInt8] = []
    ) async throws(PrinterError) -> IPPMessage {
        var request = IPPMessage(code: operation.rawValue, data: data)
        var all: IPPAttributes = [
            "attributes-charset": .string(.charset, "utf-8"),
            "attributes-natural-language": .string(.naturalLanguage, "en"),
            "printer-uri": .uri(address.text),
        ]
        // The target of an operation is first (RFC 8011, section 4.1.5).
        let target = attributes.list.filter { $0.name == "job-id" }
        let others = attributes.list.filter { $0.name != "job-id" }
        all.list += target
        all.append("requesting-user-name", .name(PrinterText.prefix(user, bytes: 255)))
        all.list += others
        if let last = all.list.indices.last {
            all.list[last].values += more.map { .keyword($0) }
        }
        request.groups = [.init(tag: IPPMessage.Group.operation, attributes: all)]
        if !job.list.isEmpty {
            request.groups.append(.init(tag: IPPMessage.Group.job, attributes: job))
        }
        var answer = try await exchange(request)
        if IPPStatus(rawValue: answer.code) == .noSuchVersion {
            request.version = .v1
            answer = try await exchange(request)
        }
        try check(answer, document: attributes.texts("document-format").first)
        return answer
    }

    private func exchange(_ request: IPPMessage) async throws(PrinterError) -> IPPMessage {
        let bytes = try await transport.post(request.bytes, to: address.httpText)
        do {
            return try IPPMessage(bytes)
        } catch {
            throw .badAnswer(error.message)
        }
    }

    /// Throws the error of a response.
    private func check(_ answer: IPPMessage, document: String?) throws(PrinterError) {
        let status = IPPStatus(rawValue: answer.code)
        guard !status.isSuccess else { return }
        if status == .notFound { throw .notFound(address.text) }
        let message = answer.attributes(IPPMessage.Group.operation).text("status-message")
        let names = answer.unsupportedNames.prefix(8).map(PrinterText.cleaned)
        if status == .noSuchFormat, let document { throw .noSuchFormat(document, supported: []) }
        let words = names.isEmpty ? message ?? "" : names.joined(separator: ", ")
        if status == .busy { throw .busy(message: words) }
        throw .refused(status: status.words, message: words)
    }

    private func number(of answer: IPPMessage) throws(PrinterError) -> PrintJobID {
        guard let number = answer.attributes(IPPMessage.Group.job).number("job-id"), number > 0
        else { throw .badAnswer("it lacks job-id") }
        return PrintJobID(number)
    }
}

extension PrintJobID {
    fileprivate var int32: Int32 { Int32(clamping: number ?? 0) }
}

extension PrinterDescription {
    /// Reads the attributes of a printer.
    init(_ printer: IPPAttributes) {
        self.init(
            name: printer.text("printer-info") ?? printer.text("printer-name"),
            model: printer.text("printer-make-and-model"))
        formats = printer.texts("document-format-supported").map(PrinterText.cleaned)
        resolutions = printer["printer-resolution-supported"].compactMap { value in
            guard case .resolution(let x, _, let units) = value, x > 0 else { return nil }
            return units == 4 ? Int((Double(x) * 2.54).rounded()) : Int(x)
        }
        media = IPPMedium.all(in: printer).map(\.text)
        state =
            printer.number("printer-state").flatMap(JobReport.PrinterState.init)?.described
            ?? .unknown
        reasons = PrinterReason.words(for: printer.texts("printer-state-reasons"))
        isAccepting = printer["printer-is-accepting-jobs"].first != .boolean(false)
    }
}

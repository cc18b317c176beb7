internal import CCUPS

/// The client library of CUPS; all calls block.
struct CUPS {
    let functions: ccups_functions

    /// Runs calls of the library in one of these threads.
    static func run<Value: Sendable>(
        on threads: any TaskExecutor, _ body: @Sendable (CUPS) throws(PrinterError) -> Value
    ) async throws(PrinterError) -> Value {
        guard !Task.isCancelled else { throw .cancelled }
        return try await withTaskExecutorPreference(threads) { () async throws(PrinterError) in
            guard let functions = ccups_load() else {
                throw .missingLibrary(package: "libcups2")
            }
            return try body(CUPS(functions: functions.pointee))
        }
    }

    /// The error of the last call.
    func error(_ queue: String) -> PrinterError {
        let message = text(functions.cupsLastErrorString()) ?? "unknown error"
        switch functions.cupsLastError() {
        case Int32(ccups_not_found): return .notFound(PrinterText.cleaned(queue))
        // The library reports any error number of the system then.
        case Int32(ccups_service_unavailable), Int32(ccups_internal_error):
            return .unreachable(
                host: "the print service CUPS", cause: "it is not running, or does not respond")
        default: return .refused(status: message, message: "")
        }
    }

    /// Returns the cleaned text of the library.
    func text(_ pointer: UnsafePointer<CChar>?) -> String? {
        pointer.map { PrinterText.cleaned(String(cString: $0)) }
    }
}

extension CUPS {
    /// Queue of the service; valid only as long as the library keeps it.
    struct Queue {
        let pointer: UnsafeMutablePointer<cups_dest_t>
        let functions: ccups_functions

        func text(_ option: String) -> String? {
            let queue = pointer.pointee
            let value = functions.cupsGetOption(option, queue.num_options, queue.options)
            return value.map { String(cString: $0) }
        }

        func number(_ option: String) -> Int? { text(option).flatMap { Int($0) } }

        func keywords(_ option: String) -> [String] {
            text(option)?.split(separator: ",").map(String.init) ?? []
        }

        var description: PrinterDescription {
            var description = PrinterDescription(
                name: text("printer-info").map(PrinterText.cleaned),
                model: text("printer-make-and-model").map(PrinterText.cleaned))
            description.state =
                number("printer-state").flatMap(JobReport.PrinterState.init)?.described ?? .unknown
            description.reasons = PrinterReason.words(for: keywords("printer-state-reasons"))
            description.isAccepting = text("printer-is-accepting-jobs") != "false"
            return description
        }
    }

    /// Passes the queue of a name to `body`.
    /// - Throws: `PrinterError.notFound`, or what `body` throws.
    func withQueue<Value>(
        _ name: String, _ body: (Queue) throws(PrinterError) -> Value
    ) throws(PrinterError) -> Value {
        // The library ends texts at a zero byte.
        guard !name.utf8.contains(0) else { throw .notFound(PrinterText.cleaned(name)) }
        guard let queue = functions.cupsGetNamedDest(nil, name, nil) else { throw error(name) }
        defer { functions.cupsFreeDests(1, queue) }
        return try body(Queue(pointer: queue, functions: functions))
    }

    /// Returns all queues.
    func queues() throws(PrinterError) -> [(queue: String, description: PrinterDescription)] {
        var list: UnsafeMutablePointer<cups_dest_t>?
        let count = functions.cupsGetDests2(nil, &list)
        defer { functions.cupsFreeDests(count, list) }
        guard let list, count > 0 else {
            guard
                functions.cupsLastError() <= Int32(ccups_last_success)
                    || functions.cupsLastError() == Int32(ccups_not_found)
            else { throw error("") }
            return []
        }
        // SAFETY: the list has `count` queues until it is freed.
        let queues = (0..<Int(count)).compactMap { index -> (String, PrinterDescription)? in
            let queue = Queue(pointer: list + index, functions: functions)
            // An instance is the same queue with other options.
            guard queue.pointer.pointee.instance == nil,
                let name = text(queue.pointer.pointee.name)
            else { return nil }
            return (name, queue.description)
        }
        return queues.sorted { $0.0 < $1.0 }.map { (queue: $0.0, description: $0.1) }
    }
}

extension CUPS {
    /// Returns the media of a queue; none for one without a driver.
    func media(of queue: Queue) -> [IPPMedium] {
        withInformation(of: queue) { information in
            let flags = UInt32(ccups_default_media)
            let count = functions.cupsGetDestMediaCount(nil, queue.pointer, information, flags)
            var media: [IPPMedium] = []
            for index in 0..<max(0, min(count, 1000)) {
                var size = cups_size_t()
                let isThere = functions.cupsGetDestMediaByIndex(
                    nil, queue.pointer, information, index, flags, &size)
                if isThere != 0, let medium = IPPMedium(size),
                    !media.contains(where: { $0.isSame(as: medium) })
                {
                    media.append(medium)
                }
            }
            return media
        } ?? []
    }

    /// Returns the name of the medium with a size in mm: that of the driver, or its custom size.
    /// - Throws: `PrinterError.noSuchMedium` if the driver has neither.
    func media(
        _ width: Double, _ height: Double, of queue: Queue
    ) throws(PrinterError) -> String {
        let (x, y) = (IPPMedium.hundredths(width), IPPMedium.hundredths(height))
        let (textX, textY) = (IPPMedium.text(x), IPPMedium.text(y))
        let found = withInformation(of: queue) { information -> String? in
            var size = cups_size_t()
            let isThere = functions.cupsGetDestMediaBySize(
                nil, queue.pointer, information, Int32(clamping: x), Int32(clamping: y),
                UInt32(ccups_default_media), &size)
            guard isThere != 0, let medium = IPPMedium(size), medium.fits(width: x, height: y)
            else { return nil }
            return size.name
        }
        if let name = found ?? nil { return name }
        let media = media(of: queue)
        guard media.isEmpty else {
            throw .noSuchMedium("\(textX) × \(textY) mm", available: media.map(\.text))
        }
        return "Custom.\(textX)x\(textY)mm"
    }

    private func withInformation<Value>(
        of queue: Queue, _ body: (OpaquePointer) -> Value
    ) -> Value? {
        guard let information = functions.cupsCopyDestInfo(nil, queue.pointer) else { return nil }
        defer { functions.cupsFreeDestInfo(information) }
        return body(information)
    }
}

extension CUPS {
    /// Creates a job with a document.
    func send(
        _ document: PrintDocument, to queue: String, options: [String: String]
    ) throws(PrinterError) -> PrintJobID {
        var list: UnsafeMutablePointer<cups_option_t>?
        var count: Int32 = 0
        for (name, value) in options {
            count = functions.cupsAddOption(name, value, count, &list)
        }
        defer { functions.cupsFreeOptions(count, list) }
        let title = PrinterText.prefix(PrinterText.cleaned(document.title), bytes: 255)
        let job = functions.cupsCreateJob(nil, queue, title, count, list)
        guard job > 0 else { throw error(queue) }
        guard write(document, title, to: queue, job) else {
            let error = error(queue)
            _ = functions.cupsCancelJob2(nil, queue, job, 0)
            throw error.whileSending
        }
        return PrintJobID(Int(job))
    }

    /// Writes the document of a job; returns whether the service has accepted it.
    private func write(
        _ document: PrintDocument, _ title: String, to queue: String, _ job: Int32
    ) -> Bool {
        let start = functions.cupsStartDocument(
            nil, queue, job, title, document.format.cupsType, 1)
        guard start == ccups_continue else { return false }
        let isWritten = document.bytes.withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count, by: 65_536).allSatisfy { offset in
                let part = UnsafeRawBufferPointer(
                    rebasing: bytes[offset..<min(offset + 65_536, bytes.count)])
                guard let start = part.bindMemory(to: CChar.self).baseAddress else { return true }
                return functions.cupsWriteRequestData(nil, start, part.count) == ccups_continue
            }
        }
        // It also ends a document that could not be written.
        let status = functions.cupsFinishDocument(nil, queue)
        return isWritten && status <= ccups_last_success
    }

    /// Returns the states of a job; `nil` if the service does not know it.
    func report(of job: Int) throws(PrinterError) -> JobReport? {
        guard let request = functions.ippNewRequest(Int32(ccups_get_job_attributes)) else {
            throw .refused(status: "there is not enough memory", message: "")
        }
        let group = Int32(ccups_operation_tag)
        // The host of the address is ignored.
        _ = functions.ippAddString(
            request, group, Int32(ccups_uri_tag), "job-uri", nil, "ipp://localhost/jobs/\(job)")
        if let user = functions.cupsUser() {
            _ = functions.ippAddString(
                request, group, Int32(ccups_name_tag), "requesting-user-name", nil, user)
        }
        let answer = functions.cupsDoRequest(nil, request, "/")
        defer { functions.ippDelete(answer) }
        let status = functions.cupsLastError()
        if status == Int32(ccups_not_found) { return nil }
        guard let answer, status <= Int32(ccups_last_success) else { throw error("") }
        return JobReport(
            jobState: attribute("job-state", in: answer).map {
                Int(functions.ippGetInteger($0, 0))
            },
            jobReasons: attribute("job-state-reasons", in: answer).map(texts) ?? [],
            message: attribute("job-printer-state-message", in: answer)
                .flatMap { texts($0).first })
    }

    private func attribute(_ name: String, in answer: OpaquePointer) -> OpaquePointer? {
        functions.ippFindAttribute(answer, name, Int32(ccups_zero_tag))
    }

    private func texts(_ attribute: OpaquePointer) -> [String] {
        (0..<max(0, min(functions.ippGetCount(attribute), 32))).compactMap { index in
            functions.ippGetString(attribute, index, nil).map { String(cString: $0) }
        }
    }
}

extension IPPMedium {
    /// Reads a medium of the library.
    fileprivate init?(_ size: cups_size_t) {
        self.init(
            size: [
                "x-dimension": .integer(size.width), "y-dimension": .integer(size.length),
            ], name: size.name)
    }
}

extension cups_size_t {
    /// The name of the medium.
    fileprivate var name: String {
        withUnsafeBytes(of: media) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}

extension PrintDocument.Format {
    /// Type of the documents for CUPS; a raw document passes its filters.
    fileprivate var cupsType: String {
        switch self {
        case .pdf: "application/pdf"
        case .zpl: "application/vnd.cups-raw"
        }
    }
}

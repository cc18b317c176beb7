import FleetCore
import FleetFeeds
import FleetTestSupport
import Printing
import Testing

@testable import FleetRuntime

@Suite("Printers are reached over HTTP")
struct PrinterTransportTests {
    private func transport(factor: Double = Deadline.timeoutFactor) -> PrinterTransport {
        PrinterTransport(
            limits: HTTPLimits(version: "1.2.3"), timeoutFactor: factor,
            now: { Timestamp(milliseconds: 0) })
    }

    private func printer(_ address: String) throws -> IPPPrinter {
        IPPPrinter(try NetworkAddress(address), user: "ada", transport: transport())
    }

    private static let document = PrintDocument(
        title: "Labels of Köln", bytes: Array("%PDF-1.7 labels".utf8), format: .pdf,
        medium: (width: 210, height: 297), copies: 3)

    /// Waits for a state of a job.
    private func waitFor(
        _ job: PrintJobID, on printer: IPPPrinter, _ isMet: @escaping (PrintState) -> Bool
    ) async throws {
        try await waitUntil("state of the job") { isMet(try await printer.state(of: job)) }
    }

    @Test(
        "A job is printed by ippeveprinter as it was sent, and its reasons are reported",
        .enabled(if: EvePrinter.isInstalled))
    func job() async throws {
        let eve = try await EvePrinter(
            script: """
                echo 'STATE: +media-empty-error' >&2
                until [ -e paper ]; do sleep 0.02; done
                echo 'STATE: -media-empty-error' >&2
                """)
        let printer = try printer(eve.address)
        let job = try await printer.send(Self.document)
        try await waitFor(job, on: printer) {
            $0 == .printing(reasons: ["it has no paper"], printed: 0)
        }
        try eve.make("paper")
        try await waitFor(job, on: printer) { $0 == .done }
        let number = try #require(job.number)
        #expect(eve.document(number) == Self.document.bytes)
        let attributes = eve.job(number)
        #expect(attributes["IPP_COPIES"] == "3")
        #expect(attributes["IPP_PRINT_SCALING"] == "none")
        #expect(attributes["IPP_JOB_NAME"] == "Labels of Köln")
        #expect(attributes["IPP_JOB_ORIGINATING_USER_NAME"] == "ada")
        #expect(attributes["IPP_DOCUMENT_FORMAT_SUPPLIED"] == "application/pdf")
        #expect(
            attributes["IPP_MEDIA_COL"] == "{media-size={x-dimension=21000 y-dimension=29700}}")
        #expect(try await printer.state(of: PrintJobID(999)) == .unknown)
    }

    @Test("A job that fails or is cancelled says so", .enabled(if: EvePrinter.isInstalled))
    func failed() async throws {
        let eve = try await EvePrinter(
            script: "[ $IPP_JOB_ID = 1 ] && exit 1\nuntil [ -e end ]; do sleep 0.02; done")
        defer { try? eve.make("end") }
        let printer = try printer(eve.address)
        let first = try await printer.send(Self.document)
        try await waitFor(first, on: printer) {
            if case .failed = $0 { true } else { false }
        }
        let second = try await printer.send(Self.document)
        try await waitFor(second, on: printer) { $0 == .printing(reasons: [], printed: 0) }
        try await printer.cancel(second)
        try eve.make("end")
        try await waitFor(second, on: printer) {
            if case .failed = $0 { true } else { false }
        }
    }

    @Test("What ippeveprinter lacks is an error", .enabled(if: EvePrinter.isInstalled))
    func refused() async throws {
        let eve = try await EvePrinter(formats: ["image/pwg-raster"])
        let printer = try printer(eve.address)
        let description = try await printer.description()
        #expect(description.name == "Test printer")
        #expect(description.state == .idle)
        #expect(description.resolutions == [600])
        #expect(description.media.contains("210 × 297 mm"))
        let error = await #expect(throws: PrinterError.self) {
            try await printer.send(Self.document)
        }
        guard case .noSuchFormat("application/pdf", let formats) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(formats.contains("image/pwg-raster"))
        var label = Self.document
        (label.format, label.medium, label.copies) = (.zpl, (width: 62, height: 29), 1)
        let small = await #expect(throws: PrinterError.self) { try await printer.send(label) }
        guard case .noSuchMedium("62 × 29 mm", _) = small else {
            Issue.record("\(String(describing: small))")
            return
        }
        let other = try self.printer("ipp://localhost:\(eve.port)/other")
        await #expect(throws: PrinterError.notFound("ipp://localhost:\(eve.port)/other")) {
            try await other.description()
        }
    }
}

@Suite("Faulty servers instead of printers are errors")
struct FaultyPrinterTests {
    private func error(
        factor: Double = Deadline.timeoutFactor, script: @escaping TestServer.Script
    ) async throws -> PrinterError? {
        let server = try TestServer(script: script)
        return try await error(at: server.address("/ipp/print"), factor: factor)
    }

    private func error(at url: String, factor: Double) async throws -> PrinterError? {
        let transport = PrinterTransport(
            limits: HTTPLimits(version: "1.2.3"), timeoutFactor: factor,
            now: { Timestamp(milliseconds: 0) })
        return await #expect(throws: PrinterError.self) {
            try await transport.post([1, 1, 0, 11], to: url)
        }
    }

    @Test("The request is a message of IPP on a connection of its own")
    func request() async throws {
        let server = try TestServer { _, _ in .init(body: [2, 0, 0, 0]) }
        let transport = PrinterTransport(
            limits: HTTPLimits(version: "1.2.3"), timeoutFactor: 1,
            now: { Timestamp(milliseconds: 0) })
        #expect(
            try await transport.post([1, 1, 0, 11], to: server.address("/ipp/print"))
                == [2, 0, 0, 0])
        let request = try #require(server.requests.first)
        #expect(request.line == "POST /ipp/print HTTP/1.1")
        #expect(request.headers["content-type"] == "application/ipp")
        #expect(request.headers["content-length"] == "4")
        #expect(request.headers["connection"] == "close")
        #expect(request.body == [1, 1, 0, 11])
    }

    @Test(
        "Statuses of HTTP have their errors",
        arguments: [
            ("302 Found", .badAnswer("it redirects to another address")),
            ("401 No", .refused(status: "it requires a password", message: "")),
            ("404 No", .notFound("at this address")),
            ("426 Upgrade", .refused(status: "it requires an address with ipps", message: "")),
            ("500 Oops", .badAnswer("status 500 of HTTP")),
        ] as [(String, PrinterError)])
    func status(status: String, expected: PrinterError) async throws {
        let error = try await error { connection in
            _ = connection.request()
            connection.respond(.status(status, "Location: http://localhost:1/other"))
        }
        #expect(error == expected)
    }

    @Test("A response that is too large, incomplete or missing is an error")
    func responses() async throws {
        let large = [UInt8](repeating: 0, count: IPPPrinter.maxAnswerBytes + 1)
        let scripts: [TestServer.Script] = [
            {
                _ = $0.request(); $0.respond(.init(body: large))
            },
            {
                _ = $0.request(); $0.respond(.init(body: [2, 0], contentLength: 100))
            },
            {
                _ = $0.request(); $0.reset()
            },
            {
                _ = $0.request(); $0.send("no HTTP\r\n\r\n")
            },
        ]
        for script in scripts {
            guard case .unreachable("127.0.0.1", _) = try await error(script: script) else {
                Issue.record("no error of the connection")
                continue
            }
        }
    }

    @Test("A server that does not answer is given up, and one that is not there")
    func silent() async throws {
        #expect(
            try await error(factor: 0.01, script: { $0.waitForClose() })
                == .unreachable(host: "127.0.0.1", cause: "no data received for 1 s"))
        let port = try TestServer.freePort()
        #expect(
            try await error(at: "http://127.0.0.1:\(port)/", factor: 1)
                == .unreachable(host: "127.0.0.1", cause: "connection refused"))
    }
}

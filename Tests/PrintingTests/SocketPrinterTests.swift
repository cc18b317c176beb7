import Dispatch
import FleetTestSupport
import Testing

@testable import Printing

@Suite("A printer that takes raw bytes")
struct SocketPrinterTests {
    /// Status of a printer: nothing to report, with this many labels to print.
    private static func status(
        paperOut: Int = 0, paused: Int = 0, headOpen: Int = 0, labels: Int = 0, formats: Int = 0
    ) -> String {
        """
        \u{2}030,\(paperOut),\(paused),1245,00\(formats),0,0,0,000,0,0,0\u{3}\r
        \u{2}000,0,\(headOpen),0,0,2,4,0,0000000\(labels),1,000\u{3}\r
        \u{2}1234,0\u{3}\r\n
        """
    }

    /// - Parameter limit: The time that the test is about, and its value; all others are long.
    private func printer(
        _ server: TestServer, asksStatus: Bool = false,
        limit: (WritableKeyPath<SocketPrinter.Timeouts, Duration>, milliseconds: Int)? = nil
    ) throws -> SocketPrinter {
        var timeouts = SocketPrinter.Timeouts(factor: Deadline.timeoutFactor)
        if let limit { timeouts[keyPath: limit.0] = .milliseconds(limit.milliseconds) }
        return SocketPrinter(
            try NetworkAddress("tcp://127.0.0.1:\(server.port)"), asksStatus: asksStatus,
            timeouts: timeouts)
    }

    private func document(_ bytes: [UInt8]) -> PrintDocument {
        PrintDocument(title: "Labels", bytes: bytes, format: .zpl)
    }

    @Test("All bytes arrive, then the output ends")
    func send() async throws {
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let received = Observed<[UInt8]>([])
        let server = try TestServer(script: { connection in
            let bytes = connection.bytes()
            received.change { $0 = bytes }
        })
        let printer = try printer(server)
        let job = try await printer.send(document(bytes))
        #expect(job == PrintJobID(nil))
        #expect(received.value == bytes)
        #expect(try await printer.state(of: job) == .done)
        #expect(printer.completionNote?.contains("does not report") == true)
    }

    @Test("What the printer sends is discarded, and a printer that keeps the connection is left")
    func chatty() async throws {
        let count = Observed(0)
        let server = try TestServer(script: { connection in
            let bytes = connection.bytes { $0.count >= 1000 }
            count.change { $0 = bytes.count }
            connection.send(Array(repeating: 0x61, count: 100_000))
            connection.waitForClose()
        })
        let printer = try printer(server, limit: (\.close, 50))
        _ = try await printer.send(document(Array(repeating: 0x5E, count: 1000)))
        await count.waitUntil(within: Deadline.seconds) { $0 == 1000 }
        #expect(count.value == 1000)
    }

    @Test("A printer that takes no more bytes is an error")
    func stuck() async throws {
        let end = DispatchSemaphore(value: 0)
        defer { end.signal() }
        // The end of the script closes the connection.
        let server = try TestServer(script: { _ in end.wait() })
        let printer = try printer(server, limit: (\.silence, 300))
        let labels = document(Array(repeating: 0, count: 32 << 20))
        await #expect(
            throws: PrinterError.interrupted(
                .unreachable(host: "127.0.0.1", cause: "it takes no more data"))
        ) { try await printer.send(labels) }
    }

    @Test("A printer that closes the connection too early is an error")
    func closed() async throws {
        let server = try TestServer(script: { connection in connection.reset() })
        let printer = try printer(server)
        let labels = document(Array(repeating: 0, count: 32 << 20))
        let error = await #expect(throws: PrinterError.self) { try await printer.send(labels) }
        switch error {
        // The printer may close it before or after it is open here.
        case .interrupted(.unreachable), .unreachable: break
        default: Issue.record("\(String(describing: error))")
        }
    }

    @Test("A port where nobody listens is an error")
    func refused() async throws {
        let printer = SocketPrinter(
            try NetworkAddress("tcp://127.0.0.1:\(TestServer.freePort())"), asksStatus: true)
        let expected = PrinterError.unreachable(host: "127.0.0.1", cause: "connection refused")
        await #expect(throws: expected) { try await printer.send(document([1])) }
        await #expect(throws: expected) { try await printer.state(of: PrintJobID(nil)) }
        await #expect(throws: expected) { try await printer.description() }
    }

    @Test(
        "A label printer is asked what it waits for",
        arguments: [
            (status(), .done), (status(labels: 3), .printing(reasons: [], printed: -3)),
            (status(formats: 1), .printing(reasons: [], printed: -1)),
            (status(paperOut: 1, labels: 3), .waiting(reasons: ["it has no labels left"])),
            (
                status(paused: 1, headOpen: 1),
                .waiting(reasons: ["its print head is open", "it is paused"])
            ),
            ("\u{2}garbage\u{3}\u{2}\u{3}\u{3}", .done), ("", .done),
            (String(repeating: "x", count: 5000), .done),
        ] as [(String, PrintState)])
    func asked(answer: String, state: PrintState) async throws {
        let server = try TestServer(script: { connection in
            let question = connection.bytes { $0.count >= 3 }
            #expect(question == Array("~HS".utf8))
            connection.send(answer)
        })
        let printer = try printer(server, asksStatus: true)
        #expect(try await printer.state(of: PrintJobID(nil)) == state)
    }

    @Test("A printer that does not answer counts as done")
    func silent() async throws {
        let server = try TestServer(script: { connection in connection.waitForClose() })
        let printer = try printer(server, asksStatus: true, limit: (\.status, 50))
        #expect(try await printer.state(of: PrintJobID(nil)) == .done)
        #expect(try await printer.description().state == .unknown)
    }

    @Test("Ending the task ends the connection")
    func cancelled() async throws {
        let server = try TestServer(script: { connection in
            _ = connection.bytes { !$0.isEmpty }
            connection.waitForClose()
        })
        let printer = try printer(server, asksStatus: true)
        let task = Task { try await printer.state(of: PrintJobID(nil)) }
        await server.waitUntil { $0.connections > 0 }
        task.cancel()
        await #expect(throws: PrinterError.cancelled) { try await task.value }
    }
}

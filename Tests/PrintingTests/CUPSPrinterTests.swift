import Foundation
import POSIX
import Testing

@testable import Printing

@Suite("A queue of the system")
struct CUPSPrinterTests {
    @Test("A queue that does not exist is an error, whether or not there is a print service")
    func missing() async throws {
        let printer = CUPSPrinter(
            queue: "fleet-\(UUID())", on: BlockingThreads(count: 1))
        for call in [
            { _ = try await printer.description() }, { _ = try await printer.send(.labels) },
        ] as [@Sendable () async throws -> Void] {
            let error = await #expect(throws: PrinterError.self) { try await call() }
            switch error {
            case .notFound, .unreachable, .missingLibrary: break
            default: Issue.record("\(String(describing: error))")
            }
        }
    }

    @Test("A name with a zero byte does not lead to another queue")
    func zeroByte() async throws {
        let printer = CUPSPrinter(queue: "a\u{0}b", on: BlockingThreads(count: 1))
        let error = await #expect(throws: PrinterError.self) { try await printer.description() }
        #expect([.notFound("a b"), .missingLibrary(package: "libcups2")].contains(error))
    }

    @Test("The list of queues is read, if there is a print service")
    func list() async throws {
        let result = await Task { try await CUPSQueues.list(on: BlockingThreads(count: 1)) }.result
        switch result {
        case .success(let queues): #expect(queues.allSatisfy { !$0.queue.isEmpty })
        case .failure(PrinterError.unreachable), .failure(PrinterError.missingLibrary): break
        case .failure(let error): Issue.record("\(error)")
        }
    }
}

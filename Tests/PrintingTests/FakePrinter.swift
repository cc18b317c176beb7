import Synchronization

@testable import Printing

/// Transport to a printer that is a closure from requests to responses.
final class FakePrinter: IPPTransport {
    private let respond: @Sendable (IPPMessage) throws(PrinterError) -> [UInt8]
    private let log = Mutex<[(url: String, message: IPPMessage)]>([])

    init(bytes respond: @escaping @Sendable (IPPMessage) throws(PrinterError) -> [UInt8]) {
        self.respond = respond
    }

    convenience init(
        _ respond: @escaping @Sendable (IPPMessage) throws(PrinterError) -> IPPMessage
    ) {
        self.init { message throws(PrinterError) in try respond(message).bytes }
    }

    var requests: [IPPMessage] { log.withLock { $0.map(\.message) } }
    var urls: [String] { log.withLock { $0.map(\.url) } }
    var operations: [IPPOperation?] { requests.map { IPPOperation(rawValue: $0.code) } }

    func post(_ bytes: [UInt8], to url: String) async throws(PrinterError) -> [UInt8] {
        let message: IPPMessage
        do {
            message = try IPPMessage(bytes)
        } catch {
            throw .badAnswer("our request is not valid: \(error)")
        }
        log.withLock { $0.append((url, message)) }
        return try respond(message)
    }
}

extension IPPMessage {
    /// A response of a printer.
    static func response(
        _ status: UInt16 = 0, operation: IPPAttributes = [:], job: IPPAttributes = [:],
        printer: IPPAttributes = [:], unsupported: IPPAttributes = [:]
    ) -> IPPMessage {
        let groups: [(UInt8, IPPAttributes)] = [
            (Group.operation, operation), (Group.unsupported, unsupported), (Group.job, job),
            (Group.printer, printer),
        ]
        return IPPMessage(
            code: status,
            groups: groups.filter { !$0.1.list.isEmpty }.map { Group(tag: $0.0, attributes: $0.1) })
    }
}

extension IPPAttributes {
    /// Returns the attributes with those of `others` in addition.
    func with(_ name: String, _ values: IPPValue...) -> IPPAttributes {
        var copy = self
        copy.list.removeAll { $0.name == name }
        copy.append(name, values)
        return copy
    }

    /// Attributes of a printer that prints PDF documents in one request.
    static let plainPrinter: IPPAttributes = [
        "operations-supported": .enumeration(2),
        "document-format-supported": .mediaType("application/pdf"),
        "printer-state": .enumeration(3), "printer-state-reasons": .keyword("none"),
    ]
}

extension PrintDocument {
    static let labels = PrintDocument(
        title: "Labels", bytes: Array("%PDF-1.7".utf8), format: .pdf, copies: 2)
}

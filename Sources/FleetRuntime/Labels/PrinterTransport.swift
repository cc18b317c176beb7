package import FleetCore
package import FleetFeeds
package import Printing

/// Transport of IPP over the HTTP client of the process.
package struct PrinterTransport: IPPTransport {
    private let limits: HTTPLimits
    private let timeoutFactor: Double
    private let now: @Sendable () -> Timestamp

    /// Creates a transport.
    /// - Parameters:
    ///   - limits: Limits of all requests.
    ///   - timeoutFactor: Factor of the times after which something is given up.
    package init(
        limits: HTTPLimits, timeoutFactor: Double, now: @escaping @Sendable () -> Timestamp
    ) {
        (self.limits, self.timeoutFactor, self.now) = (limits, timeoutFactor, now)
    }

    /// Creates the transport of a command.
    package init(in context: CommandContext) {
        self.init(
            limits: context.transport.limits,
            timeoutFactor: context.system.timeoutFactor / context.system.clockSpeed,
            now: context.now)
    }

    package func post(
        _ bytes: [UInt8], to url: String
    ) async throws(PrinterError) -> [UInt8] {
        let response: PrinterClient.Response
        do {
            let client = try PrinterClient(
                url, limits: limits, factor: timeoutFactor, now: now)
            do {
                response = try await client.post(bytes, maxBytes: IPPPrinter.maxAnswerBytes)
                await client.shutdown()
            } catch {
                await client.shutdown()
                throw error
            }
        } catch {
            throw Self.error(error, url)
        }
        try Self.check(response.status, url)
        return response.body
    }

    private static func error(_ error: any Error, _ url: String) -> PrinterError {
        guard let failure = error as? FeedFailure else { return .cancelled }
        return switch failure.reason {
        case .link: .invalidAddress(Location.redacted(url), cause: failure.message)
        default: .unreachable(host: host(of: url), cause: failure.message)
        }
    }

    /// - Throws: The error of a status that is none of a message of IPP.
    private static func check(_ status: Int, _ url: String) throws(PrinterError) {
        switch status {
        case 200..<300: return
        case 300..<400: throw .badAnswer("it redirects to another address")
        case 401, 407: throw .refused(status: "it requires a password", message: "")
        case 403: throw .refused(status: "it is not allowed", message: "")
        case 404, 410: throw .notFound("at this address")
        case 413: throw .refused(status: "the document is too large", message: "")
        case 426: throw .refused(status: "it requires an address with ipps", message: "")
        case 503: throw .busy(message: "")
        default: throw .badAnswer("status \(status) of HTTP")
        }
    }

    private static func host(of url: String) -> String {
        (try? WebAddress(url))?.origin.host ?? "the printer"
    }
}

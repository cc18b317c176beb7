import AsyncHTTPClient
package import FleetCore
import NIOCore
import NIOHTTP1

/// Client of one printer that speaks IPP over HTTP (RFC 8010, section 4).
///
/// Redirects are not followed, so nothing is printed elsewhere.
package final class PrinterClient: Sendable {
    /// Response of a printer.
    package struct Response: Sendable {
        /// The status of HTTP.
        package let status: Int
        /// The message, or any other content.
        package let body: [UInt8]
    }

    /// Longest time for a document: a printer without a disk stops reading while it lacks paper.
    private static let documentTimeout = Duration.seconds(600)
    /// Longest time without an answer to a document that was sent.
    private static let answerTimeout = Duration.seconds(60)

    private let address: WebAddress
    private let sender: RequestSender

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - url: The http or https address of the printer.
    ///   - limits: Limits for http(s).
    ///   - factor: Factor of the times after which something is given up.
    ///   - now: The system clock.
    /// - Throws: `FeedFailure` if the address is invalid.
    package init(
        _ url: String, limits: HTTPLimits, factor: Double,
        now: @escaping @Sendable () -> Timestamp
    ) throws(FeedFailure) {
        do {
            address = try WebAddress(url)
        } catch {
            throw FeedFailure(.link(.badAddress(error.message)), at: Location.redacted(url))
        }
        sender = RequestSender(
            origin: address.origin, limits: limits, timeout: Self.documentTimeout * factor,
            silence: Self.answerTimeout * factor, now: now)
    }

    /// Posts a message; returns the response whatever its status.
    /// - Parameter maxBytes: Maximum size of the response in bytes.
    /// - Throws: `FeedFailure` without a response, or `CancellationError`.
    package func post(_ message: [UInt8], maxBytes: Int) async throws -> Response {
        let start = ContinuousClock.now
        var request = HTTPClientRequest(url: address.text)
        request.method = .POST
        request.headers.add(name: "User-Agent", value: sender.limits.userAgent)
        request.headers.add(name: "Content-Type", value: "application/ipp")
        request.headers.add(name: "Accept", value: "application/ipp")
        // A request on a connection that the printer just closes would be lost.
        request.headers.add(name: "Connection", value: "close")
        request.body = .bytes(message)
        let response = try await sender.send(request, to: address) { [origin = sender.origin] in
            do {
                let body = try await $0.body.collect(upTo: maxBytes)
                return Response(status: Int($0.status.code), body: Array(body.readableBytesView))
            } catch is NIOTooManyBytesError {
                throw FeedFailure(
                    .network(.connection("the response is too large")), at: origin.text)
            }
        }
        sender.limits.log(
            "http: POST \(address.redactedText): status \(response.status), "
                + DiagnosticLog.time(since: start))
        return response
    }

    /// Closes all connections; nothing can be sent afterwards.
    package func shutdown() async { await sender.shutdown() }
}

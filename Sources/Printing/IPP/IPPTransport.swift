/// Port through which messages of IPP reach a printer.
public protocol IPPTransport: Sendable {
    /// Posts a message of the type application/ipp to an http or https address; returns the
    /// response.
    ///
    /// It follows no redirects, and limits the time to connect, the time without an answer and the
    /// size of the response (``IPPPrinter/maxAnswerBytes``).
    func post(_ bytes: [UInt8], to url: String) async throws(PrinterError) -> [UInt8]
}

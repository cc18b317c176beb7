/// Printer that takes raw bytes on a port, such as the label printers of Zebra.
///
///     let printer = SocketPrinter(address, asksStatus: true)
///
/// A job is done when the printer has taken its bytes; only printers that answer `~HS` report more.
public struct SocketPrinter: PrinterPort {
    /// Times after which something is given up.
    public struct Timeouts: Sendable {
        /// For opening a connection.
        public var connect: Duration = .seconds(10)
        /// Without the printer taking more bytes: it stops reading while it prints what it has.
        public var silence: Duration = .seconds(60)
        /// For the printer to close the connection after all bytes.
        public var close: Duration = .seconds(5)
        /// For its status.
        public var status: Duration = .seconds(2)

        /// Creates the default times, multiplied by a factor.
        public init(factor: Double = 1) {
            for time in [\Self.connect, \.silence, \.close, \.status] {
                self[keyPath: time] = self[keyPath: time] * factor
            }
        }
    }

    private let address: NetworkAddress
    private let asksStatus: Bool
    private let timeouts: Timeouts

    /// Creates a printer.
    /// - Parameters:
    ///   - address: The address of a printer.
    ///   - asksStatus: Whether the printer is asked for its status, in the language of Zebra.
    ///   - timeouts: Times after which something is given up.
    public init(_ address: NetworkAddress, asksStatus: Bool, timeouts: Timeouts = Timeouts()) {
        (self.address, self.asksStatus, self.timeouts) = (address, asksStatus, timeouts)
    }

    /// That the printer confirms nothing.
    public var completionNote: String? {
        "the printer has taken all of it, but does not report what it has printed"
    }

    /// Sends the bytes, as often as there are copies of a PDF document; labels have their own
    /// number.
    public func send(_ document: PrintDocument) async throws(PrinterError) -> PrintJobID {
        let connection = try await connect()
        do throws(PrinterError) {
            let count = document.format == .pdf ? max(document.copies, 1) : 1
            for _ in 0..<count { try await connection.write(document.bytes, timeouts.silence) }
            try await connection.finish(timeouts.close)
        } catch {
            await connection.close()
            throw error.whileSending
        }
        return PrintJobID(nil)
    }

    /// Returns what the printer answers about itself, `.done` if it does not answer.
    public func state(of job: PrintJobID) async throws(PrinterError) -> PrintState {
        guard asksStatus else { return .done }
        return try await status()?.state ?? .done
    }

    /// Connects to the printer, and asks for its status.
    public func description() async throws(PrinterError) -> PrinterDescription {
        var description = PrinterDescription(name: address.text)
        guard asksStatus else {
            await (try connect()).close()
            return description
        }
        if let status = try await status() {
            (description.state, description.reasons) = (status.described, status.reasons)
        }
        return description
    }

    private func connect() async throws(PrinterError) -> SocketConnection {
        try await SocketConnection(
            host: address.host, port: address.port, timeout: timeouts.connect)
    }

    /// Returns the printer's status; `nil` if it does not answer in time.
    private func status() async throws(PrinterError) -> ZebraStatus? {
        let connection = try await connect()
        let answer = await connection.answer(
            to: ZebraStatus.question, within: timeouts.status, until: ZebraStatus.isComplete)
        guard !Task.isCancelled else { throw .cancelled }
        return ZebraStatus(answer)
    }
}

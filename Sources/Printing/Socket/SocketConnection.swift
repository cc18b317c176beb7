import NIOCore
import NIOPosix
import SystemPackage

/// Connection to a port of a printer.
struct SocketConnection: Sendable {
    private let channel: any Channel
    private let answer: AnswerHandler
    private let host: String

    /// Number of bytes that the printer must take within the time of silence.
    private static let partSize = 16_384

    /// Connects to a host.
    /// - Throws: `PrinterError.unreachable`, `.cancelled`.
    init(host: String, port: Int, timeout: Duration) async throws(PrinterError) {
        let answer = AnswerHandler()
        do {
            channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .connectTimeout(.init(timeout))
                .channelInitializer { $0.pipeline.addHandler(answer) }
                .connect(host: host, port: port).get()
        } catch {
            throw Self.failure(error, host)
        }
        (self.answer, self.host) = (answer, host)
        if Task.isCancelled {
            await close()
            throw .cancelled
        }
    }

    /// Writes bytes; each part must be taken within the time.
    func write(_ bytes: [UInt8], _ timeout: Duration) async throws(PrinterError) {
        do {
            try await withTaskCancellationHandler {
                for start in stride(from: 0, to: bytes.count, by: Self.partSize) {
                    let part = bytes[start..<min(start + Self.partSize, bytes.count)]
                    let written = channel.eventLoop.makePromise(of: Void.self)
                    channel.writeAndFlush(ByteBuffer(bytes: part), promise: written)
                    try await wait(for: written.futureResult, timeout)
                }
            } onCancel: {
                channel.close(promise: nil)
            }
        } catch {
            throw Self.failure(error, host)
        }
    }

    /// Ends the output, and waits a while until the printer closes the connection.
    ///
    /// The bytes may be in a buffer of this machine until then, so an error still means that the
    /// printer has not taken them.
    func finish(_ timeout: Duration) async throws(PrinterError) {
        do {
            try await channel.close(mode: .output).get()
        } catch {
            await close()
            throw Self.failure(error, host)
        }
        try? await wait(for: channel.closeFuture, timeout)
        let failure = try? await channel.eventLoop.submit { answer.failure }.get()
        await close()
        if let failure = failure.flatMap({ $0 }) { throw Self.failure(failure, host) }
    }

    /// Sends a question; returns what the printer answers within the time, and closes the
    /// connection.
    func answer(
        to question: [UInt8], within timeout: Duration,
        until isComplete: @escaping @Sendable ([UInt8]) -> Bool
    ) async -> [UInt8] {
        let complete = channel.eventLoop.makePromise(of: Void.self)
        try? await channel.eventLoop.submit { answer.expect(isComplete, complete) }.get()
        channel.closeFuture.cascade(to: complete)
        channel.writeAndFlush(ByteBuffer(bytes: question), promise: nil)
        await withTaskCancellationHandler {
            try? await wait(for: complete.futureResult, timeout)
        } onCancel: {
            channel.close(promise: nil)
        }
        let bytes = try? await channel.eventLoop.submit { answer.bytes }.get()
        await close()
        return bytes ?? []
    }

    /// Closes the connection.
    func close() async {
        try? await channel.close().get()
    }

    /// Waits for an event of the channel; closes the channel if it does not happen in time.
    private func wait(for event: EventLoopFuture<Void>, _ timeout: Duration) async throws {
        let outcome = channel.eventLoop.makePromise(of: Void.self)
        let deadline = channel.eventLoop.scheduleTask(in: .init(timeout)) { [channel] in
            outcome.fail(Silence())
            channel.close(promise: nil)
        }
        // On the event loop, so that the time of a task that waits for its thread does not count.
        event.whenComplete { _ in deadline.cancel() }
        event.cascade(to: outcome)
        try await outcome.futureResult.get()
    }

    /// Error of a printer that does nothing for too long.
    private struct Silence: Error {}

    private static func failure(_ error: any Error, _ host: String) -> PrinterError {
        if Task.isCancelled { return .cancelled }
        let cause =
            switch error {
            case is Silence: "it takes no more data"
            case let error as NIOConnectionError:
                error.connectionErrors.lazy.map { text(of: $0.error) }.first { $0 != unknown }
                    ?? (error.connectionErrors.isEmpty ? "the host is unknown" : unknown)
            default: text(of: error)
            }
        return .unreachable(host: host, cause: cause)
    }

    private static let unknown = "the connection failed"

    private static func text(of error: any Error) -> String {
        switch error {
        case ChannelError.connectTimeout: "it does not respond"
        case is ChannelError: "it closed the connection"
        case let error as IOError:
            PrinterText.cleaned(Errno(rawValue: error.errnoCode).description.lowercased())
        default: unknown
        }
    }
}

/// Collects what a printer answers, and discards what nobody has asked for.
private final class AnswerHandler: ChannelInboundHandler, @unchecked Sendable {
    typealias InboundIn = ByteBuffer

    // SAFETY: everything below is used only on the event loop of the channel.
    private(set) var bytes: [UInt8] = []
    /// The error that ended the connection.
    private(set) var failure: (any Error)?
    private var isComplete: (@Sendable ([UInt8]) -> Bool)?
    private var complete: EventLoopPromise<Void>?

    /// Begins to collect, and fulfils the promise once `isComplete` is true.
    func expect(
        _ isComplete: @escaping @Sendable ([UInt8]) -> Bool, _ complete: EventLoopPromise<Void>
    ) {
        (self.isComplete, self.complete) = (isComplete, complete)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard let isComplete, !isComplete(bytes) else { return }
        bytes += unwrapInboundIn(data).readableBytesView
        if isComplete(bytes) { complete?.succeed() }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        failure = error
        context.close(promise: nil)
    }
}

import Foundation
import NIOCore
import NIOPosix

/// Connection between two processes of one user; one JSON value per line (https://ndjson.org).
typealias ControlChannel = NIOAsyncChannel<ByteBuffer, ByteBuffer>

extension Channel {
    /// Wraps this channel as a control connection.
    func makeControlChannel() -> EventLoopFuture<ControlChannel> {
        eventLoop.makeCompletedFuture {
            try pipeline.syncOperations.addHandler(ByteToMessageHandler(LineDecoder()))
            return try ControlChannel(wrappingChannelSynchronously: self)
        }
    }
}

extension NIOAsyncChannelOutboundWriter<ByteBuffer> {
    /// Sends a value as one line.
    func send(_ value: some Encodable & Sendable) async throws {
        var line = ByteBuffer(bytes: try JSONEncoder().encode(value))
        line.writeInteger(UInt8(ascii: "\n"))
        try await write(line)
    }
}

extension ByteBuffer {
    /// Decodes the value of a line.
    func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
        try JSONDecoder().decode(type, from: Data(readableBytesView))
    }
}

/// Splits a byte stream into lines of at most 1 MiB.
private struct LineDecoder: ByteToMessageDecoder {
    typealias InboundOut = ByteBuffer

    private static let limit = 1_048_576

    mutating func decode(
        context: ChannelHandlerContext, buffer: inout ByteBuffer
    ) throws -> DecodingState {
        let view = buffer.readableBytesView
        guard let end = view.firstIndex(of: UInt8(ascii: "\n")) else {
            if view.count > Self.limit { throw ByteToMessageDecoderError.PayloadTooLargeError() }
            return .needMoreData
        }
        if let line = buffer.readSlice(length: end - view.startIndex) {
            buffer.moveReaderIndex(forwardBy: 1)
            context.fireChannelRead(wrapInboundOut(line))
        }
        return .continue
    }
}

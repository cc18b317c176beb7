import Foundation
import NIOCore
import NIOPosix
import NIOSSL

/// TLS server on the loopback that sends every client the same response and closes the connection.
final class TLSServer {
    private let channel: any Channel

    /// Starts a server with a certificate of `TestCertificate.key`.
    init(certificate: String = TestCertificate.good, response: String = "") async throws {
        let context = try NIOSSLContext(
            configuration: .makeServerConfiguration(
                certificateChain: [
                    .certificate(.init(bytes: Array(certificate.utf8), format: .pem))
                ],
                privateKey: .privateKey(
                    .init(bytes: Array(TestCertificate.key.utf8), format: .pem))))
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers([
                        NIOSSLServerHandler(context: context), ResponseHandler(response),
                    ])
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
    }

    func address(_ path: String = "/feed") -> String {
        "https://127.0.0.1:\(channel.localAddress?.port ?? 0)\(path)"
    }

    func stop() async throws { try await channel.close() }

    /// Sends the response after the head of a request.
    private final class ResponseHandler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let response: String
        private var head = ""

        init(_ response: String) {
            self.response = response
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            head += String(buffer: unwrapInboundIn(data))
            guard head.hasSuffix("\r\n\r\n") else { return }
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: response)), promise: nil)
            context.close(promise: nil)
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }
    }
}

/// Calls `body` with the path of a temporary file that contains a certificate.
func withCertificateFile(
    _ certificate: String, _ body: (String) async throws -> Void
) async throws {
    let path = FileManager.default.temporaryDirectory.path + "/fleet-" + UUID().uuidString + ".pem"
    try Data(certificate.utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await body(path)
}

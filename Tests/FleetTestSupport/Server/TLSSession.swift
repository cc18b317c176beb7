import NIOCore
import NIOEmbedded
import NIOSSL

/// Server side of a TLS connection: bytes in, bytes out, without a socket.
final class TLSSession {
    typealias Context = NIOSSLContext

    private let channel = EmbeddedChannel()

    init(_ context: Context) throws {
        try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    }

    /// Returns the content of received bytes; `nil` if the client ends the session.
    func decrypted(_ bytes: [UInt8]) -> [UInt8]? {
        guard (try? channel.writeInbound(ByteBuffer(bytes: bytes))) != nil else { return nil }
        var content: [UInt8] = []
        while let buffer = try? channel.readInbound(as: ByteBuffer.self) {
            content += buffer.readableBytesView
        }
        return channel.isActive ? content : nil
    }

    /// Returns the bytes to send for this content.
    func encrypted(_ content: [UInt8]) -> [UInt8] {
        _ = try? channel.writeOutbound(ByteBuffer(bytes: content))
        return takeOutput()
    }

    /// Ends the session; returns the last bytes to send.
    func closed() -> [UInt8] {
        channel.close(promise: nil)
        return takeOutput()
    }

    /// Returns the bytes to send, such as those of the handshake.
    func takeOutput() -> [UInt8] {
        var bytes: [UInt8] = []
        while let buffer = try? channel.readOutbound(as: ByteBuffer.self) {
            bytes += buffer.readableBytesView
        }
        return bytes
    }
}

extension TestCertificate {
    /// Returns the TLS context of a server with this certificate.
    static func context(_ certificate: String) throws -> TLSSession.Context {
        let certificate = try NIOSSLCertificate(bytes: Array(certificate.utf8), format: .pem)
        let key = try NIOSSLPrivateKey(bytes: Array(TestCertificate.key.utf8), format: .pem)
        return try NIOSSLContext(
            configuration: .makeServerConfiguration(
                certificateChain: [.certificate(certificate)], privateKey: .privateKey(key)))
    }
}

import AsyncHTTPClient
import FleetCore
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Where an exchange was when it failed.
enum TransportPhase {
    /// No head of a response was seen.
    case beforeResponse
    /// The body was under way.
    case duringBody

    /// What an end of the connection means there.
    fileprivate var brokenOff: FeedFailure.Reason {
        self == .beforeResponse ? .connectionReset : .truncated
    }
}

extension FeedFailure.Reason {
    /// What an error of the HTTP client and the libraries below it means; `nil` when it was cancelled.
    ///
    /// None of the libraries' words are passed on, since they may hold addresses.
    init?(transport error: any Error, limits: HTTPLimits, host: String, phase: TransportPhase) {
        switch error {
        case is CancellationError: return nil
        case let error as HTTPClientError:
            guard let reason = Self.reason(error, limits, phase) else { return nil }
            self = reason
        case let error as NIOConnectionError: self = Self.reason(error, limits, host)
        case let error as IOError: self = Self.reason(error, limits, phase)
        case let error as ChannelError: self = Self.reason(error, limits, phase)
        case let error as HTTPParserError: self = Self.reason(error)
        case let error as NIOHTTPDecompression.DecompressionError: self = Self.reason(error)
        case let error as NIOHTTPDecompression.ExtraDecompressionError: self = Self.reason(error)
        case is SocketAddressError, is SocketAddressError.UnknownHost: self = .hostNotFound(host)
        default: self = Self.encryption(error, phase) ?? .connection("the connection failed")
        }
    }

    private static func reason(
        _ error: HTTPClientError, _ limits: HTTPLimits, _ phase: TransportPhase
    ) -> Self? {
        switch error {
        case .cancelled, .alreadyShutdown, .requestStreamCancelled: nil
        case .invalidURL, .emptyHost, .emptyScheme, .missingSocketPath:
            .badAddress("it makes no sense")
        case .connectTimeout, .getConnectionFromPoolTimeout:
            .connectTimeout(seconds: limits.connect.wholeSeconds)
        case .tlsHandshakeTimeout: .tls("the handshake took too long")
        case .readTimeout, .writeTimeout: .readTimeout(seconds: limits.read.wholeSeconds)
        case .deadlineExceeded: .connection("the document took too long to arrive")
        case .remoteConnectionClosed, .uncleanShutdown: phase.brokenOff
        default: .connection("the exchange failed: \(error.shortDescription.lowercased())")
        }
    }

    private static func reason(
        _ error: NIOConnectionError, _ limits: HTTPLimits, _ host: String
    ) -> Self {
        // Of several addresses of a host, the one that was refused says most.
        let reasons = error.connectionErrors.compactMap {
            Self(transport: $0.error, limits: limits, host: host, phase: .beforeResponse)
        }
        return reasons.first { $0 == .connectionRefused } ?? reasons.last ?? .hostNotFound(host)
    }

    private static func reason(
        _ error: IOError, _ limits: HTTPLimits, _ phase: TransportPhase
    ) -> Self {
        switch error.errnoCode {
        case ECONNREFUSED: .connectionRefused
        case EHOSTUNREACH, ENETUNREACH, ENETDOWN, EHOSTDOWN, EADDRNOTAVAIL, EACCES, EPERM:
            .unreachable
        case ETIMEDOUT where phase == .beforeResponse:
            .connectTimeout(seconds: limits.connect.wholeSeconds)
        case ETIMEDOUT: .readTimeout(seconds: limits.read.wholeSeconds)
        case ECONNRESET, ECONNABORTED, EPIPE, ENOTCONN: .connectionReset
        case EMFILE, ENFILE: .connection("too many files are open")
        default: .connection(SystemError.words(error.errnoCode))
        }
    }

    private static func reason(
        _ error: ChannelError, _ limits: HTTPLimits, _ phase: TransportPhase
    ) -> Self {
        switch error {
        case .connectTimeout: .connectTimeout(seconds: limits.connect.wholeSeconds)
        case .eof, .alreadyClosed, .inputClosed, .outputClosed, .ioOnClosedChannel: phase.brokenOff
        case .writeHostUnreachable: .unreachable
        default: .connection("the connection failed")
        }
    }
}

extension FeedFailure.Reason {
    private static func reason(_ error: HTTPParserError) -> Self {
        switch error {
        case .invalidEOFState, .closedConnection: .truncated
        case .headerOverflow: .connection("the response's head is too large")
        case .invalidContentLength, .unexpectedContentLength, .invalidChunkSize:
            .connection("the response's length makes no sense")
        default: .connection("the response is no HTTP")
        }
    }

    private static func reason(_ error: NIOHTTPDecompression.DecompressionError) -> Self {
        switch error {
        case .limit: .suspiciousCompression
        case .inflationError, .initializationError: .notJSON("its gzip packing is damaged")
        }
    }

    private static func reason(_ error: NIOHTTPDecompression.ExtraDecompressionError) -> Self {
        error == .truncatedData ? .truncated : .notJSON("its gzip packing is damaged")
    }

    /// What an error of the encryption means; `nil` for any other error.
    private static func encryption(_ error: any Error, _ phase: TransportPhase) -> Self? {
        switch error {
        case NIOSSLError.uncleanShutdown: phase.brokenOff
        case NIOSSLError.handshakeFailed(let cause), NIOSSLError.shutdownFailed(let cause):
            .tls(words(for: cause))
        case let cause as BoringSSLError:
            phase == .beforeResponse
                ? .tls(words(for: cause)) : .connection("the encryption failed")
        case NIOSSLError.unableToValidateCertificate, NIOSSLError.noCertificateToValidate:
            .tls("the certificate cannot be checked")
        case let cause as NIOSSLExtraError:
            cause == .failedToValidateHostname
                ? .tls("the certificate is of another host")
                : .tls("the host cannot be checked against a certificate")
        case is NIOSSLError, is NIOTLSUnwrappingError, is NIOSSLCloseTimedOutError:
            .tls("the encrypted connection failed")
        default: nil
        }
    }

    /// The library tells causes apart only in the words of its error stack.
    private static func words(for cause: BoringSSLError) -> String {
        let stack: String
        switch cause {
        case .sslError(let errors), .unknownError(let errors), .invalidSNIName(let errors),
            .failedToSetALPN(let errors):
            stack = errors.map(\.description).joined()
        default: stack = ""
        }
        let known = [
            ("CERTIFICATE_VERIFY_FAILED", "the certificate is not trusted"),
            ("WRONG_VERSION_NUMBER", "the server does not encrypt"),
            ("HTTP_REQUEST", "the server does not encrypt"),
            ("HTTPS_PROXY_REQUEST", "the server does not encrypt"),
            ("UNSUPPORTED_PROTOCOL", "the server's version of TLS is too old"),
            ("PROTOCOL_VERSION", "the server's version of TLS is too old"),
            ("UNRECOGNIZED_NAME", "the server does not know this host"),
            ("CERTIFICATE_REQUIRED", "the server asks for a certificate"),
            ("EOF during handshake", "the server broke the handshake off"),
        ]
        return known.first { stack.contains($0.0) }?.1 ?? "the handshake failed"
    }
}

extension Duration {
    /// Whole seconds as a message says them, at least one.
    fileprivate var wholeSeconds: Int { max(Int(clamping: components.seconds), 1) }
}

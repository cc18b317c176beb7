import AsyncHTTPClient
import FleetCore
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import SystemPackage

/// Phase of an HTTP exchange in which it failed.
enum TransportPhase {
    /// Before the response headers arrived.
    case beforeResponse
    /// While the body was arriving.
    case duringBody

    /// Reason for a failure if the connection closes in this phase.
    fileprivate var disconnectReason: FeedFailure.Reason {
        self == .beforeResponse ? .network(.connectionReset) : .network(.truncated)
    }
}

extension FeedFailure.Reason {
    /// Converts an error of a request on a route; returns `nil` for a cancellation.
    ///
    /// A connection that was never established is one to the proxy, if there is one.
    init?(
        transport error: any Error, limits: HTTPLimits, host: String, route: Route,
        phase: TransportPhase
    ) {
        let host = route.proxy?.host ?? host
        guard let reason = Self(transport: error, limits: limits, host: host, phase: phase) else {
            return nil
        }
        switch reason {
        case .network(.hostNotFound), .network(.connectionRefused), .network(.unreachable),
            .network(.connectTimeout):
            if let shortage = MachineShortage.ofDescriptors() {
                self = .machine(.shortage(shortage))
            } else if let proxy = route.proxy {
                let message = FeedFailure(reason, at: proxy.name).message
                self = .network(.proxy("the proxy \(proxy.name) cannot be reached (\(message))"))
            } else {
                self = reason
            }
        default: self = reason
        }
    }

    /// Converts an error of the HTTP client or its libraries; returns `nil` for a cancellation.
    ///
    /// Messages of the libraries are not passed on, since they may contain addresses.
    private init?(
        transport error: any Error, limits: HTTPLimits, host: String, phase: TransportPhase
    ) {
        switch error {
        case is CancellationError: return nil
        case let error as HTTPClientError:
            guard let reason = Self.reason(error, limits, phase) else { return nil }
            self = reason
        case let error as NIOConnectionError: self = Self.reason(error, limits, host)
        case let error as IOError:
            let reason = Self.reason(error, limits, phase)
            // The system reports a lack of IPv6 like a lack of ports.
            self =
                reason == .machine(.shortage(.ports)) && host.hasPrefix("[")
                ? .network(.unreachable) : reason
        case let error as ChannelError: self = Self.reason(error, limits, phase)
        case let error as HTTPParserError: self = Self.reason(error)
        case is SocketAddressError, is SocketAddressError.UnknownHost:
            self = .network(.hostNotFound(host))
        default:
            self = Self.tlsReason(error, phase) ?? .network(.connection("the connection failed"))
        }
    }

    private static func reason(
        _ error: HTTPClientError, _ limits: HTTPLimits, _ phase: TransportPhase
    ) -> Self? {
        switch error {
        case .cancelled, .alreadyShutdown, .requestStreamCancelled: nil
        case .invalidURL, .emptyHost, .emptyScheme, .missingSocketPath:
            .link(.badAddress("invalid address"))
        case .connectTimeout, .getConnectionFromPoolTimeout:
            .network(.connectTimeout(seconds: limits.connectTimeout.wholeSeconds))
        case .tlsHandshakeTimeout: .network(.tls("the handshake timed out"))
        case .readTimeout, .writeTimeout:
            .network(.readTimeout(seconds: limits.readTimeout.wholeSeconds))
        case .deadlineExceeded: .network(.connection("the document took too long to download"))
        case .remoteConnectionClosed, .uncleanShutdown: phase.disconnectReason
        case .proxyAuthenticationRequired: .proxyCredentialsRequired
        case .invalidProxyResponse, .httpProxyHandshakeTimeout, .socksHandshakeTimeout:
            .network(.proxy("the proxy did not accept the connection"))
        default: .network(.connection("the request failed: \(error.shortDescription.lowercased())"))
        }
    }

    private static func reason(
        _ error: NIOConnectionError, _ limits: HTTPLimits, _ host: String
    ) -> Self {
        // If a host has several addresses, a refused connection is the most informative error.
        let reasons = error.connectionErrors.compactMap { failure in
            let host = failure.target.protocol == .inet6 ? "[\(host)]" : host
            return Self(
                transport: failure.error, limits: limits, host: host, phase: .beforeResponse)
        }
        return reasons.first { $0 == .network(.connectionRefused) } ?? reasons.last
            ?? .network(.hostNotFound(host))
    }

    private static func reason(
        _ error: IOError, _ limits: HTTPLimits, _ phase: TransportPhase
    ) -> Self {
        if let shortage = MachineShortage(Errno(rawValue: error.errnoCode)) {
            return .machine(.shortage(shortage))
        }
        return switch error.errnoCode {
        case ECONNREFUSED: .network(.connectionRefused)
        case EHOSTUNREACH, ENETUNREACH, ENETDOWN, EHOSTDOWN, EACCES, EPERM: .network(.unreachable)
        case ETIMEDOUT where phase == .beforeResponse:
            .network(.connectTimeout(seconds: limits.connectTimeout.wholeSeconds))
        case ETIMEDOUT: .network(.readTimeout(seconds: limits.readTimeout.wholeSeconds))
        case ECONNRESET, ECONNABORTED, EPIPE, ENOTCONN: .network(.connectionReset)
        default: .network(.connection(Errno(rawValue: error.errnoCode).description.lowercased()))
        }
    }

    private static func reason(
        _ error: ChannelError, _ limits: HTTPLimits, _ phase: TransportPhase
    ) -> Self {
        switch error {
        case .connectTimeout: .network(.connectTimeout(seconds: limits.connectTimeout.wholeSeconds))
        case .eof, .alreadyClosed, .inputClosed, .outputClosed, .ioOnClosedChannel:
            phase.disconnectReason
        case .writeHostUnreachable: .network(.unreachable)
        default: .network(.connection("the connection failed"))
        }
    }
}

extension FeedFailure.Reason {
    private static func reason(_ error: HTTPParserError) -> Self {
        switch error {
        case .invalidEOFState, .closedConnection: .network(.truncated)
        case .headerOverflow: .network(.connection("the response headers are too large"))
        case .invalidContentLength, .unexpectedContentLength, .invalidChunkSize:
            .network(.connection("the response has an invalid length"))
        default: .network(.connection("the response is not valid HTTP"))
        }
    }

    /// Converts a TLS error; returns `nil` for any other error.
    private static func tlsReason(_ error: any Error, _ phase: TransportPhase) -> Self? {
        switch error {
        case NIOSSLError.uncleanShutdown: phase.disconnectReason
        case NIOSSLError.handshakeFailed(let cause), NIOSSLError.shutdownFailed(let cause):
            .network(.tls(message(for: cause)))
        case let cause as BoringSSLError:
            phase == .beforeResponse
                ? .network(.tls(message(for: cause)))
                : .network(.connection("the TLS connection failed"))
        case NIOSSLError.failedToLoadCertificate, NIOSSLError.noSuchFilesystemObject:
            .network(.tls("the trusted certificates cannot be read"))
        case NIOSSLError.unableToValidateCertificate, NIOSSLError.noCertificateToValidate:
            .network(.tls("the certificate cannot be verified"))
        case let cause as NIOSSLExtraError:
            cause == .failedToValidateHostname
                ? .network(.tls("the certificate is for another host"))
                : .network(.tls("the host cannot be verified"))
        case is NIOSSLError, is NIOTLSUnwrappingError, is NIOSSLCloseTimedOutError:
            .network(.tls("unexpected TLS error"))
        default: nil
        }
    }

    /// Returns a message for the cause, which only the text of the library's error stack reveals.
    private static func message(for cause: BoringSSLError) -> String {
        let stack: String
        switch cause {
        case .sslError(let errors), .unknownError(let errors), .invalidSNIName(let errors),
            .failedToSetALPN(let errors):
            stack = errors.map(\.description).joined()
        default: stack = ""
        }
        let known = [
            ("CERTIFICATE_VERIFY_FAILED", "the certificate is not trusted"),
            ("WRONG_VERSION_NUMBER", "the server does not use TLS"),
            ("HTTP_REQUEST", "the server does not use TLS"),
            ("HTTPS_PROXY_REQUEST", "the server does not use TLS"),
            ("UNSUPPORTED_PROTOCOL", "the server's TLS version is too old"),
            ("PROTOCOL_VERSION", "the server's TLS version is too old"),
            ("UNRECOGNIZED_NAME", "the server does not know this host"),
            ("CERTIFICATE_REQUIRED", "the server requires a client certificate"),
            ("EOF during handshake", "the server aborted the handshake"),
        ]
        return known.first { stack.contains($0.0) }?.1 ?? "the handshake failed"
    }
}

extension FeedFailure.Reason {
    /// The proxy wants credentials (HTTP status 407).
    static let proxyCredentialsRequired = Self.network(
        .proxy("the proxy requires a user and a password"))
}

extension Duration {
    /// Whole seconds for a message, at least one.
    fileprivate var wholeSeconds: Int { max(Int(clamping: components.seconds), 1) }
}

/// The connection to the service.
public enum NetworkFailure: FailureGroup {
    /// The host name cannot be resolved.
    case hostNotFound(String)
    /// Nothing listens on the port.
    case connectionRefused
    /// There is no route to the host.
    case unreachable
    /// The TLS connection failed; with the library's message.
    case tls(String)
    /// No connection within this many seconds.
    case connectTimeout(seconds: Int)
    /// No data within this many seconds.
    case readTimeout(seconds: Int)
    /// The server closed the connection.
    case connectionReset
    /// The response is incomplete.
    case truncated
    /// The proxy cannot be used; with the cause.
    case proxy(String)
    /// Another connection error; with the library's message.
    case connection(String)

    var words: Words {
        switch self {
        case .hostNotFound(let host):
            Words(.connection, "cannot resolve host \(host)", "check the address for typos")
        case .connectionRefused:
            Words(
                .connection, "connection refused",
                "check that the service is running and that the port is correct")
        case .unreachable: Words(.connection, "no route to host", Self.tryAgain)
        case .tls(let detail):
            Words(
                .connection, "TLS connection failed (\(detail))",
                "check the service's certificate and whether the address should begin with https"
            )
        case .connectTimeout(let seconds):
            Words(.connection, "connection timed out after \(seconds) s", Self.tryAgain)
        case .readTimeout(let seconds):
            Words(.connection, "no data received for \(seconds) s", Self.tryAgain)
        case .connectionReset:
            Words(.connection, "the service closed the connection", Self.tryAgain)
        case .truncated: Words(.connection, "the response is incomplete", Self.tryAgain)
        case .proxy(let detail):
            Words(
                .connection, detail.isEmpty ? "the proxy cannot be used" : .verbatim(detail),
                "check the variables http_proxy, https_proxy, all_proxy and no_proxy")
        case .connection(let detail):
            Words(.connection, .verbatim(detail), Self.tryAgain)
        }
    }

    private static var tryAgain: LocalizedText { "check your network connection and try again" }
}

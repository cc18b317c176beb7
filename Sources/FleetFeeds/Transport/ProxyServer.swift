import FleetCore

/// Proxy server for requests, from the environment.
///
/// As in curl, `http_proxy` applies to http addresses, `https_proxy` or `HTTPS_PROXY` to https
/// addresses, `all_proxy` or `ALL_PROXY` to both, but not to the hosts in ``NoProxyList``.
/// `HTTP_PROXY` is ignored, since it would be a request header in a CGI program.
struct ProxyServer: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case http
        /// SOCKS version 5, without a password; the proxy resolves host names.
        case socks
    }

    let kind: Kind
    /// Host in lower case; an IPv6 address is in brackets.
    let host: String
    let port: Int
    /// User and password, percent-encoded: a secret.
    let userInformation: String?

    /// Host and port, for messages.
    var name: String { "\(host):\(port)" }

    /// Port if the variable has none, as in curl.
    private static let defaultPort = 1080

    /// Returns the proxy for an address; `nil` for a direct connection.
    ///
    /// - Throws: `.badEnvironment` for an invalid variable; the message does not contain its value.
    static func find(
        for address: WebAddress, in environment: (String) -> String?
    ) throws(FeedFailure) -> ProxyServer? {
        let names =
            switch address.origin.scheme {
            case .http: ["http_proxy", "all_proxy", "ALL_PROXY"]
            case .https: ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
            }
        for name in names {
            guard let value = environment(name) else { continue }
            let exceptions = environment("no_proxy") ?? environment("NO_PROXY") ?? ""
            if NoProxyList(exceptions).contains(address.origin) { return nil }
            do {
                return try ProxyServer(value)
            } catch {
                throw FeedFailure(
                    .machine(.badEnvironment(variable: name, cause: error.message)),
                    at: address.redactedText)
            }
        }
        return nil
    }

    /// Parses a value such as `http://user:password@host:3128`; the scheme is optional.
    init(_ text: String) throws(AddressError) {
        let hasScheme = text.contains("://")
        let bytes = Array((hasScheme ? text : "http://" + text).utf8)
        let reference = URIReference(bytes[...])
        guard let authority = reference.hostAndPort else {
            throw AddressError("is not the address of a proxy")
        }
        kind =
            switch reference.schemeName {
            case "http": .http
            case "socks5", "socks5h": .socks
            case "https": throw AddressError("names an HTTPS proxy, which is not supported")
            case "socks", "socks4", "socks4a":
                throw AddressError("names a SOCKS 4 proxy, which is not supported")
            default: throw AddressError("has an unknown scheme")
            }
        do {
            let server = try HostAndPort(authority)
            (host, port) = (server.host, server.port ?? Self.defaultPort)
        } catch {
            throw AddressError("is not the address of a proxy: \(error.message)")
        }
        userInformation = reference.userInformation.map { String(decoding: $0, as: UTF8.self) }
        if kind == .socks, userInformation != nil {
            throw AddressError("has a password, which is not supported for SOCKS")
        }
    }
}

/// Hosts to connect to directly (`no_proxy` or `NO_PROXY`), separated by commas or spaces.
///
/// As in curl, a name also matches its subdomains, with or without a leading dot, an IP address
/// may be a block (CIDR), and a lone `*` matches every host. A name or address may have a port.
struct NoProxyList {
    private let entries: [Substring]
    private let isEverything: Bool

    init(_ text: String) {
        isEverything = text == "*"
        entries = text.split { $0 == "," || $0 == " " || $0 == "\t" }
    }

    /// Returns whether the list contains a host.
    func contains(_ origin: WebOrigin) -> Bool {
        if isEverything { return true }
        let host = HostAndPort.unbracketed(origin.host)
        let address = IPAddress(host)
        return entries.contains { entry in
            let (name, port) = Self.divided(entry)
            guard port == nil || port == origin.port else { return false }
            return address.map { Self.matches(name, $0) } ?? Self.matches(name, host[...])
        }
    }

    /// Divides an entry into its name and its port; an IPv6 address with a port is in brackets.
    private static func divided(_ entry: Substring) -> (name: Substring, port: Int?) {
        if entry.first == "[" {
            let (name, rest) = entry.dropFirst().divided(at: "]")
            return (name, rest.flatMap { Int($0.drop { $0 == ":" }) })
        }
        let (name, port) = entry.divided(at: ":")
        guard let port, let number = Int(port) else { return (entry, nil) }
        return (name, number)
    }

    private static func matches(_ entry: Substring, _ address: IPAddress) -> Bool {
        let (start, bits) = entry.divided(at: "/")
        guard let block = IPAddress(String(start)) else { return false }
        // To curl, a length of 0 means the whole address.
        let all = block.bytes.count * 8
        let length = bits.map { Int($0) ?? -1 } ?? all
        return AddressRange(block, bits: length == 0 ? all : length)?.contains(address) ?? false
    }

    private static func matches(_ entry: Substring, _ host: Substring) -> Bool {
        let name = entry.trimmingPrefix(".").lowercased()
        let domain = name.hasSuffix(".") ? name.dropLast() : name[...]
        let host = host.last == "." ? host.dropLast() : host
        return !domain.isEmpty && (host == domain || host.hasSuffix("." + domain))
    }
}

/// Address of a printer: `cups:QUEUE`, `ipp://HOST/PATH`, `ipps://HOST/PATH` or `tcp://HOST:PORT`.
public enum PrinterAddress: Hashable, Sendable {
    /// A queue of CUPS.
    case cups(queue: String)
    /// A printer that speaks the Internet Printing Protocol.
    case ipp(NetworkAddress)
    /// A printer that reads what is sent to a port.
    case tcp(NetworkAddress)

    /// Reads an address.
    /// - Throws: `PrinterError.invalidAddress`, without passwords.
    public init(_ text: String) throws(PrinterError) {
        guard text.hasPrefix("cups:") else {
            let address = try NetworkAddress(text)
            self = address.scheme == .tcp ? .tcp(address) : .ipp(address)
            return
        }
        let queue = String(text.dropFirst("cups:".count))
        // The names that CUPS allows (lpadmin(8)).
        guard (1...127).contains(queue.utf8.count), !queue.hasPrefix("-"),
            queue.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            !queue.contains(where: { "/#?'\"\\".contains($0) })
        else {
            throw .invalidAddress(PrinterText.cleaned(text), cause: "CUPS has no such names")
        }
        self = .cups(queue: queue)
    }

    /// The address as it is written.
    public var text: String {
        switch self {
        case .cups(let queue): "cups:" + queue
        case .ipp(let address), .tcp(let address): address.text
        }
    }
}

/// Address of a printer on the network: a scheme, a host, a port and a path.
public struct NetworkAddress: Hashable, Sendable {
    /// The way to a printer.
    enum Scheme: String, CaseIterable {
        /// IPP over HTTP (RFC 3510).
        case ipp
        /// IPP over HTTPS (RFC 7472).
        case ipps
        /// Raw bytes.
        case tcp

        var defaultPort: Int { self == .tcp ? 9100 : 631 }
    }

    let scheme: Scheme
    /// Host name or address in lower case; an IPv6 address without brackets.
    let host: String
    let port: Int
    /// Path, which starts with a slash.
    let path: String

    /// The host as in an address.
    private var hostText: String { host.contains(":") ? "[\(host)]" : host }

    /// The address, without its port if it is the usual one.
    var text: String {
        let port = port == scheme.defaultPort ? "" : ":\(port)"
        return "\(scheme.rawValue)://\(hostText)\(port)\(path)"
    }

    /// Address of the same printer for HTTP.
    var httpText: String {
        "\(scheme == .ipps ? "https" : "http")://\(hostText):\(port)\(path)"
    }

    /// Reads an address.
    /// - Throws: `PrinterError.invalidAddress`, without passwords.
    public init(_ text: String) throws(PrinterError) {
        func invalid(_ cause: String, _ shown: String) -> PrinterError {
            .invalidAddress(PrinterText.cleaned(shown), cause: cause)
        }
        guard let separator = text.firstRange(of: "://"),
            let scheme = Scheme(rawValue: text[..<separator.lowerBound].lowercased())
        else {
            // Anything in another address may be a password.
            throw invalid("it does not start with cups:, ipp://, ipps:// or tcp://", "the address")
        }
        let rest = text[separator.upperBound...]
        let authority = rest.prefix { !"/?#".contains($0) }
        guard !authority.contains("@") else {
            throw invalid("a user or password is not supported", "\(scheme.rawValue)://…")
        }
        guard text.utf8.count <= 1023, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw invalid("it is too long, or has a character that addresses must not have", text)
        }
        let path = String(rest[authority.endIndex...])
        guard !path.contains("#"), path.isEmpty || path.hasPrefix("/") else {
            throw invalid("the path is not valid", text)
        }
        guard let (host, port) = Self.hostAndPort(authority) else {
            throw invalid("the host or port is not valid", text)
        }
        (self.scheme, self.host) = (scheme, host.lowercased())
        self.port = port ?? scheme.defaultPort
        if scheme == .tcp {
            guard path.isEmpty || path == "/" else { throw invalid("it has a path", text) }
            self.path = ""
        } else {
            // The path of printers without another one (PWG 5100.14, section 4.2).
            self.path = path.isEmpty ? "/ipp/print" : path
        }
    }

    private static func hostAndPort(_ text: Substring) -> (host: Substring, port: Int?)? {
        var (host, port) = (text, Substring?.none)
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            host = text[text.index(after: text.startIndex)..<end]
            let rest = text[text.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { return nil }
            if !rest.isEmpty { port = rest.dropFirst() }
            guard !host.isEmpty, host.allSatisfy({ $0.isHexDigit || ":.".contains($0) }),
                host.contains(":")
            else { return nil }
        } else {
            if let colon = text.firstIndex(of: ":") {
                (host, port) = (text[..<colon], text[text.index(after: colon)...])
            }
            guard !host.isEmpty,
                host.allSatisfy({ $0.isLetter || $0.isNumber || ".-_".contains($0) })
            else { return nil }
        }
        guard let port else { return (host, nil) }
        guard port.allSatisfy(\.isNumber), let number = Int(port), 1...65_535 ~= number else {
            return nil
        }
        return (host, number)
    }
}

/// An address and a port to listen on, such as `127.0.0.1:8080` or `[::1]:8080`.
package struct ListenAddress: Equatable, Sendable, CustomStringConvertible {
    /// Host name or address, without brackets.
    package let host: String
    package let port: Int

    package init(host: String, port: Int) {
        (self.host, self.port) = (host, port)
    }

    /// Parses an address with its port; `nil` for another text.
    package init?(_ text: String) {
        guard let address = HostAndPort(field: text), let port = address.port else { return nil }
        self.init(host: HostAndPort.unbracketed(address.host), port: port)
    }

    /// The address as in a web address.
    package var text: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    package var description: String { text }

    /// Whether only this machine reaches it.
    package var isLoopback: Bool { WebOrigin("http://" + text)?.isLoopback ?? false }

    /// Whether two programs cannot listen on both.
    package func overlaps(_ other: ListenAddress) -> Bool {
        port == other.port && (host == other.host || isWildcard || other.isWildcard)
    }

    /// The command that reaches it from another machine as if it were there.
    package var sshCommand: String { "ssh -L \(port):127.0.0.1:\(port) THIS-MACHINE" }

    /// Whether it accepts connections to all addresses of the machine.
    package var isWildcard: Bool {
        host == "0.0.0.0" || host.allSatisfy { $0 == ":" || $0 == "0" }
    }
}

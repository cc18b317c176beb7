package import ArgumentParser
package import FleetCore
import FleetRuntime

/// Options for the address of a server.
package struct ListenOptions: ParsableArguments {
    package init() {}

    @Option(
        help: ArgumentHelp("Address and port to listen on.", valueName: "host:port"))
    package var listen = ListenAddress(host: "127.0.0.1", port: 8080)

    @Option(
        name: .customLong("public-url"),
        help: ArgumentHelp(
            "Address under which people reach the server. (default: that of --listen)",
            valueName: "url"))
    package var publicURL: String?

    @Option(
        help: ArgumentHelp(
            "File with the certificate and those of its issuers (PEM).", valueName: "file"))
    package var tlsCert: String?

    @Option(
        help: ArgumentHelp("File with the private key of --tls-cert (PEM).", valueName: "file"))
    package var tlsKey: String?

    @Option(
        help: ArgumentHelp(
            "Address and port for /health, /ready and /metrics in plain HTTP.",
            discussion:
                "Every other address is 404. Other machines need an administrator's token for /metrics.",
            valueName: "host:port"))
    package var opsListen: ListenAddress?

    @Option(
        help: ArgumentHelp(
            "Network of a proxy, whose X-Forwarded-For is believed.", valueName: "cidr"))
    package var trustedProxy: [String] = []

    package func validate() throws {
        if (tlsCert == nil) != (tlsKey == nil) {
            throw ValidationError("--tls-cert and --tls-key are used together")
        }
        for range in trustedProxy where AddressRange(range) == nil {
            throw ValidationError("--trusted-proxy must be a network such as 10.0.0.0/8")
        }
        if opsListen?.overlaps(listen) == true {
            throw ValidationError("--ops-listen and --listen must be different addresses")
        }
        guard publicURL == nil || publicURL.flatMap(WebOrigin.init(_:)) != nil else {
            throw ValidationError(
                "--public-url must be an address such as https://fleet.example.com")
        }
    }

    /// Returns the origin under which people reach the server.
    /// - Throws: `CommandError` (64) for an address that would send passwords over a network in the
    ///   clear, or that nobody could open.
    package func checkedOrigin() throws(CommandError) -> WebOrigin {
        guard listen.isLoopback || tlsCert != nil || !trustedProxy.isEmpty else {
            throw CommandError.usage(
                "--listen \(listen.text) would send passwords over the network in the clear",
                hint: "add --tls-cert and --tls-key, or a proxy with --trusted-proxy; see "
                    + "`fleet help server`")
        }
        if let origin = publicURL.flatMap(WebOrigin.init(_:)) { return origin }
        guard trustedProxy.isEmpty, !listen.isWildcard,
            let origin = WebOrigin("\(tlsCert == nil ? "http" : "https")://\(listen.text)")
        else {
            throw CommandError.usage(
                "the address under which people reach the server is not known",
                hint: "add --public-url https://HOST")
        }
        return origin
    }
}

import ArgumentParser
import FleetCore
import FleetServer

/// Options for the address of a server.
struct ListenOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Address and port to listen on.", valueName: "host:port"))
    var listen = ListenAddress(host: "127.0.0.1", port: 8080)

    @Option(
        name: .customLong("public-url"),
        help: ArgumentHelp(
            "Address under which people reach the server. (default: that of --listen)",
            valueName: "url"))
    var publicURL: String?

    @Option(
        help: ArgumentHelp(
            "File with the certificate and those of its issuers (PEM).", valueName: "file"))
    var tlsCert: String?

    @Option(
        help: ArgumentHelp("File with the private key of --tls-cert (PEM).", valueName: "file"))
    var tlsKey: String?

    @Option(
        help: ArgumentHelp(
            "Address and port for /health, /ready and /metrics in plain HTTP.",
            discussion:
                "Every other address is 404. Other machines need an administrator's token for /metrics.",
            valueName: "host:port"))
    var opsListen: ListenAddress?

    @Option(
        help: ArgumentHelp(
            "Network of a proxy, whose X-Forwarded-For is believed.", valueName: "cidr"))
    var trustedProxy: [String] = []

    func validate() throws {
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

    /// Returns the options of the server.
    /// - Throws: `CommandError` (64) for an address that would send passwords over a network in the
    ///   clear, or that nobody could open.
    func options(photoFolder: String) throws(CommandError) -> ServerOptions {
        guard listen.isLoopback || tlsCert != nil || !trustedProxy.isEmpty else {
            throw CommandError.usage(
                "--listen \(listen.text) would send passwords over the network in the clear",
                hint: "add --tls-cert and --tls-key, or a proxy with --trusted-proxy; see "
                    + "`fleet help server`")
        }
        var options = ServerOptions(
            listen: listen, publicOrigin: try publicOrigin(), photoFolder: photoFolder)
        options.operations = opsListen
        options.trustedProxies = trustedProxy.compactMap { AddressRange($0) }
        if let tlsCert, let tlsKey {
            options.tls = ServerOptions.TLSFiles(certificate: tlsCert, key: tlsKey)
        }
        return options
    }

    private func publicOrigin() throws(CommandError) -> WebOrigin {
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

extension ListenAddress: ExpressibleByArgument {
    init?(argument: String) { self.init(argument) }
}

/// Map tiles on the command line.
enum TileAddress: ExpressibleByArgument {
    case noTiles
    /// Address with `{z}`, `{x}` and `{y}`.
    case template(String)
    /// Path of an MBTiles file.
    case file(String)

    init?(argument: String) {
        let hasScheme = argument.hasPrefix("https://") || argument.hasPrefix("http://")
        if argument == "none" {
            self = .noTiles
        } else if hasScheme, ["{z}", "{x}", "{y}"].allSatisfy(argument.contains) {
            self = .template(argument)
        } else if !hasScheme, argument.lowercased().hasSuffix(".mbtiles") {
            self = .file(argument)
        } else {
            return nil
        }
    }
}

import FleetTestSupport
import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

@Suite("fleet serve", .slots)
struct ServeTests {
    private let home: FleetHome

    init() throws { home = try FleetHome() }

    @Test("it prints its address and the set-up link, answers, and ends at SIGTERM with status 0")
    func life() async throws {
        let port = try TestServer.freePort()
        let server = try home.start("serve", "--listen", "127.0.0.1:\(port)")
        let hint = "ssh -L \(port):127.0.0.1:\(port)"
        let ready = await server.waitUntil {
            $0.lines.count == 2 && $0.errorText.contains(hint)
        }
        let url = "http://127.0.0.1:\(port)"
        #expect(ready.lines.first == "serving \(url)")
        let setup = try #require(ready.lines.last)
        #expect(
            setup.wholeMatch(of: #/set up: http://127\.0\.0\.1:\d+/setup\?link=[\w-]{64}/#) != nil)
        #expect(ready.errorText.contains("the set-up link works once, until 20"))
        #expect(try await statusLine(of: "/health", port) == "HTTP/1.1 200 OK")
        #expect(try await statusLine(of: "/", port).hasPrefix("HTTP/1.1 503"))
        // It polls the simulated fleet, so others follow it.
        try await home.waitForFile(endingWith: ".sock")

        let invited = try await home.run("user", "invite", "--role", "administrator").succeeded()
        #expect(invited.text.hasPrefix("\(url)/register?invitation="))
        let other = try await home.runProgram("serve", "--listen", "127.0.0.1:\(port)")
        other.failed(
            69, "cannot listen on 127.0.0.1:\(port): Address already in use",
            "stop the other program, or choose another address with --listen")

        let free = try TestServer.freePort()
        let third = try await home.runProgram(
            "serve", "--listen", "127.0.0.1:\(free)", "--ops-listen", "127.0.0.1:\(port)")
        third.failed(
            69, "cannot listen on 127.0.0.1:\(port): Address already in use",
            "stop the other program, or choose another address with --ops-listen")

        server.send(SIGTERM)
        let end = await server.outcome()
        #expect(end.status == 0, "\(end.errorText)")
        #expect(!end.errorText.contains("error:"))
        #expect(try !home.files.contains { $0.hasSuffix(".sock") })
    }

    @Test(
        "the filter of the documentation finds failed sign-ins, in a file and in the journal",
        arguments: ["text", "json"])
    func failedSignIn(format: String) async throws {
        let port = try TestServer.freePort()
        try await home.shell(
            "printf 'correct horse battery' | fleet user add ana --role administrator"
                + " --password-stdin"
        ).succeeded()
        let server = try home.start(
            "serve", "--listen", "127.0.0.1:\(port)", "--log-format", format)
        await server.waitUntil { $0.errorText.contains("listening") }
        _ = try await Tool.run(
            "curl", "-s", "http://127.0.0.1:\(port)/api/v1/session", "-H",
            "Content-Type: application/json", "-d", #"{"name":"ana client=1","password":"wrong"}"#)
        await server.waitUntil { $0.errorText.contains("sign-in failed") }
        server.send(SIGTERM)
        let lines = await server.outcome().errorText.split(separator: "\n")
        let page = try DocumentationPage("Documentation/server.md")
        let filter = try #require(page.blocks("ini", in: "Log").first)
        let expressions = try filter.split(separator: "\n").filter { $0.contains("<ADDR>") }.map {
            let text = String($0.drop { $0 != "^" })
            return try Regex(text.replacing("<ADDR>", with: #"127\.0\.0\.1"#))
        }
        try #require(expressions.count == 2)
        for start in ["", "app1 fleet[123]: "] {
            let found = lines.filter { line in
                // fail2ban removes the time of a line in a file.
                let text = start.isEmpty ? line.replacing(/\d+-\d\d-\d\dT[\d:.]+Z/, with: "") : line
                return expressions.contains { (start + text).firstMatch(of: $0) != nil }
            }
            #expect(found.count == 1 && found[0].contains("sign-in failed"))
        }
    }

    @Test("with --log-format json, each line on standard error is an object with time and level")
    func jsonLog() async throws {
        let port = try TestServer.freePort()
        let server = try home.start(
            "serve", "--listen", "127.0.0.1:\(port)", "--log-format", "json")
        await server.waitUntil { $0.lines.count == 2 }
        #expect(try await statusLine(of: "/health", port) == "HTTP/1.1 200 OK")
        await server.waitUntil { $0.errorText.contains("\"path\":\"/health\"") }
        server.send(SIGTERM)
        let end = await server.outcome()
        #expect(end.status == 0, "\(end.errorText)")
        for line in end.errorText.split(separator: "\n") {
            let object = try #require(
                JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
            #expect(object["time"] is String && object["level"] is String, "\(line)")
            guard object["path"] as? String == "/health" else { continue }
            #expect(object["status"] as? Int == 200 && object["ms"] is Double)
            #expect(object["client"] as? String == "127.0.0.1")
        }
        #expect(end.errorText.contains("the set-up link works once"))
    }

    @Test("its first start can be the first command of a user, whose settings have a folder apart")
    func firstCommand() async throws {
        let port = try TestServer.freePort()
        let server = try home.start(
            "serve", "--listen", "127.0.0.1:\(port)", environment: ["FLEET_HOME": nil])
        let ready = await server.waitUntil {
            $0.lines.count == 2 || $0.errorText.contains("error:")
        }
        #expect(ready.lines.first == "serving http://127.0.0.1:\(port)", "\(ready.errorText)")
        server.send(SIGTERM)
        #expect(await server.outcome().status == 0)
    }

    @Test("a second server on the same home follows the first, and both end at once")
    func second() async throws {
        let servers = try [try TestServer.freePort(), try TestServer.freePort()].map {
            try home.start("serve", "--listen", "127.0.0.1:\($0)")
        }
        for server in servers { await server.waitUntil { $0.lines.count == 2 } }
        for server in servers { server.send(SIGINT) }
        for server in servers { #expect(await server.outcome().status == 0) }
    }

    @Test("more connections than descriptors wait, and do not stop the server")
    func manyConnections() async throws {
        let port = try TestServer.freePort()
        let serve = "exec \(FleetHome.programs)/fleet serve --listen 127.0.0.1:\(port)"
        let server = try Program(
            "/bin/sh", ["-c", "ulimit -n 200; " + serve], environment: home.environment,
            folder: home.path)
        await server.waitUntil { $0.lines.count == 2 }
        let connect = "exec {fd}<>/dev/tcp/127.0.0.1/\(port)"
        _ = try await home.shell(
            "bash -c 'ulimit -Sn 400; for i in {1..250}; do \(connect) || exit 1; done'"
        ).succeeded()
        #expect(try await statusLine(of: "/health", port) == "HTTP/1.1 200 OK")
        server.send(SIGTERM)
        #expect(await server.outcome().status == 0)
    }

    /// Arguments that are refused.
    struct Refusal: Sendable, CustomTestStringConvertible {
        let line: String
        let status: Int32
        let cause: String
        let hint: String
        var testDescription: String { line }

        init(_ line: String, _ cause: String, _ hint: String, status: Int32 = 64) {
            (self.line, self.status, self.cause, self.hint) = (line, status, cause, hint)
        }
    }

    private static let unknownAddress =
        "the address under which people reach the server is not known"
    private static let help = "run `fleet serve --help`"

    static let refusals: [Refusal] = [
        Refusal(
            "--listen 0.0.0.0:8080",
            "--listen 0.0.0.0:8080 would send passwords over the network in the clear",
            """
            add --tls-cert and --tls-key, or a proxy with --trusted-proxy; see `fleet help server`
            """),
        Refusal(
            "--listen [::]:8080 --tls-cert a --tls-key b", unknownAddress,
            "add --public-url https://HOST"),
        Refusal("--trusted-proxy 10.0.0.0/8", unknownAddress, "add --public-url https://HOST"),
        Refusal(
            "--trusted-proxy 10.0.0.0/33", "--trusted-proxy must be a network such as 10.0.0.0/8",
            help),
        Refusal(
            "--listen 127.0.0.1:8080 --ops-listen 127.0.0.1:8080",
            "--ops-listen and --listen must be different addresses", help),
        Refusal(
            "--ops-listen 0.0.0.0:8080", "--ops-listen and --listen must be different addresses",
            help),
        Refusal("--tls-cert a", "--tls-cert and --tls-key are used together", help),
        Refusal(
            "--public-url https://fleet.example/path",
            "--public-url must be an address such as https://fleet.example.com", help),
        Refusal(
            "--tls-cert missing.pem --tls-key missing.pem", "cannot read missing.pem",
            "check the path and its permissions", status: 74),
        Refusal(
            "--tiles missing.mbtiles", "cannot read missing.mbtiles: No such file or directory",
            "check the path and its permissions", status: 74),
        Refusal("--source nowhere", "no source named nowhere", "use one of: demo", status: 66),
    ]

    @Test("an address that would be unsafe, or that cannot work, is refused", arguments: refusals)
    func refusal(_ refusal: Refusal) async throws {
        let arguments = ["serve"] + refusal.line.split(separator: " ").map(String.init)
        try await home.run(arguments).failed(refusal.status, refusal.cause, refusal.hint)
    }

    @Test(
        "values that are not of their kind are mistakes",
        arguments: [
            "--listen 8080", "--listen 127.0.0.1", "--ops-listen 9000", "--listen 127.0.0.1:0",
            "--listen a:70000",
            "--tiles https://tiles.example/", "--tiles city.pmtiles", "--registration everybody",
        ])
    func values(line: String) async throws {
        let arguments = ["serve"] + line.split(separator: " ").map(String.init)
        let result = try await home.run(arguments)
        #expect(result.status == 64)
        let error = result.errorLines.first ?? ""
        #expect(error.contains("is invalid for '") || error.contains(" must be a host and a port"))
    }

    @Test("a file of tiles that maps cannot show is refused, with the reason")
    func tiles() async throws {
        let path = home.path + "/vector.mbtiles"
        try await TileFile.write(to: path, format: "pbf")
        try await home.run("serve", "--tiles", path).failed(
            74, "the tiles of \(path) are not PNG, JPEG or WebP pictures",
            "vector tiles are not supported; render them to raster tiles first")
        let text = try home.write("no tiles", to: "text.mbtiles")
        try await home.run("serve", "--tiles", text).failed(
            74, "\(text) is not an MBTiles file, or it is damaged",
            "copy the file again, or give --tiles another one")
    }

    @Test("files that are no certificate or no key are named")
    func tlsFiles() async throws {
        let file = try home.write("no certificate", to: "a.pem")
        try await home.run("serve", "--tls-cert", file, "--tls-key", file).failed(
            74, "\(file) has no certificate in PEM format",
            "give --tls-cert the certificate with its chain, and --tls-key its key")
        let chain = try home.write(TestCertificate.good, to: "chain.pem")
        try await home.run("serve", "--tls-cert", chain, "--tls-key", chain).failed(
            74, "\(chain) has no private key in PEM format without a passphrase",
            "give --tls-cert the certificate with its chain, and --tls-key its key")
    }

    /// Returns the first line of the response to a request.
    @Test("A renewed certificate is used after SIGHUP, which does not end the server")
    func renewedCertificate() async throws {
        let (chain, key) = (home.path(of: "chain.pem"), home.path(of: "key.pem"))
        func renew(_ name: String) async throws {
            _ = try await Tool.run(
                "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", "/CN=" + name,
                "-keyout", key, "-out", chain)
        }
        let port = try TestServer.freePort()
        func subject() async throws -> String {
            let command =
                "openssl s_client -connect 127.0.0.1:\(port) </dev/null 2>/dev/null | openssl x509 -noout -subject"
            return try await home.shell(command).succeeded().text
        }
        try await renew("first")
        chmod(key, 0o644)
        let server = try home.start(
            "serve", "--listen", "127.0.0.1:\(port)", "--tls-cert", chain, "--tls-key", key)
        let ready = await server.waitUntil { $0.lines.count == 2 }
        #expect(ready.errorText.contains("warning other users of this machine can read"))
        #expect(try await subject().contains("first"))
        try await renew("second")
        server.send(SIGHUP)
        await server.waitUntil { $0.errorText.contains("notice certificate renewed") }
        #expect(try await subject().contains("second"))
        try home.write("no certificate", to: "chain.pem")
        server.send(SIGHUP)
        await server.waitUntil { $0.errorText.contains("certificate not renewed cause=") }
        #expect(try await subject().contains("second"))
        server.send(SIGTERM)
        let end = await server.outcome()
        #expect(end.status == 0, "\(end.errorText)")
    }

    private func statusLine(of path: String, _ port: Int) async throws -> String {
        let request: String =
            "GET \(path) HTTP/1.1\\r\\nHost: 127.0.0.1:\(port)\\r\\nConnection: close\\r\\n\\r\\n"
        let response = try await home.shell(
            "bash -c \"exec 3<>/dev/tcp/127.0.0.1/\(port); printf '\(request)' >&3; cat <&3\"")
        return response.succeeded().text.split(separator: "\r\n").first.map(String.init) ?? ""
    }
}

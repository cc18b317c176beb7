import FleetTestSupport
import Foundation
import Testing

@Suite("Secrets are never shown", .slots)
struct SecretTests {
    private static let header = "hush-header-7391"
    private static let token = "hush-token-2846"
    private static let query = "hush-query-5120"
    private static let user = "hush-user-9037"
    private static let link = "hush-link-4462"
    private static let variables = ["BEARER": token, "QUERY": query]

    @Test(
        "secrets are stored only in credentials.json, which other users cannot read",
        arguments: ["200", "403", "500"])
    func everywhere(status: String) async throws {
        let home = try FleetHome()
        let server = try TestServer { _, request in
            var response = TestServer.Response.status("\(status) X")
            response.body = Array(
                (status == "200" ? Feeds.vehicles("A") : "\(request.target) \(request.headers)")
                    .utf8)
            return response
        }
        let address = "http://me:\(Self.user)@127.0.0.1:\(server.port)/feed?token=\(Self.link)&a=1"
        var runs = [
            try await home.run(
                "source", "add", "s", address, "--header", "X-Key: \(Self.header)",
                "--bearer-env", "BEARER", "--query-env", "key=QUERY",
                environment: Self.variables)
        ]
        #expect(runs[0].status == ["200": 0, "403": 77, "500": 69][status])
        try expectSent(server.requests)
        runs.append(
            try await home.run(
                "source", "add", "s", address, "--header", "X-Key: \(Self.header)",
                "--bearer-env", "BEARER", "--query-env", "key=QUERY", "--no-check", "--replace"))
        for arguments in [
            ["refresh", "--source", "s"], ["list", "--source", "s"],
            ["watch", "--source", "s", "--count", "1", "--no-retry", "--format", "ndjson"],
            ["source", "list"], ["source", "show", "s"],
            ["source", "show", "s", "--format", "json"],
            ["list", "--source", address], ["detail", "A", "--source", address],
            ["refresh", "--source", address],
        ] {
            let program = try home.start(arguments, environment: Self.variables)
            runs.append(await program.outcome())
        }
        try expectSent(server.requests)
        for run in runs {
            #expect(!Self.containsSecret(run.data), "\(run.text)")
            #expect(!Self.containsSecret(run.errorBytes), "\(run.errorText)")
        }
        try expectOnlyInCredentials(home)
    }

    private func expectSent(_ requests: [TestServer.Request]) throws {
        let first = try #require(requests.first)
        #expect(first.headers["x-key"] == Self.header)
        #expect(first.headers["authorization"]?.isEmpty == false)
        #expect(first.target.contains("token=\(Self.link)"))
        #expect(first.target.contains("key=\(Self.query)"))
    }

    private func expectOnlyInCredentials(_ home: FleetHome) throws {
        for name in try home.files where Self.containsSecret(home.bytes(of: name)) {
            #expect(name == "credentials.json")
        }
        let credentials = home.text(of: "credentials.json")
        #expect(credentials.contains(Self.header) && credentials.contains(Self.link))
        #expect(!credentials.contains(Self.token) && !credentials.contains(Self.query))
        let attributes = try FileManager.default
            .attributesOfItem(atPath: home.path + "/credentials.json")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    /// Returns true if the bytes contain a secret, also in the encoding of basic authentication.
    private static func containsSecret(_ bytes: [UInt8]) -> Bool {
        let basic = Data("me:\(user)".utf8).base64EncodedString()
        return [header, token, query, user, link, basic].contains {
            Data(bytes).range(of: Data($0.utf8)) != nil
        }
    }

    @Test("a header can be read from a file, and no message prints it")
    func headers() async throws {
        let home = try FleetHome()
        let file = try home.write("X-Key: \(Self.header)\n", to: "header.txt")
        try await home.run(
            "source", "add", "s", "http://127.0.0.1:1/", "--header", "@" + file, "--no-check"
        ).succeeded()
        #expect(home.text(of: "credentials.json").contains(Self.header))
        let wrong = try await home.run(
            "source", "add", "t", "http://127.0.0.1:1/", "--header", Self.header)
        #expect(wrong.status == 64)
        #expect(!Self.containsSecret(wrong.errorBytes), "\(wrong.errorText)")
    }

    #if os(Linux)
    @Test(
        "without libcrypto, a source with signed tokens is an error with the package's name",
        .enabled(if: geteuid() == 0, "only root can make a mount namespace everywhere"))
    func missingLibrary() async throws {
        let home = try FleetHome()
        let key = home.path(of: "key.pem")
        _ = try await Tool.run(
            "openssl", "ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", key)
        let server = try TestServer { _, _ in .text(Feeds.vehicles("A")) }
        let options = "--jwt-key @\(key) --jwt-kid 1 --jwt-iss a --jwt-aud b"
        let outcome = try await home.shell(
            """
            exec unshare --mount sh -c '
            for file in $(/sbin/ldconfig -p | sed -n "s/.*libcrypto.so.3 .*=> //p")
            do mount --bind /dev/null "$file" || exit 1; done
            exec fleet source add s \(server.address()) \(options)'
            """)
        outcome.failed(
            74, "credentials: OpenSSL 3 (libcrypto), which signs tokens, is not installed",
            "install it: `apt install libssl3` or `brew install openssl@3`")
        #expect(server.requests.isEmpty)
    }
    #endif

    @Test("the key of signed tokens is read from a file, and only credentials.json has it")
    func signingKey() async throws {
        let home = try FleetHome()
        let key = home.path(of: "key.pem")
        _ = try await Tool.run(
            "openssl", "ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", key)
        let server = try TestServer { _, request in
            request.headers["authorization"]?.hasPrefix("Bearer eyJ") == true
                ? .text(Feeds.vehicles("A")) : .status("401 Unauthorized")
        }
        let options = ["--jwt-kid", "1", "--jwt-iss", "city", "--jwt-aud", "ops"]
        let add = ["source", "add", "s", server.address()]
        var runs = [try await home.run(add + ["--jwt-key", "@" + key] + options).succeeded()]
        runs.append(try await home.run("list", "--source", "s").succeeded())
        runs.append(try await home.run("source", "show", "s").succeeded())
        #expect(runs[2].text.contains("sends: tokens signed with the key 1 by city for ops"))
        let tokens = server.requests.compactMap { $0.headers["authorization"]?.dropFirst(7) }
        let lines = home.text(of: "key.pem").split(separator: "\n").dropFirst().dropLast()
        #expect(!tokens.isEmpty && lines.count > 1)
        for secret in (tokens + lines).map(String.init) {
            for run in runs { #expect(!(run.text + run.errorText).contains(secret)) }
            for name in try home.files where name != "key.pem" {
                let isStored = Data(home.bytes(of: name)).range(of: Data(secret.utf8)) != nil
                #expect(!isStored || name == "credentials.json", "\(name)")
            }
        }
        #expect(home.text(of: "credentials.json").contains(lines[1]))
        let wrong = try home.write("-----BEGIN PUBLIC KEY-----\n", to: "public.pem")
        try await home.run(add + ["--jwt-key", "@" + wrong, "--replace"] + options).failed(
            64, "credentials: the key is not a private key for ES256",
            "use a private key for P-256 in PEM format, not encrypted; `openssl ecparam -name "
                + "prime256v1 -genkey -noout -out FILE` makes one")
        let help = "run `fleet source add --help`"
        for (arguments, status, cause, hint) in [
            (
                ["--jwt-key", "@" + key], 64, "--jwt-key needs --jwt-kid, --jwt-iss and --jwt-aud",
                help
            ),
            (options, 64, "--jwt-kid needs --jwt-key", help),
            (
                ["--jwt-key", "@none.pem"] + options, 74, "cannot read none.pem for --jwt-key",
                "check the path and its permissions"
            ),
            (
                ["--jwt-key", "secret"] + options, 64, "--jwt-key needs a file",
                "write --jwt-key @FILE, since a key is a secret"
            ),
            (
                ["--jwt-key", "@" + key, "--bearer-env", "X"] + options, 64,
                "--bearer-env cannot be used with --jwt-key", help
            ),
        ] as [([String], Int32, String, String)] {
            try await home.run(add + ["--replace"] + arguments).failed(status, cause, hint)
        }
    }

    @Test("an unset variable is reported by name, and nothing is sent")
    func variable() async throws {
        let home = try FleetHome()
        let server = try TestServer { _, _ in .text(Feeds.vehicles("A")) }
        let add = ["source", "add", "s", server.address(), "--bearer-env", "NOT_SET"]
        try await home.run(add).failed(
            77, "credentials: environment variable NOT_SET is not set",
            "set it: `export NOT_SET=…`; --no-check saves the source without reading it")
        try await home.run(add + ["--no-check"]).succeeded()
        let list = try await home.run("list", "--source", "s")
        #expect(list.status == 77)
        #expect(list.errorLines.last == "hint: set it: `export NOT_SET=…`")
        #expect(server.requests.isEmpty)
    }

    @Test("credentials are not sent to another origin")
    func otherOrigin() async throws {
        let home = try FleetHome()
        let other = try TestServer { _, _ in .text(Feeds.vehicles("A")) }
        let server = try TestServer { [address = other.address()] _, _ in
            .status("302 Found", "Location: \(address)")
        }
        try await home.run(
            "source", "add", "s", server.address(), "--header", "X-Key: \(Self.header)"
        ).succeeded()
        try await home.run("list", "--source", "s").succeeded()
        #expect(server.requests.first?.headers["x-key"] == Self.header)
        #expect(other.requests.first?.headers["x-key"] == nil)
    }
}

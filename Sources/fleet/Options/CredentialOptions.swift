import ArgumentParser
import FleetCore
import FleetFeeds
import FleetRuntime

/// Options for the credentials of a source.
struct CredentialOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Header to send; @FILE reads it from a file, so that it does not appear in the process list.",
            valueName: "name: value"))
    var header: [String] = []

    @Option(
        help: ArgumentHelp(
            "Environment variable with a bearer token.", valueName: "variable"))
    var bearerEnv: String?

    @Option(
        name: .customLong("oauth-token-url"),
        help: ArgumentHelp(
            "Address that issues bearer tokens to the client itself (OAuth 2.0).",
            valueName: "url"))
    var oauthTokenURL: String?

    @Option(
        name: .customLong("client-id"),
        help: ArgumentHelp("ID of the client for --oauth-token-url.", valueName: "id"))
    var clientID: String?

    @Option(
        help: ArgumentHelp(
            "Environment variable with the secret of the client.", valueName: "variable"))
    var clientSecretEnv: String?

    @Option(help: ArgumentHelp("Scope of the tokens.", valueName: "scope"))
    var scope: String?

    @Option(help: "Form in which the client sends its ID and secret.")
    var tokenAuth: TokenGrant.Authentication?

    @Option(
        help: ArgumentHelp(
            "File with a private key for P-256 in PEM format, which signs bearer tokens (JWT, ES256).",
            valueName: "@file"))
    var jwtKey: String?

    @Option(help: ArgumentHelp("ID of the key for the service (kid).", valueName: "id"))
    var jwtKid: String?

    @Option(help: ArgumentHelp("Issuer of the tokens, yourself (iss).", valueName: "name"))
    var jwtIss: String?

    @Option(help: ArgumentHelp("Audience of the tokens, the service (aud).", valueName: "name"))
    var jwtAud: String?

    @Option(
        help: ArgumentHelp(
            "Query key and the environment variable with its value.",
            valueName: "key=variable"))
    var queryEnv: [String] = []

    @Option(
        help: ArgumentHelp(
            "Another origin that receives the credentials.", valueName: "https://host"))
    var authOrigin: [String] = []

    /// Returns the credentials to store; reads the files of `--header @FILE`.
    ///
    /// - Throws: `CommandError`; `FeedFailure` if the credentials could never be sent.
    func credentials() throws -> Credentials {
        var credentials = Credentials()
        credentials.headers = try header.map(Self.header)
        credentials.bearerVariable = bearerEnv
        credentials.tokenGrant = try tokenGrant()
        credentials.tokenSigning = try tokenSigning()
        try checkTokens()
        for item in queryEnv {
            guard let equals = item.firstIndex(of: "="), equals > item.startIndex else {
                throw CommandError.usage("--query-env must be KEY=VARIABLE", hint: Self.hint)
            }
            credentials.queryVariables[String(item[..<equals])] =
                String(item[item.index(after: equals)...])
        }
        credentials.authOrigins = authOrigin
        // Checks the names only: the variables need not be set yet.
        _ = try credentials.resolved(environment: { _ in "set" })
        return credentials
    }

    /// Returns the request of tokens; `nil` without its address.
    private func tokenGrant() throws -> TokenGrant? {
        guard let oauthTokenURL else {
            let others = [
                ("--client-id", clientID), ("--client-secret-env", clientSecretEnv),
                ("--scope", scope), ("--token-auth", tokenAuth?.rawValue),
            ]
            if let (option, _) = others.first(where: { $0.1 != nil }) {
                throw CommandError.usage("\(option) needs --oauth-token-url", hint: Self.hint)
            }
            return nil
        }
        guard let clientID, let clientSecretEnv else {
            throw CommandError.usage(
                "--oauth-token-url needs --client-id and --client-secret-env", hint: Self.hint)
        }
        var grant = TokenGrant(
            address: oauthTokenURL, clientID: clientID, secretVariable: clientSecretEnv)
        grant.scope = scope
        grant.authentication = tokenAuth ?? .basic
        return grant
    }

    /// Returns the signature of tokens with the key of the file; `nil` without a key.
    private func tokenSigning() throws -> TokenSigning? {
        guard let jwtKey else {
            let others = [("--jwt-kid", jwtKid), ("--jwt-iss", jwtIss), ("--jwt-aud", jwtAud)]
            if let (option, _) = others.first(where: { $0.1 != nil }) {
                throw CommandError.usage("\(option) needs --jwt-key", hint: Self.hint)
            }
            return nil
        }
        guard let jwtKid, let jwtIss, let jwtAud else {
            throw CommandError.usage(
                "--jwt-key needs --jwt-kid, --jwt-iss and --jwt-aud", hint: Self.hint)
        }
        guard jwtKey.hasPrefix("@") else {
            throw CommandError.usage(
                "--jwt-key needs a file", hint: "write --jwt-key @FILE, since a key is a secret")
        }
        let text = try secretText(ofFile: jwtKey.dropFirst(), for: "--jwt-key")
        return TokenSigning(
            privateKey: text, keyID: jwtKid, issuer: jwtIss, audience: jwtAud)
    }

    /// Checks that only one option gives a bearer token.
    private func checkTokens() throws {
        let given = [
            ("--bearer-env", bearerEnv), ("--oauth-token-url", oauthTokenURL),
            ("--jwt-key", jwtKey),
        ].filter { $0.1 != nil }
        guard given.count > 1 else { return }
        throw CommandError.usage(
            "\(given[0].0) cannot be used with \(given[1].0)", hint: Self.hint)
    }

    private static let hint = "run `fleet source add --help`"

    /// Parses a header line; errors do not contain it, because the value is secret.
    private static func header(_ text: String) throws -> Credentials.Header {
        let line =
            try text.hasPrefix("@") ? firstLine(ofFile: text.dropFirst(), for: "--header") : text
        // The name and the characters of the value are checked with all credentials.
        guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else {
            throw CommandError.usage("--header has no colon: write 'Name: value'", hint: hint)
        }
        let value = line[line.utf8.index(after: colon)...].drop { $0 == " " }
        return Credentials.Header(name: String(line[..<colon]), value: String(value))
    }
}

extension Credentials {
    /// Warns if a location is read without a request, so that they are not sent.
    func warnIfUnsent(to location: Location, on output: Output) {
        guard !isEmpty, !location.isWeb else { return }
        output.warn("\(location.description) is read without requests, so no credentials are sent")
    }
}

import ArgumentParser
import FleetCore
import FleetFeeds

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

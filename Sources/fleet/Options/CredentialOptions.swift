import ArgumentParser
import FleetCore
import FleetFeeds

/// What a source's service wants to see before it answers.
struct CredentialOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A header line to send; @FILE reads it from a file, out of the process list.",
            valueName: "name: value"))
    var header: [String] = []

    @Option(
        help: ArgumentHelp(
            "The environment variable that holds a bearer token.", valueName: "variable"))
    var bearerEnv: String?

    @Option(
        help: ArgumentHelp(
            "A query key, and the environment variable that holds its value.",
            valueName: "key=variable"))
    var queryEnv: [String] = []

    @Option(
        help: ArgumentHelp(
            "Another origin that may see the credentials.", valueName: "https://host"))
    var authOrigin: [String] = []

    /// The credentials as they are kept; reads the files that `--header @FILE` names.
    ///
    /// Throws `Problem`, and `FeedFailure` if they could never be sent.
    func credentials() throws -> Credentials {
        var credentials = Credentials()
        credentials.headers = try header.map(Self.header)
        credentials.bearerVariable = bearerEnv
        for item in queryEnv {
            guard let equals = item.firstIndex(of: "="), equals > item.startIndex else {
                throw Problem.usage("--query-env takes KEY=VARIABLE", hint: Self.help)
            }
            credentials.queryVariables[String(item[..<equals])] =
                String(item[item.index(after: equals)...])
        }
        credentials.authOrigins = authOrigin
        // What the variables hold is of no matter here, and they need not be set yet.
        _ = try credentials.resolved(environment: { _ in "set" })
        return credentials
    }

    private static let help = "run `fleet source add --help`"

    /// Reads a header line; the value is a secret, so no message repeats it.
    private static func header(_ text: String) throws -> Credentials.Header {
        let line =
            try text.hasPrefix("@") ? firstLine(ofFile: text.dropFirst(), for: "--header") : text
        guard let colon = line.firstIndex(of: ":"), colon > line.startIndex,
            line.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        else {
            throw Problem.usage("--header takes one line, 'Name: value'", hint: help)
        }
        let value = line[line.index(after: colon)...].drop { $0 == " " }
        return Credentials.Header(name: String(line[..<colon]), value: String(value))
    }
}

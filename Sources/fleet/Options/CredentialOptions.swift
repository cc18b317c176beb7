import ArgumentParser
import FleetCore

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

    /// The credentials as they are kept.
    func credentials() throws -> Credentials {
        var credentials = Credentials()
        credentials.headers = try header.map(Self.header)
        credentials.bearerVariable = bearerEnv
        for item in queryEnv {
            guard let equals = item.firstIndex(of: "="), equals > item.startIndex else {
                throw ValidationError("--query-env takes KEY=VARIABLE")
            }
            credentials.queryVariables[String(item[..<equals])] =
                String(item[item.index(after: equals)...])
        }
        credentials.authOrigins = authOrigin
        return credentials
    }

    /// Reads a header line; the value is a secret, so no message repeats it.
    private static func header(_ text: String) throws -> Credentials.Header {
        let line = try text.hasPrefix("@") ? firstLine(ofFile: String(text.dropFirst())) : text
        guard let colon = line.firstIndex(of: ":"), colon > line.startIndex,
            line.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        else { throw ValidationError("--header takes one line, 'Name: value'") }
        let value = line[line.index(after: colon)...].drop { $0 == " " }
        return Credentials.Header(name: String(line[..<colon]), value: String(value))
    }

    private static func firstLine(ofFile path: String) throws -> String {
        guard let text = readText(path, limit: 65_536) else {
            throw ValidationError("--header @\(path): the file cannot be read")
        }
        return String(text.prefix { !$0.isNewline })
    }
}

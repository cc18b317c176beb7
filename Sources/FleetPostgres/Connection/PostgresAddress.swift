import CPostgres
public import FleetSQL

/// The address of a PostgreSQL database: a URI as libpq reads it, with one or several hosts
/// (https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING).
///
/// Neither its description nor an error shows the password.
public struct PostgresAddress: Sendable {
    /// The address for people, without the password and the parameters.
    public let shown: String
    /// Keywords and values of the connection, in libpq's order.
    let parameters: [Parameter]

    /// Whether the address has a password, which others can see in the arguments of a process.
    public var hasPassword: Bool { value("password") != nil || hasKeyPassword }

    /// Whether it has the password of a key, for which programs of PostgreSQL have no variable.
    package var hasKeyPassword: Bool { value("sslpassword") != nil }

    /// The address for programs of PostgreSQL: a connection string without the password, for their
    /// arguments, which other users can see, and the password for `PGPASSWORD`.
    package var forPrograms: (connection: String, password: String?) {
        func escaped(_ value: String) -> String {
            "'" + value.replacing("\\", with: #"\\"#).replacing("'", with: #"\'"#) + "'"
        }
        let shown = parameters(within: PostgresLimits()).filter {
            !["password", "sslpassword"].contains($0.keyword) && !$0.value.isEmpty
        }
        return (
            shown.map { "\($0.keyword)=\(escaped($0.value))" }.joined(separator: " "),
            value("password")
        )
    }

    private func value(_ keyword: String) -> String? {
        parameters.first { $0.keyword == keyword && !$0.value.isEmpty }?.value
    }

    struct Parameter: Sendable {
        let keyword: String
        let value: String
    }

    /// Returns whether a text is meant as such an address.
    public static func isAddress(_ text: String) -> Bool {
        text.hasPrefix("postgres://") || text.hasPrefix("postgresql://")
    }

    /// Parses an address.
    /// - Throws: `StoreError.invalidAddress`, `StoreError.libraryMissing`.
    public init(_ text: String) throws(StoreError) {
        guard Self.isAddress(text) else {
            throw .invalidAddress(reason: "does not begin with postgres://")
        }
        guard !text.utf8.contains(0), let given = try Self.parse(text) else {
            // libpq's message may contain a part of the password.
            throw .invalidAddress(reason: "is malformed")
        }
        shown = Self.shown(given)
        parameters = Self.completed(given)
    }

    /// The parameters of each attempt to connect: with all hosts, without the first, and so on.
    ///
    /// libpq tries the next host if one refuses or does not answer, but gives up at one that
    /// accepts the connection and closes it, as a proxy in front of a dead server does.
    func attempts(within limits: PostgresLimits) -> [[Parameter]] {
        let parameters = parameters(within: limits)
        let lists = ["host", "hostaddr", "port"]
        let hosts = parameters.filter { lists.contains($0.keyword) }
            .map { $0.value.split(separator: ",", omittingEmptySubsequences: false).count }
        return (0..<max(hosts.max() ?? 1, 1)).map { first in
            parameters.map { parameter in
                let values = parameter.value.split(separator: ",", omittingEmptySubsequences: false)
                guard lists.contains(parameter.keyword), values.count > 1 else { return parameter }
                return Parameter(
                    keyword: parameter.keyword,
                    value: values.dropFirst(first).joined(separator: ","))
            }
        }
    }

    /// Returns the parameters with the time to connect to one host, unless it was given.
    func parameters(within limits: PostgresLimits) -> [Parameter] {
        let keyword = "connect_timeout"
        if parameters.contains(where: { $0.keyword == keyword }) { return parameters }
        let seconds = max(1, limits.connect.components.seconds)
        return parameters + [Parameter(keyword: keyword, value: "\(seconds)")]
    }

    private static func parse(_ text: String) throws(StoreError) -> [Parameter]? {
        guard let library = cpostgres_load()?.pointee else { throw .libraryMissing }
        guard let options = library.PQconninfoParse(text, nil) else { return nil }
        defer { library.PQconninfoFree(options) }
        var parameters: [Parameter] = []
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val {
                parameters.append(
                    Parameter(keyword: String(cString: keyword), value: String(cString: value)))
            }
            option += 1
        }
        return parameters
    }

    private static func shown(_ given: [Parameter]) -> String {
        func values(_ keyword: String) -> [Substring] {
            given.first { $0.keyword == keyword }?.value
                .split(separator: ",", omittingEmptySubsequences: false) ?? []
        }
        let (user, hosts, ports) = (values("user"), values("host"), values("port"))
        let addresses = hosts.indices.map { index in
            let port =
                ports.count == 1 ? ports[0] : ports.indices.contains(index) ? ports[index] : ""
            return hosts[index] + (port.isEmpty ? "" : ":" + port)
        }
        return "postgres://" + user.map { $0 + "@" }.joined()
            + addresses.joined(separator: ",") + values("dbname").map { "/" + $0 }.joined()
    }

    /// Returns the parameters with those that are needed unless others were given.
    ///
    /// A server or network that does not answer is noticed within about ten seconds.
    private static func completed(_ given: [Parameter]) -> [Parameter] {
        var defaults = [
            ("keepalives_idle", "5"), ("keepalives_interval", "2"), ("keepalives_count", "3"),
            ("tcp_user_timeout", "10000"), ("fallback_application_name", "fleet"),
        ]
        let hosts = given.first { $0.keyword == "host" || $0.keyword == "hostaddr" }?.value ?? ""
        if hosts.contains(",") { defaults.append(("target_session_attrs", "read-write")) }
        let names = Set(given.map(\.keyword))
        let added = defaults.filter { !names.contains($0.0) }
        return given.filter { $0.keyword != "client_encoding" }
            + added.map { Parameter(keyword: $0.0, value: $0.1) }
            + [Parameter(keyword: "client_encoding", value: "UTF8")]
    }
}

extension PostgresAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable
{
    /// The same text as ``shown``.
    public var description: String { shown }
    /// The same text as ``shown``.
    public var debugDescription: String { shown }
    /// A mirror without the parameters.
    public var customMirror: Mirror { Mirror(self, children: ["shown": shown]) }
}

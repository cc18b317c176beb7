public import FleetCore

extension Credentials {
    /// The credentials with the values of their environment variables.
    ///
    /// Throws `.credentialMissing` for a variable that is not set or empty, and `.badCredentials` for a
    /// header or an origin that cannot be sent to; no message holds a value.
    public func resolved(
        environment: (String) -> String?
    ) throws(FeedFailure) -> ResolvedCredentials {
        var access = ResolvedCredentials()
        for header in headers { access.headers.append(try Self.checked(header)) }
        if let variable = bearerVariable {
            let value = "Bearer " + (try Self.value(of: variable, in: environment))
            access.headers.removeAll { $0.name.lowercased() == "authorization" }
            access.headers.append(try Self.checked(Header(name: "Authorization", value: value)))
        }
        access.queryItems = queryItems
        for (key, variable) in queryVariables {
            access.queryItems[key] = try Self.value(of: variable, in: environment)
        }
        for text in authOrigins { access.origins.insert(try Self.origin(text)) }
        return access
    }

    /// Headers that frame a message or choose its target; a wrong one would break every request.
    private static let reserved: Set = [
        "accept-encoding", "connection", "content-length", "expect", "host", "if-modified-since",
        "if-none-match", "keep-alive", "proxy-connection", "range", "te", "trailer",
        "transfer-encoding", "upgrade",
    ]

    private static func value(
        of variable: String, in environment: (String) -> String?
    ) throws(FeedFailure) -> String {
        guard let value = environment(variable), !value.isEmpty else {
            throw FeedFailure(.credentialMissing(variable: variable), at: "the credentials")
        }
        return value
    }

    private static func checked(_ header: Header) throws(FeedFailure) -> Header {
        guard HeaderField.isName(header.name) else { throw fault("a header's name makes no sense") }
        guard !reserved.contains(header.name.lowercased()) else {
            throw fault("the header \(header.name) cannot be chosen")
        }
        guard HeaderField.isValue(header.value) else {
            throw fault("the header \(header.name) holds a line end or control character")
        }
        return header
    }

    private static func origin(_ text: String) throws(FeedFailure) -> Origin {
        do {
            return try WebAddress(text).origin
        } catch {
            throw fault("an origin for credentials makes no sense: \(error.why)")
        }
    }

    private static func fault(_ why: String) -> FeedFailure {
        FeedFailure(.badCredentials(why), at: "the credentials")
    }
}

public import FleetCore

extension Credentials {
    /// Returns the credentials with the values of their environment variables.
    ///
    /// - Throws: `.credentialMissing` if a variable is unset or empty, `.badCredentials` if a
    ///   header or an origin is invalid, `.badSigningKey`, `.signingLibraryMissing`; no message
    ///   contains a value.
    public func resolved(
        environment: (String) -> String?
    ) throws(FeedFailure) -> ResolvedCredentials {
        var credentials = ResolvedCredentials()
        for header in headers { credentials.headers.append(try Self.validated(header)) }
        if let variable = bearerVariable {
            let value = "Bearer " + (try Self.value(of: variable, in: environment))
            credentials.headers.removeAll { $0.name.lowercased() == "authorization" }
            credentials.headers.append(
                try Self.validated(Header(name: "Authorization", value: value)))
        }
        if let tokenGrant {
            let secret: String
            if let stored = tokenGrant.secret {
                secret = stored
            } else {
                secret = try Self.value(of: tokenGrant.secretVariable ?? "", in: environment)
            }
            credentials.headers.removeAll { $0.name.lowercased() == "authorization" }
            do throws(AddressError) {
                credentials.tokens = try AccessTokens(tokenGrant, secret: secret)
            } catch {
                throw Self.failure("invalid address for tokens: \(error.message)")
            }
        }
        if let tokenSigning {
            credentials.headers.removeAll { $0.name.lowercased() == "authorization" }
            credentials.tokens = AccessTokens(try SigningKey(tokenSigning))
        }
        credentials.queryItems = queryItems
        for (key, variable) in queryVariables {
            credentials.queryItems[key] = try Self.value(of: variable, in: environment)
        }
        for text in authOrigins { credentials.origins.insert(try Self.origin(text)) }
        return credentials
    }

    /// Headers that frame a message or select its target; overriding one would break every request.
    private static let reserved: Set = [
        "accept-encoding", "connection", "content-length", "expect", "host", "if-modified-since",
        "if-none-match", "keep-alive", "proxy-connection", "range", "te", "trailer",
        "transfer-encoding", "upgrade",
    ]

    private static func value(
        of variable: String, in environment: (String) -> String?
    ) throws(FeedFailure) -> String {
        guard let value = environment(variable), !value.isEmpty else {
            throw FeedFailure(.access(.credentialMissing(variable: variable)), at: "credentials")
        }
        return value
    }

    private static func validated(_ header: Header) throws(FeedFailure) -> Header {
        guard HeaderField.isValidName(header.name) else { throw failure("invalid header name") }
        guard !reserved.contains(header.name.lowercased()) else {
            throw failure("the header \(header.name) is reserved")
        }
        guard header.value.utf8.count <= HeaderField.maxLength else {
            throw failure(
                "the header \(header.name) is longer than \(HeaderField.maxLength) bytes")
        }
        guard HeaderField.isValidValue(header.value) else {
            throw failure("the header \(header.name) contains a line break or control character")
        }
        return header
    }

    private static func origin(_ text: String) throws(FeedFailure) -> WebOrigin {
        do {
            return try WebAddress(text).origin
        } catch {
            throw failure("invalid origin for credentials: \(error.message)")
        }
    }

    private static func failure(_ message: String) -> FeedFailure {
        FeedFailure(.access(.badCredentials(message)), at: "credentials")
    }
}

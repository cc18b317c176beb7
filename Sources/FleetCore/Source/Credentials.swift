public import Foundation

/// The credentials for the service of a source.
///
/// They are sent only to the source's own origin and to `authOrigins`, and are never printed.
public struct Credentials: Equatable, Sendable, Codable {
    /// One header line.
    public struct Header: Equatable, Sendable, Codable {
        /// The field name.
        public var name: String
        /// The value, a secret.
        public var value: String

        /// Creates a header line.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Header lines with stored values.
    public var headers: [Header] = []
    /// The environment variable with the bearer token (RFC 6750, section 2.1).
    public var bearerVariable: String?
    /// How to request bearer tokens from the operator; they expire.
    public var tokenGrant: TokenGrant?
    /// How to sign bearer tokens for the operator.
    public var tokenSigning: TokenSigning?
    /// Query items with stored values.
    public var queryItems: [String: String] = [:]
    /// Environment variables with the values of query items, by query key.
    public var queryVariables: [String: String] = [:]
    /// Other origins that may receive the credentials, such as `https://auth.example.com`.
    public var authOrigins: [String] = []

    /// The revision of stored credentials: a source only uses those of its `credentialsRevision`.
    public var revision: UUID?

    /// Creates credentials that send nothing.
    public init() {}

    /// Decodes credentials; all members are optional.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        headers = try fields.decodeIfPresent([Header].self, forKey: .headers) ?? []
        bearerVariable = try fields.decodeIfPresent(String.self, forKey: .bearerVariable)
        tokenGrant = try fields.decodeIfPresent(TokenGrant.self, forKey: .tokenGrant)
        tokenSigning = try fields.decodeIfPresent(TokenSigning.self, forKey: .tokenSigning)
        queryItems = try fields.decodeIfPresent([String: String].self, forKey: .queryItems) ?? [:]
        queryVariables =
            try fields.decodeIfPresent([String: String].self, forKey: .queryVariables) ?? [:]
        authOrigins = try fields.decodeIfPresent([String].self, forKey: .authOrigins) ?? []
        revision = try fields.decodeIfPresent(UUID.self, forKey: .revision)
    }

    /// Whether nothing is sent.
    public var isEmpty: Bool {
        headers.isEmpty && bearerVariable == nil && tokenGrant == nil && tokenSigning == nil
            && queryItems.isEmpty && queryVariables.isEmpty
    }
}

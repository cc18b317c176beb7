/// The access to the feed, and its credentials.
public enum AccessFailure: FailureGroup {
    /// HTTP status 401 or 403; a 403 because of a quota is a `status`.
    case accessDenied(Int)
    /// The service issued no access token; with the cause.
    case tokenRefused(String)
    /// The environment variable for a credential is not set.
    case credentialMissing(variable: String)
    /// The credentials are invalid; with the cause, without the secret.
    case badCredentials(String)
    /// The credentials are sealed, and cannot be opened; with the cause.
    case sealedCredentials(String)
    /// The key that signs tokens is invalid; with a phrase that follows `the key`.
    case badSigningKey(String)

    var words: Words {
        switch self {
        case .accessDenied(let status):
            Words(
                .access, "access denied (HTTP status \(status))",
                """
                give the source the operator's credentials, with --header, --bearer-env, \
                --oauth-token-url or --jwt-key of `fleet source add` or `fleet source edit`
                """)
        case .tokenRefused(let detail):
            Words(
                .access, "no access token was issued (\(detail))",
                """
                correct --oauth-token-url, --client-id, the secret, --scope or --token-auth of \
                `fleet source edit`
                """)
        case .credentialMissing(let name):
            Words(.access, "environment variable \(name) is not set", "set it: `export \(name)=…`")
        case .badCredentials(let detail):
            Words(
                .usage, Self.message(detail),
                """
                correct --header, --bearer-env, --oauth-token-url, --query-env or --auth-origin; \
                `fleet source edit` replaces those of a source
                """)
        case .sealedCredentials(let detail):
            Words(
                .access, Self.message(detail),
                "set FLEET_SECRET_FILE to a copy of the key file that the servers of this database use"
            )
        case .badSigningKey(let detail):
            Words(
                .usage, "the key \(detail)",
                """
                use a private key for P-256 in PEM format, not encrypted; `openssl ecparam -name \
                prime256v1 -genkey -noout -out FILE` makes one
                """)
        }
    }

    private static func message(_ detail: String) -> LocalizedText {
        detail.isEmpty ? "its credentials cannot be read" : .verbatim(detail)
    }
}

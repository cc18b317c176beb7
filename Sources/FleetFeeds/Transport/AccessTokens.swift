import FleetCore
import Synchronization

/// The access tokens of a source, which are only in memory.
///
/// A token is renewed after nine tenths of its lifetime, and when the service refuses it.
final class AccessTokens: Sendable {
    /// Where new tokens come from.
    enum Issuer: Sendable {
        /// A service; its address is https, or of this machine.
        case service(TokenGrant, secret: String, at: WebAddress)
        /// The client itself.
        case key(SigningKey)
    }

    private struct State {
        var current: (token: String, renewAt: Timestamp)?
        /// The last tokens, which must not be shown or sent elsewhere.
        var issued: [String] = []
    }

    /// Lifetime of a token for which the service names none, in seconds.
    private static let defaultLifetime = 3600.0
    private static let maxLifetime = 86_400.0
    private static let maxIssued = 8

    let issuer: Issuer
    private let state = Mutex(State())

    /// Creates the tokens that a service issues to a client.
    ///
    /// - Throws: `AddressError` if the secret would go over the network without encryption.
    init(_ grant: TokenGrant, secret: String) throws(AddressError) {
        let address = try WebAddress(grant.address)
        guard address.origin.scheme == .https || address.origin.isLoopback else {
            throw AddressError("not an https address")
        }
        issuer = .service(grant, secret: secret, at: address)
    }

    /// Creates the tokens that a client signs itself.
    init(_ key: SigningKey) { issuer = .key(key) }

    /// The secrets of the client and the last tokens.
    var secrets: [String] {
        let own =
            switch issuer {
            case .service(_, let secret, _): [secret]
            case .key(let key): key.secrets
            }
        return own + state.withLock(\.issued)
    }

    /// Returns the token to send; `nil` if a new one is needed.
    func current(at now: Timestamp) -> String? {
        state.withLock { state in
            guard let (token, renewAt) = state.current, now < renewAt else { return nil }
            return token
        }
    }

    /// Forgets a token that the service has refused.
    func refuse(_ token: String) {
        state.withLock { if $0.current?.token == token { $0.current = nil } }
    }

    /// Stores a new token.
    ///
    /// - Parameter lifetime: In seconds; `nil` if the service does not name it.
    func issue(_ token: String, lifetime: Double?, at now: Timestamp) {
        let lifetime = min(max(lifetime ?? Self.defaultLifetime, 0), Self.maxLifetime)
        state.withLock { state in
            state.current = (token, now + Duration(clampingSeconds: lifetime * 0.9))
            if !state.issued.contains(token) { state.issued.append(token) }
            state.issued.removeFirst(max(0, state.issued.count - Self.maxIssued))
        }
    }
}

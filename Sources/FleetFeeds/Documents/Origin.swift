/// The part of an address that decides who may see credentials (RFC 6454, section 4).
struct Origin: Hashable, Sendable {
    /// The two ways in which documents are fetched.
    enum Scheme: String, Sendable {
        case http
        case https

        /// The port of an address that names none.
        var defaultPort: Int { self == .http ? 80 : 443 }
    }

    let scheme: Scheme
    /// In lower case; an IPv6 address stands in brackets.
    let host: String
    let port: Int

    /// The origin as an address begins, without a port that goes without saying.
    var text: String {
        let start = scheme.rawValue + "://" + host
        return port == scheme.defaultPort ? start : start + ":" + String(port)
    }
}

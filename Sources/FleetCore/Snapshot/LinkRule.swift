/// The links of a feed that people may open: on pages, in QR codes and in published feeds.
///
/// Allowed are links of the web (`https`, `http`), and links with a scheme of the system's own
/// apps, which the feed names in `rental_apps` (`discovery_uri`). No link may have user
/// information, since a reader takes that for the host. Without system information only links of
/// the web are allowed. Exports keep every link, because they are data.
public struct LinkRule: Equatable, Sendable {
    /// Maximum length of a link in bytes.
    static let maxLength = 2048

    /// Schemes that no feed can name as its own.
    ///
    /// Browsers and operating systems act on them, or they address other apps. Those that begin
    /// with `refusedPrefixes` are refused, too.
    private static let refusedSchemes: Set<String> = [
        "about", "android-app", "blob", "cid", "content", "data", "feed", "file", "filesystem",
        "ftp", "ftps", "geo", "hcp", "help", "intent", "itms-services", "jar", "javascript", "ldap",
        "ldaps", "livescript", "mailto", "market", "mhtml", "mid", "mk", "mocha", "nfs", "res",
        "resource", "search", "search-ms", "sftp", "shell", "sip", "sips", "smb", "sms", "smsto",
        "ssh", "tel", "telnet", "urn", "vbscript", "view-source", "ws", "wss", "wtai",
    ]
    private static let refusedPrefixes = ["chrome", "moz-", "ms-"]
    private static let webSchemes: Set<String> = ["http", "https"]

    /// Schemes of the system's apps, in lower case.
    private let appSchemes: Set<String>

    /// Creates the rule for the links of a feed; `nil` for a feed that was never read.
    public init(_ feed: FeedDescription?) {
        let apps = [feed?.rentalApps?.android, feed?.rentalApps?.ios]
        appSchemes = Set(
            apps.compactMap { app in
                app?.discoveryURI.flatMap { link in
                    Self.isText(link) ? URIReference(Array(link.utf8)[...]).schemeName : nil
                }
            }
        ).filter { !Self.isRefused($0) }
    }

    /// Returns whether a link may be opened.
    public func allows(_ link: String) -> Bool {
        guard Self.isText(link) else { return false }
        let reference = URIReference(Array(link.utf8)[...])
        guard let scheme = reference.schemeName, reference.userInformation == nil else {
            return false
        }
        // In these, browsers also accept other numbers of slashes than two.
        if Self.webSchemes.contains(scheme) { return Self.isHost(reference.authority) }
        return appSchemes.contains(scheme) && link.utf8.count > scheme.utf8.count + 1
    }

    /// Returns the allowed ones of a vehicle's links; `nil` if there are none.
    public func allowed(_ links: RentalURIs?) -> RentalURIs? {
        RentalURIs(
            web: allowed(links?.web), android: allowed(links?.android), ios: allowed(links?.ios))
    }

    /// Returns the apps that may be published: those with both links, which GBFS requires, as valid
    /// URIs; `nil` if there are none.
    public func published(_ apps: RentalApps?) -> RentalApps? {
        func complete(_ app: RentalApps.App?) -> RentalApps.App? {
            let links = [app?.storeURI, app?.discoveryURI].compactMap { allowed($0) }
            let areValid = links.allSatisfy { URIReference(Array($0.utf8)[...]).isURI }
            return links.count == 2 && areValid ? app : nil
        }
        return RentalApps(android: complete(apps?.android), ios: complete(apps?.ios))
    }

    private func allowed(_ link: String?) -> String? {
        link.flatMap { allows($0) ? $0 : nil }
    }

    private static func isRefused(_ scheme: String) -> Bool {
        refusedSchemes.contains(scheme) || refusedPrefixes.contains { scheme.hasPrefix($0) }
    }

    /// Whether a text has a limited length, and no characters that readers of links remove, do not
    /// show, or read as others: a backslash is a slash to browsers.
    private static func isText(_ link: String) -> Bool {
        link.utf8.count <= maxLength
            && link.unicodeScalars.allSatisfy { scalar in
                guard !"\\\"<>`".unicodeScalars.contains(scalar) else { return false }
                switch scalar.properties.generalCategory {
                case .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator,
                    .lineSeparator, .paragraphSeparator:
                    return false
                default: return true
                }
            }
    }

    /// Whether an authority is a name or an IPv4 address, perhaps with a port.
    private static func isHost(_ authority: ArraySlice<UInt8>?) -> Bool {
        guard let authority else { return false }
        let (host, port) = authority.divided(at: UInt8(ascii: ":"))
        return !host.isEmpty && host.allSatisfy { $0.isLetterOrDigit || "-._~".utf8.contains($0) }
            && port?.allSatisfy(\.isDigit) != false
    }
}

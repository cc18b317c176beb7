import FleetCore

/// Address of a document: a file, the standard input, or an http(s) address.
enum DocumentAddress: Hashable, Sendable {
    /// The standard input, written `-`.
    case standardInput
    /// A file, by its path.
    case file(String)
    /// An http or https address.
    case web(WebAddress)

    /// Parses an address as written by a user or a feed; text without a scheme is a path.
    init(_ text: String) throws(AddressError) {
        guard text != "-" else { self = .standardInput; return }
        switch Self.scheme(of: text) {
        case "http", "https": self = .web(try WebAddress(text))
        case "file": self = .file(try Self.path(ofFileAddress: text))
        case .some where text.contains("://"): throw AddressError("not an http or https address")
        default:
            guard !text.isEmpty, !text.utf8.contains(0) else {
                throw AddressError("the address is empty")
            }
            self = .file(text)
        }
    }

    /// Resolves a link in the document at this address.
    ///
    /// A document from the web may link only to the web. So may one from the standard input, whose
    /// origin is unknown. A file may link to the web and to files, by a path relative to its own
    /// folder or a `file:` address.
    func resolving(_ link: String) throws(AddressError) -> DocumentAddress {
        let link = link.trimmingWhitespace
        switch self {
        case .web(let base): return .web(try base.resolving(link))
        case .standardInput:
            guard let scheme = Self.scheme(of: link), scheme.hasPrefix("http") else {
                throw AddressError("a document from standard input cannot link to files")
            }
            return .web(try WebAddress(link))
        case .file(let base): return try Self.resolve(link, relativeToFile: base)
        }
    }

    /// Resolves a link for ``DocumentSession/read(_:cached:maximumBytes:)``.
    ///
    /// - Throws: `.brokenDiscovery` for an invalid link, which is an error of the document, not of
    ///   the user.
    static func resolve(
        link: String, relativeTo base: String
    ) throws(FeedFailure) -> String {
        do {
            return try DocumentAddress(base).resolving(link).text
        } catch {
            throw FeedFailure(
                .brokenDiscovery("has an invalid link: \(error.message)"),
                at: Location.redacted(base))
        }
    }

    /// Text of the address, without the user information of a web address.
    var text: String {
        switch self {
        case .standardInput: "-"
        case .file(let path): path
        case .web(let address): address.text
        }
    }

    /// Returns the lower-case scheme of an address (RFC 3986, section 3.1), or nil for a path.
    static func scheme(of text: String) -> String? {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let name = text.utf8[..<colon]
        guard let first = name.first, first.isLetterOrDigit, first > 0x39,
            name.allSatisfy({ $0.isLetterOrDigit || "+-.".utf8.contains($0) })
        else { return nil }
        return String(decoding: name, as: UTF8.self).lowercased()
    }
}

extension DocumentAddress {
    private static func resolve(
        _ link: String, relativeToFile base: String
    ) throws(AddressError) -> DocumentAddress {
        if let scheme = scheme(of: link) {
            guard ["http", "https", "file"].contains(scheme) else {
                throw AddressError("not a file, http or https address")
            }
            let address = try DocumentAddress(link)
            guard case .file(let path) = address, !path.hasPrefix("/") else { return address }
            return .file(folder(of: base) + path)
        }
        let path = try decodedPath(link)
        return .file(path.hasPrefix("/") ? path : folder(of: base) + path)
    }

    /// Returns the path in `file:///path`, `file://localhost/path`, `file:/path` or `file:path`.
    private static func path(ofFileAddress text: String) throws(AddressError) -> String {
        var rest = text.dropFirst("file:".count)
        if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
            let host = rest.prefix { $0 != "/" }
            guard host.isEmpty || host.lowercased() == "localhost" else {
                throw AddressError("the file is on another host")
            }
            rest = rest.dropFirst(host.count)
        }
        return try decodedPath(String(rest))
    }

    /// Returns the decoded path of a link, without query and fragment.
    private static func decodedPath(_ link: String) throws(AddressError) -> String {
        let path = PercentEncoding.decoded(link.prefix { $0 != "?" && $0 != "#" })
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw AddressError("the address is empty")
        }
        return path
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
        return String(path[...slash])
    }
}

extension String {
    /// The text without ASCII white space at both ends, which some feeds leave in their links.
    fileprivate var trimmingWhitespace: String {
        let isWhitespace: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
        guard let first = utf8.firstIndex(where: { !isWhitespace($0) }),
            let last = utf8.lastIndex(where: { !isWhitespace($0) })
        else { return "" }
        return String(self[first...last])
    }
}

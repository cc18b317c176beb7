import FleetCore

/// An address that a document is read from: a file, the standard input, or an http(s) address.
enum DocumentAddress: Hashable, Sendable {
    /// `-`.
    case standardInput
    /// A file, by its path.
    case file(String)
    /// An http or https address.
    case web(WebAddress)

    /// Reads an address as a user or a feed wrote it; a text without scheme is a path.
    init(_ text: String) throws(AddressFault) {
        guard text != "-" else { self = .standardInput; return }
        switch Self.scheme(of: text) {
        case "http", "https": self = .web(try WebAddress(text))
        case "file": self = .file(try Self.path(ofFileAddress: text))
        case .some where text.contains("://"): throw AddressFault("it is neither http nor https")
        default:
            guard !text.isEmpty, !text.utf8.contains(0) else { throw AddressFault("it is empty") }
            self = .file(text)
        }
    }

    /// The address that a link in a document leads to.
    ///
    /// A document from the web leads to the web only, and so does one from the standard input, since
    /// nobody knows where that came from. A file may lead to files, by a path relative to its own
    /// folder or a `file:` address, and to the web.
    func following(_ link: String) throws(AddressFault) -> DocumentAddress {
        let link = link.trimmingBlanks
        switch self {
        case .web(let base): return .web(try base.following(link))
        case .standardInput:
            guard let scheme = Self.scheme(of: link), scheme.hasPrefix("http") else {
                throw AddressFault("the standard input leads to no files")
            }
            return .web(try WebAddress(link))
        case .file(let base): return try Self.link(link, besideFile: base)
        }
    }

    /// The address that a link leads to, as ``ReadingSession/read(_:remembered:maximumBytes:)`` takes
    /// it; a link that leads nowhere is a fault of the document, not of the user.
    static func resolve(
        link: String, relativeTo base: String
    ) throws(FeedFailure) -> String {
        do {
            return try DocumentAddress(base).following(link).text
        } catch {
            throw FeedFailure(
                .brokenDiscovery("a link in it is of no use: \(error.why)"),
                at: Location.redacted(base))
        }
    }

    /// The address as text; without the user information of a web address.
    var text: String {
        switch self {
        case .standardInput: "-"
        case .file(let path): path
        case .web(let address): address.text
        }
    }

    /// The scheme of an address in lower case (RFC 3986, section 3.1); `nil` for a path.
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
    private static func link(
        _ link: String, besideFile base: String
    ) throws(AddressFault) -> DocumentAddress {
        if let scheme = scheme(of: link) {
            guard ["http", "https", "file"].contains(scheme) else {
                throw AddressFault("it is neither a file nor http nor https")
            }
            let address = try DocumentAddress(link)
            guard case .file(let path) = address, !path.hasPrefix("/") else { return address }
            return .file(folder(of: base) + path)
        }
        let path = try decodedPath(link)
        return .file(path.hasPrefix("/") ? path : folder(of: base) + path)
    }

    /// The path in `file:///path`, `file://localhost/path`, `file:/path` or `file:path`.
    private static func path(ofFileAddress text: String) throws(AddressFault) -> String {
        var rest = text.dropFirst("file:".count)
        if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
            let host = rest.prefix { $0 != "/" }
            guard host.isEmpty || host.lowercased() == "localhost" else {
                throw AddressFault("it names a file of another host")
            }
            rest = rest.dropFirst(host.count)
        }
        return try decodedPath(String(rest))
    }

    /// A link is an address, not a path: its query and fragment go, and what is encoded is decoded.
    private static func decodedPath(_ link: String) throws(AddressFault) -> String {
        let path = PercentEncoding.decoded(link.prefix { $0 != "?" && $0 != "#" })
        guard !path.isEmpty, !path.utf8.contains(0) else { throw AddressFault("it is empty") }
        return path
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
        return String(path[...slash])
    }
}

extension String {
    /// Without ASCII blanks and line ends at both ends, which feeds leave in their links.
    fileprivate var trimmingBlanks: String {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
        guard let first = utf8.firstIndex(where: { !isBlank($0) }),
            let last = utf8.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return String(self[first...last])
    }
}

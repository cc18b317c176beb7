import FleetCore

/// Address of a document: a file, the standard input, or an http(s) address.
enum DocumentAddress: Hashable, Sendable {
    /// The standard input, written `-`.
    case standardInput
    /// A file, by its path.
    case file(String)
    /// An http or https address.
    case web(WebAddress)
    /// The rows of the source in the database, to which nothing links.
    case inventory

    /// Parses an address as written by a user or a feed; text without a scheme is a path.
    init(_ text: String) throws(AddressError) {
        guard text != "-" else { self = .standardInput; return }
        guard text != Location.inventoryText else { self = .inventory; return }
        let reference = URIReference(text.utf8[...])
        switch reference.schemeName {
        case "http", "https": self = .web(try WebAddress(text))
        case "file": self = .file(try Self.path(of: reference))
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
        // Some feeds leave white space around their links.
        let link = link.trimmingWhitespace
        switch self {
        case .web(let base): return .web(try base.resolving(link))
        case .standardInput, .inventory:
            guard URIReference(link.utf8[...]).schemeName?.hasPrefix("http") == true else {
                throw AddressError("a document from standard input cannot link to files")
            }
            return .web(try WebAddress(link))
        case .file(let base): return try Self.resolve(link, relativeToFile: base)
        }
    }

    /// Text of the address, without the user information of a web address.
    var text: String {
        switch self {
        case .standardInput: "-"
        case .inventory: Location.inventoryText
        case .file(let path): path
        case .web(let address): address.text
        }
    }
}

extension DocumentAddress {
    private static func resolve(
        _ link: String, relativeToFile base: String
    ) throws(AddressError) -> DocumentAddress {
        let reference = URIReference(link.utf8[...])
        if let scheme = reference.schemeName {
            guard ["http", "https", "file"].contains(scheme) else {
                throw AddressError("not a file, http or https address")
            }
            let address = try DocumentAddress(link)
            guard case .file(let path) = address, !path.hasPrefix("/") else { return address }
            return .file(folder(of: base) + path)
        }
        let path = try path(of: reference)
        return .file(path.hasPrefix("/") ? path : folder(of: base) + path)
    }

    /// Returns the path of a link or of an address such as `file:///path`, `file:path` or
    /// `file://localhost/path` (RFC 8089).
    private static func path(
        of reference: URIReference<Substring.UTF8View>
    ) throws(AddressError) -> String {
        let host = reference.authority.map { String(decoding: $0, as: UTF8.self) } ?? ""
        guard ["", "localhost"].contains(host.lowercased()) else {
            throw AddressError("the file is on another host")
        }
        let path = PercentEncoding.decoded(Substring(reference.path))
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
    /// The text without ASCII white space at both ends.
    var trimmingWhitespace: String {
        let isWhitespace: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
        guard let first = utf8.firstIndex(where: { !isWhitespace($0) }),
            let last = utf8.lastIndex(where: { !isWhitespace($0) })
        else { return "" }
        return String(self[first...last])
    }
}

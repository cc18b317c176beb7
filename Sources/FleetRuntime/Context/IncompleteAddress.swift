import FleetCore

/// Text that looks like an address whose scheme is missing or incomplete, as in
/// `example.com/gbfs.json`.
struct IncompleteAddress {
    /// The text without its secrets.
    let shown: String
    /// The address to write instead.
    let hint: String

    /// Creates an address; returns `nil` if a text rather names a file.
    init?(_ text: String) {
        let scheme = ["https:", "http:", "sim:"].first { text.lowercased().hasPrefix($0) }
        if scheme == "sim:" {
            (shown, hint) = (text, "the simulation is sim://demo")
            return
        }
        let isMarked = scheme != nil || text.hasPrefix("//")
        guard isMarked || (text.first != "/" && text.first != ".") else { return nil }
        let rest = String(text.dropFirst(scheme?.count ?? 0).drop { $0 == "/" })
        let authority = rest.prefix { !"/?#".contains($0) }
        let host = authority.split(separator: "@").last ?? ""
        let name = host.prefix { $0 != ":" }
        let hasPath = authority.endIndex != rest.endIndex
        let mayBeFile = !hasPath && !isMarked && host.endIndex == name.endIndex
        guard Self.isHost(name, mayBeFile: mayBeFile) else { return nil }
        let isLocal = name == "localhost" || name.allSatisfy { $0 == "." || $0.isNumber }
        let prefix = (scheme ?? (isLocal ? "http:" : "https:")) + "//"
        let address = Location.redacted(prefix + rest)
        shown = isMarked ? address : String(address.dropFirst(prefix.count))
        hint = "an address needs its scheme: \(address)"
    }

    /// Whether a text is a host name with a domain, an IPv4 address or localhost.
    ///
    /// - Parameter mayBeFile: Whether it may as well be the name of a file with an extension.
    private static func isHost(_ text: Substring, mayBeFile: Bool) -> Bool {
        if text == "localhost" { return !mayBeFile }
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count > 1, let last = labels.last, !(mayBeFile && isExtension(last)) else {
            return false
        }
        let isName = last.utf8.count > 1 && last.utf8.allSatisfy(isLetter)
        let isIPv4 = labels.count == 4 && labels.allSatisfy { UInt8($0) != nil }
        return (isName || isIPv4)
            && labels.allSatisfy { label in
                !label.isEmpty
                    && label.utf8.allSatisfy {
                        isLetter($0) || (0x30...0x39).contains($0) || $0 == 0x2D
                    }
            }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    /// Whether a text is a usual extension of files with vehicles.
    private static func isExtension(_ text: Substring) -> Bool {
        ["json", "geojson", "ndjson", "txt", "csv", "gz", "zip"].contains(text.lowercased())
    }
}

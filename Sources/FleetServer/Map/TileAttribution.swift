import FleetCore

/// Attribution of a map's data, as HTML that only has text and links to http(s) addresses.
///
/// Files of tiles have it as HTML, which may contain anything.
struct TileAttribution: Equatable, Sendable {
    /// HTML for pages; empty if there was no text.
    let html: String

    /// Attribution that the license of OpenStreetMap's data requires
    /// (https://www.openstreetmap.org/copyright).
    static let openStreetMap = TileAttribution(
        untrusted:
            "© <a href=\"https://www.openstreetmap.org/copyright\">OpenStreetMap</a> contributors")

    /// Keeps text and links of HTML from elsewhere.
    init(untrusted source: String) {
        var html = ""
        var isInLink = false
        var rest = source[...]
        while let match = rest.firstMatch(of: /<(\/?)([A-Za-z]+)([^<>]*)>/) {
            html += Self.text(rest[..<match.range.lowerBound])
            rest = rest[match.range.upperBound...]
            switch (match.2.lowercased(), match.1.isEmpty) {
            case ("a", true) where !isInLink:
                guard let address = Self.address(in: match.3) else { continue }
                html += "<a href=\"\(HTMLEscaper().escapeText(address))\" "
                html += "target=\"_blank\" rel=\"noopener noreferrer\">"
                isInLink = true
            case ("a", false) where isInLink:
                html += "</a>"
                isInLink = false
            case ("br", _): html += " "
            default: continue
            }
        }
        html += Self.text(rest) + (isInLink ? "</a>" : "")
        self.html = html
    }

    private static func address(in attributes: Substring) -> String? {
        let pattern = /(?i)\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/
        guard let match = attributes.firstMatch(of: pattern),
            let value = match.1 ?? match.2 ?? match.3,
            let address = try? WebAddress(decoded(value)), address.userInformation == nil
        else { return nil }
        return address.text
    }

    private static func text(_ source: Substring) -> String {
        HTMLEscaper().escapeText(decoded(source))
    }

    /// Replaces the character references of HTML that attributions use.
    private static func decoded(_ source: Substring) -> String {
        let names = [
            "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "copy": "©", "nbsp": " ",
        ]
        return String(source).replacing(/&(?:([a-z]+)|#([0-9]{1,7})|#[xX]([0-9A-Fa-f]{1,6}));/) {
            match -> String in
            if let name = match.1 { return names[String(name)] ?? String(match.0) }
            let code = match.2.flatMap { UInt32($0) } ?? match.3.flatMap { UInt32($0, radix: 16) }
            return code.flatMap(Unicode.Scalar.init).map { String(Character($0)) } ?? "\u{FFFD}"
        }
    }
}

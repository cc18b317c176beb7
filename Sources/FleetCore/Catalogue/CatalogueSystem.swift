/// A system of the catalogue: one row.
public struct CatalogueSystem: Equatable, Sendable {
    /// The access that a feed needs (the columns that begin with `Authentication`).
    public struct Access: Equatable, Sendable {
        /// How the credentials are sent.
        public enum Kind: Equatable, Sendable {
            /// There are none.
            case open
            /// As the values of query items.
            case query
            /// As the values of headers.
            case header
            /// In a way that the catalogue does not define; with its `Authentication Type`.
            case other(String)
        }

        /// How the credentials are sent.
        public var kind: Kind
        /// Names of the query items or headers.
        public var names: [String]
        /// Page about how to get the credentials.
        public var infoAddress: String?

        /// Access that everybody has.
        public static let open = Access(kind: .open, names: [], infoAddress: nil)
    }

    /// Two letters (ISO 3166-1); empty if unknown.
    public var countryCode: String
    /// Name of the system.
    public var name: String
    /// City or region; empty if unknown.
    public var location: String
    /// ID of the system (`system_id` of GBFS), which several may share.
    public var id: String
    /// Address of its website.
    public var website: String?
    /// Address of its feed, normalized, without user information.
    public var address: String
    /// Versions of GBFS.
    public var versions: [String]
    /// The access that its feed needs.
    public var access: Access

    /// The location with its country, such as `Oslo, NO`.
    public var place: String {
        if !countryCode.isEmpty, location.hasSuffix(", " + countryCode) { return location }
        return [location, countryCode].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// The credentials that the feed needs, such as `header X-Key`; `nil` for an open feed.
    public var neededCredentials: String? {
        let names = access.names.joined(separator: ", ")
        return switch access.kind {
        case .open: nil
        case .query: localized("query key \(names)")
        case .header: localized("header \(names)")
        case .other(let type): localized("authentication of type \(type)")
        }
    }

    /// A name for a source of this system, made of its ID.
    public var sourceName: String {
        let bytes = FoldedText.bytes(of: id).map { byte in
            Source.isName("a" + String(UnicodeScalar(byte))) ? byte : UInt8(ascii: "-")
        }
        let name = bytes.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }.prefix(64)
        return name.isEmpty ? "system" : String(decoding: name, as: UTF8.self)
    }
}

extension CatalogueSystem.Access {
    /// The options of `fleet source add` for the credentials; none if they are not known.
    package var options: [String] {
        switch kind {
        case .open, .other: []
        case .query: names.map { "--query-env " + ShellWord.quoted($0 + "=VARIABLE") }
        case .header:
            names.map {
                $0.lowercased() == "authorization"
                    ? "--bearer-env VARIABLE" : "--header " + ShellWord.quoted($0 + ": VALUE")
            }
        }
    }
}

extension CatalogueSystem {
    /// Maximum bytes of a field; a row with a longer one is skipped.
    static let maxFieldLength = 2048
    /// Maximum bytes of an ID.
    static let maxIDLength = 200

    /// Creates a system from the fields of a row; `nil` if it cannot be used.
    ///
    /// - Parameter field: Returns the field of a column; empty without one.
    init?(_ field: (CatalogueColumn) -> String) {
        let id = field(.id)
        guard !id.isEmpty, id.utf8.count <= Self.maxIDLength, TerminalText.escaped(id) == id,
            let address = Self.address(field(.address))
        else { return nil }
        self.id = id
        self.address = address
        let name = Self.cleaned(field(.name))
        self.name = name.isEmpty ? id : name
        location = Self.cleaned(field(.location))
        let code = field(.countryCode)
        countryCode = Self.isCountryCode(code) ? code.uppercased() : ""
        website = Self.address(field(.website))
        versions = Self.list(field(.versions), separator: ";")
        access = Access(
            type: Self.cleaned(field(.accessType)),
            names: Self.list(field(.accessNames), separator: "|"),
            infoAddress: Self.address(field(.accessInfo)))
    }

    private static func isCountryCode(_ text: String) -> Bool {
        text.utf8.count == 2 && text.allSatisfy { $0.isASCII && $0.isLetter }
    }

    /// Returns a text without invisible characters and line ends.
    private static func cleaned(_ text: String) -> String {
        if isClean(text) { return text }
        var cleaned = ""
        TerminalText.forEachScalar(of: text) { scalar, isUnsafe in
            cleaned.unicodeScalars.append(isUnsafe ? " " : scalar)
        }
        return cleaned.split(separator: " ").joined(separator: " ")
    }

    /// Returns whether a text is ASCII with single spaces between words.
    private static func isClean(_ text: String) -> Bool {
        var previous: UInt8 = 0x20
        let isPlain = text.utf8.allSatisfy { byte in
            defer { previous = byte }
            return (0x20...0x7E).contains(byte) && (byte != 0x20 || previous != 0x20)
        }
        return isPlain && previous != 0x20
    }

    /// Returns a normalized address of the web; `nil` for any other text, and for one with a
    /// password.
    private static func address(_ text: String) -> String? {
        if text.isEmpty { return nil }
        if let normalized = CatalogueAddress.normalized(text) { return normalized }
        guard let address = try? WebAddress(text), address.userInformation == nil else {
            return nil
        }
        return address.text
    }

    private static func list(_ text: String, separator: Character) -> [String] {
        guard text.contains(separator) else { return text.isEmpty ? [] : [cleaned(text)] }
        return text.split(separator: separator).map { cleaned(String($0)) }.filter { !$0.isEmpty }
    }
}

extension CatalogueSystem.Access {
    fileprivate init(type: String, names: [String], infoAddress: String?) {
        let kind: Kind =
            switch type {
            case "", "0": .open
            case "1" where !names.isEmpty: .query
            case "2" where !names.isEmpty: .header
            default: .other(type)
            }
        self.init(kind: kind, names: kind == .open ? [] : names, infoAddress: infoAddress)
    }
}

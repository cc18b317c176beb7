/// Request or response of the Internet Printing Protocol (RFC 8010, section 3.1).
struct IPPMessage: Hashable, Sendable {
    /// Version of the protocol.
    struct Version: Hashable, Sendable {
        var major: UInt8
        var minor: UInt8

        static let v1 = Version(major: 1, minor: 1)
        static let v2 = Version(major: 2, minor: 0)
    }

    /// Group of attributes, by what they belong to.
    struct Group: Hashable, Sendable {
        var tag: UInt8
        var attributes: IPPAttributes

        static let operation: UInt8 = 0x01
        static let job: UInt8 = 0x02
        static let printer: UInt8 = 0x04
        static let unsupported: UInt8 = 0x05
    }

    var version = Version.v2
    /// The operation of a request, the status of a response.
    var code: UInt16
    var requestID: Int32 = 1
    var groups: [Group] = []
    /// The document.
    var data: [UInt8] = []

    /// The attributes of the first group with a tag; none without one.
    func attributes(_ tag: UInt8) -> IPPAttributes {
        groups.first { $0.tag == tag }?.attributes ?? IPPAttributes()
    }

    /// The names of the attributes that a printer does not support.
    var unsupportedNames: [String] { attributes(Group.unsupported).list.map(\.name) }
}

/// Attributes of a group, or members of a collection, in their order.
struct IPPAttributes: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    struct Attribute: Hashable, Sendable {
        var name: String
        /// One or more values.
        var values: [IPPValue]
    }

    var list: [Attribute] = []

    init(_ list: [Attribute] = []) { self.list = list }

    init(dictionaryLiteral elements: (String, IPPValue)...) {
        list = elements.map { Attribute(name: $0.0, values: [$0.1]) }
    }

    /// The values of an attribute; empty without it.
    subscript(name: String) -> [IPPValue] {
        list.first { $0.name == name }?.values ?? []
    }

    /// Adds an attribute, unless it has no values.
    mutating func append(_ name: String, _ values: [IPPValue]) {
        if !values.isEmpty { list.append(Attribute(name: name, values: values)) }
    }

    /// Adds an attribute with one value.
    mutating func append(_ name: String, _ value: IPPValue) { append(name, [value]) }

    /// The number of an attribute.
    func number(_ name: String) -> Int? { self[name].first?.number }

    /// The cleaned text of an attribute; `nil` if it is empty.
    func text(_ name: String) -> String? {
        let text = self[name].first?.text.map(PrinterText.cleaned)
        return text == "" ? nil : text
    }

    /// The keywords, media types or other texts of an attribute, as they are.
    func texts(_ name: String) -> [String] { self[name].compactMap(\.text) }
}

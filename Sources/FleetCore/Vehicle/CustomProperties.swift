/// A property of the vehicles of a source that no field of GBFS has: a column of a table, or a
/// member of a vehicles document.
public struct CustomProperty: Hashable, Sendable, Codable {
    /// The heading of the column, or the name of the member.
    public var name: String
    /// Who sees its values.
    public var visibility: ValueVisibility

    /// Creates a property.
    public init(_ name: String, visibility: ValueVisibility = .everyone) {
        (self.name, self.visibility) = (name, visibility)
    }
}

extension CustomProperty {
    /// Returns the property with a name, or else the only one with it in another case.
    package static func named(_ name: String, in all: [CustomProperty]) -> CustomProperty? {
        index(of: name, among: all.map(\.name)).map { all[$0] }
    }

    fileprivate static func index(of name: String, among names: [String]) -> Int? {
        if let exact = names.firstIndex(where: { ByteOrder.equal($0, name) }) { return exact }
        let folded = FoldedText.bytes(of: name)
        let similar = names.indices.filter { FoldedText.bytes(of: names[$0]) == folded }
        return similar.count == 1 ? similar[0] : nil
    }

    /// The property in the document of a server, from which the command line reads it.
    var json: JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("name", name)
        object.add("visibility", visibility.rawValue)
        return object
    }
}

/// The values of a vehicle's ``CustomProperty``s by their names, in the order of the table.
///
///     var properties = CustomProperties()
///     properties.append("A3", to: "Shelf")
///     properties["Shelf"]  // "A3"
public struct CustomProperties: Equatable, Sendable {
    /// The values as a JSON object of strings, as databases store it; empty without any.
    public private(set) var text = ""

    /// Creates a vehicle's properties without any value.
    public init() {}

    /// Creates the properties of a text of ``text``.
    package init(text: String) { self.text = text }

    /// Creates properties from names and values; empty values are left out.
    public init(_ values: some Sequence<(String, String)>) {
        var object = UTF8Buffer()
        object.append(UInt8(ascii: "{"))
        for (name, value) in values where !value.isEmpty {
            object.appendName(escaping: name)
            object.appendJSON(value)
        }
        guard object.bytes.count > 1 else { return }
        object.append(UInt8(ascii: "}"))
        text = object.string
    }

    /// Adds the value of another property.
    public mutating func append(_ value: String, to name: String) {
        self = CustomProperties(all + [(name, value)])
    }

    /// Whether the vehicle has no value.
    public var isEmpty: Bool { text.isEmpty }

    /// The names and values.
    public var all: [(name: String, value: String)] {
        var all: [(name: String, value: String)] = []
        forEach { name, value in
            all.append((name, value))
            return true
        }
        return all
    }

    /// The names and values in one line, such as `Shelf A3, Rack 2`.
    var line: String { all.map { "\($0.name) \($0.value)" }.joined(separator: ", ") }

    /// Returns the value of a property; `nil` if the vehicle has none.
    public subscript(name: String) -> String? {
        var found: String?
        forEach { other, value in
            if ByteOrder.equal(other, name) { found = value }
            return found == nil
        }
        return found
    }

    /// Returns the value of a property, or else of the only one with its name in another case.
    func value(named name: String) -> String? {
        guard !isEmpty else { return nil }
        let all = all
        return CustomProperty.index(of: name, among: all.map(\.name)).map { all[$0].value }
    }

    /// Returns the values of some properties, whose names are compared byte by byte.
    func limited(to names: Set<ByteString>) -> CustomProperties {
        isEmpty
            ? self
            : CustomProperties(all.filter { names.contains(ByteString($0.name)) }.map { $0 })
    }

    /// Calls `body` with each name and value until it returns `false`.
    ///
    /// A text that is not of this form ends the values.
    private func forEach(_ body: (String, String) -> Bool) {
        var text = text
        text.withUTF8 { bytes in
            var strings = JSONStrings(bytes: bytes)
            while let name = strings.next(), let value = strings.next() {
                guard body(name, value) else { return }
            }
        }
    }
}

/// The strings of a JSON object of strings, one by one.
private struct JSONStrings {
    let bytes: UnsafeBufferPointer<UInt8>
    var index = 0

    mutating func next() -> String? {
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") { index += 1 }
        index += 1
        let start = index
        var hasEscapes = false
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            if bytes[index] == UInt8(ascii: "\\") { (hasEscapes, index) = (true, index + 1) }
            index += 1
        }
        guard index < bytes.count else { return nil }
        defer { index += 1 }
        let content = bytes[start..<index]
        return hasEscapes
            ? Self.unescaped(content) : String(decoding: content, as: UTF8.self)
    }

    /// Returns a string without its escapes (RFC 8259, section 7).
    private static func unescaped(_ content: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        var units: [UInt16] = []
        var rest = Substring(decoding: content, as: UTF8.self).utf16[...]
        while let unit = rest.popFirst() {
            guard unit == 0x5C, let escape = rest.popFirst() else {
                units.append(unit)
                continue
            }
            switch UInt8(truncatingIfNeeded: escape) {
            case UInt8(ascii: "n"): units.append(0x0A)
            case UInt8(ascii: "r"): units.append(0x0D)
            case UInt8(ascii: "t"): units.append(0x09)
            case UInt8(ascii: "b"): units.append(0x08)
            case UInt8(ascii: "f"): units.append(0x0C)
            case UInt8(ascii: "u"):
                units.append(UInt16(String(rest.prefix(4)) ?? "", radix: 16) ?? 0xFFFD)
                rest = rest.dropFirst(4)
            default: units.append(escape)
            }
        }
        return String(decoding: units, as: UTF16.self)
    }
}

package import FleetCore
package import Foundation

/// A type of the fields of a document.
///
/// An optional field may be missing. One that is optional twice is missing (`nil`) or `null`
/// (`.some(nil)`).
package protocol FieldType: Sendable {
    /// The schema in `openapi.json`.
    static var schema: FieldSchema { get }
    /// The value in lists.
    var fieldValue: FieldValue { get }

    /// Returns the value of a member; `nil` if it is unreadable, though a string.
    static func read<Key>(_ name: Key, of members: KeyedDecodingContainer<Key>) throws -> Self?
    /// Encodes the value as a member.
    func write<Key>(_ name: Key, to members: inout KeyedEncodingContainer<Key>) throws
}

extension FieldType where Self: Codable {
    package static func read<Key>(
        _ name: Key, of members: KeyedDecodingContainer<Key>
    ) throws -> Self? { try members.decode(Self.self, forKey: name) }

    package func write<Key>(_ name: Key, to members: inout KeyedEncodingContainer<Key>) throws {
        try members.encode(self, forKey: name)
    }
}

extension String: FieldType {
    package static var schema: FieldSchema { FieldSchema("string") }
    package var fieldValue: FieldValue { .text(self) }
}

extension Bool: FieldType {
    package static var schema: FieldSchema { FieldSchema("boolean") }
    package var fieldValue: FieldValue { .flag(self) }
}

extension Int: FieldType {
    package static var schema: FieldSchema { FieldSchema("integer") }
    package var fieldValue: FieldValue { FieldValue(self) }
}

extension Int64: FieldType {
    package static var schema: FieldSchema { FieldSchema("integer") }
    package var fieldValue: FieldValue { FieldValue(self) }
}

extension Double: FieldType {
    package static var schema: FieldSchema { FieldSchema("number") }
    package var fieldValue: FieldValue { FieldValue(self) }
}

/// A field type that is a string in JSON.
package protocol TextFieldType: FieldType {
    /// The string.
    var fieldText: String { get }
    /// Returns the value of a string; `nil` if it is not valid.
    static func parse(_ fieldText: String) -> Self?
}

extension TextFieldType {
    package var fieldValue: FieldValue { .text(fieldText) }

    package static func read<Key>(
        _ name: Key, of members: KeyedDecodingContainer<Key>
    ) throws -> Self? { parse(try members.decode(String.self, forKey: name)) }

    package func write<Key>(_ name: Key, to members: inout KeyedEncodingContainer<Key>) throws {
        try members.encode(fieldText, forKey: name)
    }
}

extension TextFieldType where Self: RawRepresentable & CaseIterable, RawValue == String {
    package static var schema: FieldSchema { FieldSchema(choices: allCases.map(\.rawValue)) }
    package var fieldText: String { rawValue }
    package static func parse(_ fieldText: String) -> Self? { Self(rawValue: fieldText) }
}

extension UUID: TextFieldType {
    /// The ID of a document before it is read.
    static let zero = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

    package static var schema: FieldSchema { FieldSchema("string", format: "uuid") }
    package var fieldText: String { text }
    package static func parse(_ fieldText: String) -> UUID? { UUID(uuidString: fieldText) }
}

extension Timestamp: TextFieldType {
    package static var schema: FieldSchema { FieldSchema("string", format: "date-time") }
    package var fieldText: String { DiagnosticLog.text(self) }
    package var fieldValue: FieldValue { FieldValue(self) }
    package static func parse(_ fieldText: String) -> Timestamp? { Timestamp(rfc3339: fieldText) }
}

extension Assignee: FieldType {
    package static var schema: FieldSchema { FieldSchema("string", isNullable: true) }
    package var fieldValue: FieldValue { .text(text) }

    /// Returns the assignee; nobody for `null`.
    package static func read<Key>(
        _ name: Key, of members: KeyedDecodingContainer<Key>
    ) throws -> Assignee? {
        try members.decodeIfPresent(String.self, forKey: name).map(Assignee.init) ?? .nobody
    }

    package func write<Key>(_ name: Key, to members: inout KeyedEncodingContainer<Key>) throws {
        try members.encode(text, forKey: name)
    }
}

extension LocalDay: TextFieldType {
    package static var schema: FieldSchema { FieldSchema("string", format: "date") }
    package var fieldText: String { text }
    package static func parse(_ fieldText: String) -> LocalDay? { LocalDay(fieldText) }
}

extension Dictionary: FieldType where Key == String, Value == String {
    package static var schema: FieldSchema { FieldSchema("object") }
    package var fieldValue: FieldValue { .absent }
}

extension Document where Self: FieldType {
    package static var schema: FieldSchema { FieldSchema(object: documentSchema()) }
    package var fieldValue: FieldValue { .objects([json], text: "") }
}

extension FieldType where Self: RequestDocument {
    package static func read<Key>(
        _ name: Key, of members: KeyedDecodingContainer<Key>
    ) throws -> Self? { try members.decode(StrictDocument<Self>.self, forKey: name).document }
}

/// A type of which a field may have several values.
package protocol FieldElement: Codable, Sendable {
    /// The schema of each value.
    static var elementSchema: JSONObjectWriter { get }
    /// Returns the values in lists.
    static func fieldValue(of elements: [Self]) -> FieldValue
}

extension String: FieldElement {
    package static var elementSchema: JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("type", "string")
        return object
    }

    package static func fieldValue(of texts: [String]) -> FieldValue { .texts(texts) }
}

extension Array: FieldType where Element: FieldElement {
    package static var schema: FieldSchema { FieldSchema(elements: Element.elementSchema) }
    package var fieldValue: FieldValue { Element.fieldValue(of: self) }
}

extension Optional: FieldType where Wrapped: FieldType {
    package static var schema: FieldSchema {
        var schema = Wrapped.schema
        if !schema.isRequired { schema.isNullable = true }
        schema.isRequired = false
        return schema
    }
    package var fieldValue: FieldValue { self?.fieldValue ?? .absent }

    package static func read<Key>(
        _ name: Key, of members: KeyedDecodingContainer<Key>
    ) throws -> Wrapped?? {
        guard members.contains(name) else { return .some(nil) }
        let schema = Wrapped.schema
        let readsNull = schema.isNullable || !schema.isRequired
        guard try readsNull || !members.decodeNil(forKey: name) else { return .some(nil) }
        return try Wrapped.read(name, of: members).map { .some($0) }
    }

    package func write<Key>(_ name: Key, to members: inout KeyedEncodingContainer<Key>) throws {
        guard let value = self else { return }
        if !Wrapped.schema.isRequired, case .absent = value.fieldValue {
            try members.encodeNil(forKey: name)
        } else {
            try value.write(name, to: &members)
        }
    }
}

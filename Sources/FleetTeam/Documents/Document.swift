package import FleetCore

/// A JSON document of the API, whose fields are written once, in `visit`.
///
/// Its coders, its columns in lists and its schema in `openapi.json` are made from them. The client
/// and the server share each document.
///
///     let note = try JSONDecoder().decode(NoteDocument.self, from: data)
package protocol Document: Codable, Sendable {
    /// Creates a document whose fields have no or any values.
    init()

    /// Whether the server receives it (``RequestDocument``).
    static var isRequest: Bool { get }

    /// Visits the fields in the order of lists and messages.
    mutating func visit(_ fields: inout some FieldVisitor)
}

/// A document that the server receives: it refuses unknown members and unreadable values, which a
/// client ignores.
package protocol RequestDocument: Document {}

extension RequestDocument {
    package static var isRequest: Bool { true }
}

/// A use of the fields of a document: decoding, encoding, listing or describing them.
package protocol FieldVisitor {
    /// Visits a field.
    mutating func visit<Value: FieldType>(_ field: DocumentField, _ value: inout Value)
}

/// A field of a document.
package struct DocumentField: Sendable {
    let name: String
    /// The description in `openapi.json`.
    let text: String?
    let limits: FieldLimits
}

extension FieldVisitor {
    /// Visits a field with its name, its description in `openapi.json` and its limits.
    package mutating func visit<Value: FieldType>(
        _ name: String, _ value: inout Value, _ text: String? = nil,
        _ limits: FieldLimits = .init()
    ) {
        visit(DocumentField(name: name, text: text, limits: limits), &value)
    }
}

/// The name of a field of a document.
package struct FieldName<Owner: Document>: CodingKey, CaseIterable {
    package let stringValue: String
    package var intValue: Int? { nil }

    package init(stringValue: String) { self.stringValue = stringValue }
    package init?(intValue: Int) { nil }

    package static var allCases: [FieldName] {
        FieldList(Owner()).names.map { FieldName(stringValue: $0) }
    }
}

/// A request, decoded after a check of the names of its members.
///
/// `Decodable` alone ignores unknown members, so a misspelled optional one would have no effect.
package struct StrictDocument<Request: RequestDocument>: Decodable {
    package let document: Request

    /// - Throws: ``UnknownMemberError``, and as the document does.
    package init(from decoder: any Decoder) throws {
        let known = FieldName<Request>.allCases.map(\.stringValue)
        let members = try decoder.container(keyedBy: FieldName<Request>.self).allKeys
        if let unknown = members.map(\.stringValue).filter({ !known.contains($0) }).min() {
            throw UnknownMemberError(name: unknown, known: known)
        }
        document = try Request(from: decoder)
    }
}

/// A member of a request that no field has the name of.
package struct UnknownMemberError: Error {
    /// The name of the member.
    package let name: String
    /// The names of the fields.
    package let known: [String]
}

/// A value in a request that is not of its field's type, though its JSON is.
package struct UnreadableFieldError: Error {
    /// The name of the field.
    package let name: String
    /// Whether it should be a time.
    package let isTime: Bool
}

extension Document {
    package typealias CodingKeys = FieldName<Self>

    package static var isRequest: Bool { false }

    /// Decodes the document.
    /// - Throws: `DecodingError`, ``UnreadableFieldError``.
    package init(from decoder: any Decoder) throws {
        self.init()
        var fields = FieldReader<Self>(members: try decoder.container(keyedBy: CodingKeys.self))
        visit(&fields)
        if let error = fields.error { throw error }
    }

    package func encode(to encoder: any Encoder) throws { try encode(to: encoder, without: []) }

    /// Encodes all fields but some.
    package func encode(to encoder: any Encoder, without names: Set<String>) throws {
        var fields = FieldWriter<Self>(
            members: encoder.container(keyedBy: CodingKeys.self), omitted: names)
        var document = self
        document.visit(&fields)
        if let error = fields.error { throw error }
    }

    /// The document, with its fields in their order.
    package var json: JSONObjectWriter {
        var object = JSONObjectWriter()
        let fields = FieldList(self)
        for (name, value) in zip(fields.names, fields.values) { object.add(name, value) }
        return object
    }

    /// Returns a list of documents.
    package static func list(_ name: StaticString, _ documents: [Self]) -> RecordList {
        RecordList(name, columns: columns { $0 }, rows: documents)
    }

    /// Returns the columns of a list of things that have such documents.
    package static func columns<Row>(
        _ document: @escaping (Row) -> Self
    ) -> [RecordList.Column<Row>] {
        FieldList(Self()).names.enumerated().map { index, name in
            RecordList.Column(name) { FieldList(document($0)).values[index] }
        }
    }
}

private struct FieldReader<Owner: Document>: FieldVisitor {
    let members: KeyedDecodingContainer<FieldName<Owner>>
    /// The first error.
    var error: (any Error)?

    mutating func visit<Value: FieldType>(_ field: DocumentField, _ value: inout Value) {
        guard error == nil else { return }
        let name = FieldName<Owner>(stringValue: field.name)
        do {
            if let new = try Value.read(name, of: members) {
                value = new
            } else if Owner.isRequest {
                throw UnreadableFieldError(name: name.stringValue, isTime: Value.schema.isTime)
            }
        } catch {
            self.error = error
        }
    }
}

private struct FieldWriter<Owner: Document>: FieldVisitor {
    var members: KeyedEncodingContainer<FieldName<Owner>>
    let omitted: Set<String>
    var error: (any Error)?

    mutating func visit<Value: FieldType>(_ field: DocumentField, _ value: inout Value) {
        let name = FieldName<Owner>(stringValue: field.name)
        guard error == nil, !omitted.contains(name.stringValue) else { return }
        do { try value.write(name, to: &members) } catch { self.error = error }
    }
}

/// The names and values of a document's fields.
private struct FieldList: FieldVisitor {
    var names: [String] = []
    var values: [FieldValue] = []

    init(_ document: some Document) {
        var document = document
        document.visit(&self)
    }

    mutating func visit<Value: FieldType>(_ field: DocumentField, _ value: inout Value) {
        names.append(field.name)
        values.append(value.fieldValue)
    }
}

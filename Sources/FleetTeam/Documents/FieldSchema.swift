package import FleetCore

/// The JSON schema of a field's type.
package struct FieldSchema: Sendable {
    var type: String?
    var format: String?
    /// The values of an enumeration, which has no other type.
    var choices: [String] = []
    /// The schema of the values of an array.
    var elements: JSONObjectWriter?
    /// The schema of an object.
    var object: JSONObjectWriter?
    var isNullable = false
    var isRequired = true

    package init(_ type: String, format: String? = nil, isNullable: Bool = false) {
        (self.type, self.format, self.isNullable) = (type, format, isNullable)
    }

    init(choices: [String]) { self.choices = choices }
    init(object: JSONObjectWriter) { self.object = object }
    package init(elements: JSONObjectWriter) { (type, self.elements) = ("array", elements) }

    var isTime: Bool { format == "date-time" }
}

/// What the schema of one field adds to that of its type.
package struct FieldLimits: Sendable {
    package var format: String?
    package var choices: [String]
    package var length: ClosedRange<Int>?
    package var range: ClosedRange<Double>?
    /// The name of the schema among the components that describes the values.
    private let reference: String?
    /// What a number is less than.
    private let below: Double?
    /// Of the values of an array.
    private let count: ClosedRange<Int>?
    /// The only value.
    private let only: FieldValue
    /// The value of a field that is missing.
    package var byDefault: FieldValue

    package init(
        reference: String? = nil, format: String? = nil, choices: [String] = [],
        length: ClosedRange<Int>? = nil, count: ClosedRange<Int>? = nil,
        range: ClosedRange<Double>? = nil, below: Double? = nil, only: FieldValue = .absent,
        byDefault: FieldValue = .absent
    ) {
        (self.reference, self.format, self.choices) = (reference, format, choices)
        (self.length, self.count, self.range, self.below) = (length, count, range, below)
        (self.only, self.byDefault) = (only, byDefault)
    }

    /// Returns the schema of a field.
    package func json(_ schema: FieldSchema, _ text: String?) -> JSONObjectWriter {
        var object = schema.object ?? JSONObjectWriter()
        if let reference {
            object.add("$ref", "#/components/schemas/" + reference)
            return object
        }
        let choices = choices.isEmpty ? schema.choices : choices
        if !choices.isEmpty, schema.elements == nil {
            object.add("enum", choices)
        } else if let type = schema.type, schema.isNullable {
            object.add("type", [type, "null"])
        } else {
            object.add("type", schema.type)
        }
        object.add("format", format ?? schema.format)
        object.add(
            "items",
            schema.elements.map { elements in
                choices.isEmpty ? elements : Self(choices: choices).json(.init("string"), nil)
            })
        // A range from 0 has only an upper bound, and one to the largest number only a lower one.
        object.add("minLength", length.flatMap { $0.lowerBound > 0 ? $0.lowerBound : nil })
        object.add("maxLength", length.flatMap { $0.upperBound < .max ? $0.upperBound : nil })
        object.add("minItems", count?.lowerBound)
        object.add("maxItems", count.flatMap { $0.upperBound < .max ? $0.upperBound : nil })
        object.add("minimum", range?.lowerBound)
        object.add("maximum", range?.upperBound)
        object.add("exclusiveMaximum", below)
        object.add("const", only)
        object.add("default", byDefault)
        object.add("description", text)
        return object
    }
}

extension Document {
    /// Returns the schema in `openapi.json`.
    /// - Parameters:
    ///   - names: The fields that the receiver requires, though they may be missing in another use.
    ///   - omitted: The fields that this use does not have.
    ///   - hasDefaults: Whether fields have defaults; a change has none.
    package static func documentSchema(
        requiring names: Set<String> = [], without omitted: Set<String> = [],
        hasDefaults: Bool = true
    ) -> JSONObjectWriter {
        var fields = SchemaFields(needed: names, omitted: omitted, hasDefaults: hasDefaults)
        var document = Self()
        document.visit(&fields)
        var object = JSONObjectWriter()
        object.add("type", "object")
        object.add("properties", fields.properties)
        object.add("required", fields.required.isEmpty ? nil : fields.required)
        if isRequest { object.add("additionalProperties", false) }
        return object
    }
}

private struct SchemaFields: FieldVisitor {
    let needed: Set<String>
    let omitted: Set<String>
    let hasDefaults: Bool
    var properties = JSONObjectWriter()
    var required: [String] = []

    mutating func visit<Value: FieldType>(_ field: DocumentField, _ value: inout Value) {
        let (schema, name) = (Value.schema, field.name)
        guard !omitted.contains(name) else { return }
        var limits = field.limits
        if !hasDefaults { limits.byDefault = .absent }
        properties.add(named: name, limits.json(schema, field.text))
        if schema.isRequired || needed.contains(name) { required.append(name) }
    }
}

package import FleetCore

/// The JSON schema of a field's type.
package struct FieldSchema: Sendable {
    var type: String?
    var format: String?
    /// The values of an enumeration, which has no other type.
    var choices: [String] = []
    /// The schema of the values of an array.
    var elements: JSONObjectWriter?
    var isNullable = false
    var isRequired = true

    package init(_ type: String, format: String? = nil, isNullable: Bool = false) {
        (self.type, self.format, self.isNullable) = (type, format, isNullable)
    }

    init(choices: [String]) { self.choices = choices }
    package init(elements: JSONObjectWriter) { (type, self.elements) = ("array", elements) }

    var isTime: Bool { format == "date-time" }
}

/// What the schema of one field adds to that of its type.
package struct FieldLimits: Sendable {
    package var format: String?
    package var choices: [String]
    package var length: ClosedRange<Int>?
    package var range: ClosedRange<Double>?
    /// The value of a field that is missing.
    package var byDefault: FieldValue

    package init(
        format: String? = nil, choices: [String] = [], length: ClosedRange<Int>? = nil,
        range: ClosedRange<Double>? = nil, byDefault: FieldValue = .absent
    ) {
        (self.format, self.choices, self.length) = (format, choices, length)
        (self.range, self.byDefault) = (range, byDefault)
    }

    /// Returns the schema of a field.
    package func json(_ schema: FieldSchema, _ text: String?) -> JSONObjectWriter {
        var object = JSONObjectWriter()
        let choices = choices.isEmpty ? schema.choices : choices
        if !choices.isEmpty {
            object.add("enum", choices)
        } else if let type = schema.type, schema.isNullable {
            object.add("type", [type, "null"])
        } else {
            object.add("type", schema.type)
        }
        object.add("format", format ?? schema.format)
        object.add("items", schema.elements)
        // A range from 0 has only an upper bound, and one to the largest number only a lower one.
        object.add("minLength", length.flatMap { $0.lowerBound > 0 ? $0.lowerBound : nil })
        object.add("maxLength", length.flatMap { $0.upperBound < .max ? $0.upperBound : nil })
        object.add("minimum", range?.lowerBound)
        object.add("maximum", range?.upperBound)
        object.add("default", byDefault)
        object.add("description", text)
        return object
    }
}

extension Document {
    /// The schema in `openapi.json`.
    package static var schema: JSONObjectWriter {
        var fields = SchemaFields()
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
    var properties = JSONObjectWriter()
    var required: [String] = []

    mutating func visit<Value: FieldType>(_ field: DocumentField, _ value: inout Value) {
        let schema = Value.schema
        properties.add(field.name, field.limits.json(schema, field.text))
        if schema.isRequired { required.append(field.name.description) }
    }
}

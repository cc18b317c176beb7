internal import CSimdjson

/// A part of a document, in its order.
public enum JSONEvent: Sendable {
    /// A value that is neither an array nor an object.
    case scalar
    /// The key of the value that follows.
    case key
    /// The start of an array.
    case array
    /// The start of an object.
    case object
    /// The end of the innermost array or object.
    case end
}

extension JSONDocument {
    /// Reads the whole document in one forward pass, without building a tree, and checks every
    /// token.
    ///
    /// Throws `tooDeep` beyond `maxDepth` nested arrays and objects, which is capped at
    /// `JSONDocument.maxDepth`, and `tooLarge` if the visitor stops.
    ///
    /// - Parameter visitor: Receives each part, with the field of a scalar or key, which is valid
    ///   until it returns; returns false to stop.
    public func visit(
        maxDepth: Int, _ visitor: (JSONEvent, JSONField?) -> Bool
    ) throws(JSONError) {
        let outcome = withoutActuallyEscaping(visitor) { visitor in
            var callback = VisitCallback(visitor: visitor)
            return withUnsafeMutablePointer(to: &callback) { context in
                withBytes { bytes in
                    csimdjson_visit(
                        bytes.baseAddress, bytes.count, max(0, maxDepth),
                        { context, event, field in
                            context?.assumingMemoryBound(to: VisitCallback.self)
                                .pointee.visitor(JSONEvent(event), field.map(JSONField.init))
                                ?? false
                        }, context)
                }
            }
        }
        if let error = JSONError(outcome) { throw error }
    }
}

/// Visitor, passed as the context pointer of the C interface.
private struct VisitCallback {
    let visitor: (JSONEvent, JSONField?) -> Bool
}

extension JSONEvent {
    fileprivate init(_ event: csimdjson_event) {
        switch event {
        case .scalar: self = .scalar
        case .key: self = .key
        case .array: self = .array
        case .object: self = .object
        case .end: self = .end
        }
    }
}

extension JSONField {
    /// The bytes as text.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Whether a number has neither a fraction nor an exponent.
    fileprivate var isInteger: Bool {
        bytes.allSatisfy { byte in
            byte == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
    }
}

extension JSONValue {
    /// Creates the value of a scalar.
    init(scalar field: JSONField) {
        switch field.kind {
        case .missing, .null, .invalid, .container: self = .null
        case .bool: self = .bool(field.bool == true)
        case .integer: self = .integer(field.integer ?? 0)
        case .double: self = field.isInteger ? .digits(field.text) : .number(field.double ?? 0)
        case .string: self = .string(field.text)
        }
    }
}

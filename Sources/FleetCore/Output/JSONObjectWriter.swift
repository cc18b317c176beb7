/// A JSON object in the making; members come out in the order in which they are added.
///
/// A value that is `nil`, a number that is not finite and a time that RFC 3339 cannot write are
/// left out, name and all.
public struct JSONObject: Sendable {
    /// Everything but the closing brace.
    private(set) var open = ByteText()

    /// Creates an object without members.
    public init() {
        open.append(UInt8(ascii: "{"))
    }

    /// The whole object.
    public var text: ByteText {
        var text = open
        text.append(UInt8(ascii: "}"))
        return text
    }

    /// Whether it has no members.
    public var isEmpty: Bool { open.bytes.count == 1 }

    /// Adds a string.
    public mutating func add(_ name: StaticString, _ string: String?) {
        guard let string else { return }
        open.appendName(name)
        open.appendJSON(string)
    }

    /// Adds a whole number.
    public mutating func add(_ name: StaticString, _ number: Int?) {
        guard let number else { return }
        open.appendName(name)
        open.append(number)
    }

    /// Adds a number.
    public mutating func add(_ name: StaticString, _ number: Double?) {
        guard let number, number.isFinite else { return }
        open.appendName(name)
        open.append(number)
    }

    /// Adds a boolean.
    public mutating func add(_ name: StaticString, _ flag: Bool?) {
        guard let flag else { return }
        open.appendName(name)
        open.appendJSON(flag)
    }

    /// Adds a time, in UTC.
    public mutating func add(_ name: StaticString, _ time: Timestamp?) {
        guard let time, time.isWritable else { return }
        open.appendName(name)
        open.appendJSON(time)
    }

    /// Adds an array of strings.
    public mutating func add(_ name: StaticString, _ strings: [String]?) {
        guard let strings else { return }
        open.appendName(name)
        open.appendJSON(strings)
    }

    /// Adds an object.
    public mutating func add(_ name: StaticString, _ object: JSONObject?) {
        guard let object else { return }
        open.appendName(name)
        open.append(object)
    }

    /// Adds an array of objects.
    public mutating func add(_ name: StaticString, _ objects: [JSONObject]?) {
        guard let objects else { return }
        open.appendName(name)
        open.append(objects)
    }

    /// Adds a field's value, unless nothing is known of it.
    mutating func add(_ name: StaticString, _ value: VehicleField.Value) {
        open.appendMember(name, value)
    }

    /// Adds all members of another object.
    mutating func add(membersOf other: JSONObject) {
        guard !other.isEmpty else { return }
        if !isEmpty { open.append(UInt8(ascii: ",")) }
        open.bytes += other.open.bytes.dropFirst()
    }
}

extension ByteText {
    /// Adds an object.
    mutating func append(_ object: JSONObject) {
        bytes += object.open.bytes
        append(UInt8(ascii: "}"))
    }

    /// Adds an array of objects.
    mutating func append(_ objects: [JSONObject]) {
        append(UInt8(ascii: "["))
        for (index, object) in objects.enumerated() {
            if index > 0 { append(UInt8(ascii: ",")) }
            append(object)
        }
        append(UInt8(ascii: "]"))
    }
}

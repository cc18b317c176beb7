/// A value of a field of a list, which every format can write.
public enum FieldValue: Equatable, Sendable {
    case text(String)
    case texts([String])
    /// Objects, with a text for formats that cannot nest them.
    case objects([JSONObjectWriter], text: String)
    /// A finite number.
    case number(Double)
    case flag(Bool)
    /// A time of the years 1 to 9999.
    case time(Timestamp)
    case links(RentalURIs)
    /// Values of the source's own properties.
    case properties(CustomProperties)
    /// Unknown; omitted.
    case absent

    /// Creates a value; absent if it is unknown.
    public init(_ text: String?) {
        self = text.map { .text($0) } ?? .absent
    }

    /// Creates a value; absent if it is unknown.
    public init(_ number: Double?) {
        guard let number, number.isFinite else { self = .absent; return }
        self = .number(number)
    }

    /// Creates a value; absent if it is unknown.
    public init(_ count: (some BinaryInteger)?) {
        self = count.map { .number(Double($0)) } ?? .absent
    }

    /// Creates a value; absent if it is unknown.
    public init(_ flag: Bool?) {
        self = flag.map { .flag($0) } ?? .absent
    }

    /// Creates a value; absent if it is unknown.
    public init(_ time: Timestamp?) {
        guard let time, time.isWritable else { self = .absent; return }
        self = .time(time)
    }
}

extension FieldValue {
    /// Appends the value as text for people; nothing if it is absent.
    func append(to text: inout UTF8Buffer, style: TableStyle) {
        switch self {
        case .text(let value): text.append(TerminalText.limited(value))
        case .texts(let values): text.append(TerminalText.limited(values.joined(separator: ", ")))
        case .objects(_, let value): text.append(TerminalText.limited(value))
        case .number(let number): text.append(number)
        case .flag(let flag): text.append(flag ? "yes" : "no")
        case .time(let time): text.append(time, in: style)
        case .links(let links): text.append(TerminalText.limited(links.preferred ?? ""))
        case .properties(let properties): text.append(TerminalText.limited(properties.line))
        case .absent: break
        }
    }
}

extension JSONObjectWriter {
    /// Adds a field's value, unless it is absent.
    mutating func add(_ name: StaticString, _ value: FieldValue) {
        unclosed.appendMember(name, value)
    }

    /// Adds a field's value, unless it is absent.
    package mutating func add(_ name: String, _ value: FieldValue) {
        if case .absent = value { return }
        unclosed.appendName(escaping: name)
        unclosed.appendJSON(value)
    }
}

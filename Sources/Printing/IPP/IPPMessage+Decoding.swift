/// Error of the bytes of a message.
enum IPPFormatError: Error, Equatable {
    case tooLarge
    case truncated
    case tooDeep
    case tooManyValues
    /// A tag is where it must not be, or content has a wrong length.
    case malformed(offset: Int)

    var message: String {
        switch self {
        case .tooLarge: "it is too large"
        case .truncated: "it ends too early"
        case .tooDeep, .tooManyValues: "it has too many values"
        case .malformed(let offset): "it has an error at byte \(offset)"
        }
    }
}

extension IPPMessage {
    /// Maximum size of a message without its document, in bytes.
    static let maxBytes = 1 << 20
    /// Maximum number of values, members of collections included.
    static let maxValues = 1 << 16
    /// Maximum depth of collections.
    static let maxDepth = 16

    /// Reads a message; what follows its attributes is the document.
    init(_ bytes: [UInt8]) throws(IPPFormatError) {
        guard bytes.count <= Self.maxBytes else { throw .tooLarge }
        var reader = Reader(bytes: bytes)
        version = Version(major: try reader.byte(), minor: try reader.byte())
        code = try reader.number()
        requestID = try reader.number()
        groups = try reader.groups()
        data = Array(bytes[reader.offset...])
    }

    private struct Reader {
        let bytes: [UInt8]
        var offset = 0
        var values = 0

        var isAtDelimiter: Bool {
            get throws(IPPFormatError) { try peek().isDelimiter }
        }

        func peek() throws(IPPFormatError) -> IPPTag {
            guard offset < bytes.count else { throw .truncated }
            return IPPTag(rawValue: bytes[offset])
        }

        mutating func byte() throws(IPPFormatError) -> UInt8 {
            let byte = try peek().rawValue
            offset += 1
            return byte
        }

        mutating func number<Number: FixedWidthInteger>() throws(IPPFormatError) -> Number {
            var number = Number.zero
            for byte in try take(Number.bitWidth / 8) {
                number = number << 8 | Number(truncatingIfNeeded: byte)
            }
            return number
        }

        mutating func take(_ count: Int) throws(IPPFormatError) -> ArraySlice<UInt8> {
            guard count <= bytes.count - offset else { throw .truncated }
            defer { offset += count }
            return bytes[offset..<offset + count]
        }

        /// Takes a name or content, with its length before it.
        mutating func content() throws(IPPFormatError) -> ArraySlice<UInt8> {
            let start = offset
            let count: UInt16 = try number()
            guard count <= UInt16(Int16.max) else { throw .malformed(offset: start) }
            return try take(Int(count))
        }

        mutating func text() throws(IPPFormatError) -> String {
            String(decoding: try content(), as: UTF8.self)
        }

        mutating func groups() throws(IPPFormatError) -> [Group] {
            var groups: [Group] = []
            while true {
                let start = offset
                let tag = try byte()
                if tag == 0x03 { return groups }
                guard IPPTag(rawValue: tag).isDelimiter, tag != 0 else {
                    throw .malformed(offset: start)
                }
                var attributes = IPPAttributes()
                while try !isAtDelimiter { try readAttribute(&attributes) }
                groups.append(Group(tag: tag, attributes: attributes))
            }
        }

        /// Reads a value, with its name or as a further one of the last attribute.
        private mutating func readAttribute(
            _ attributes: inout IPPAttributes
        ) throws(IPPFormatError) {
            let start = offset
            let tag = IPPTag(rawValue: try byte())
            let name = try text()
            let value = try value(tag, start: start, depth: 0)
            if !name.isEmpty {
                attributes.append(name, value)
            } else if let last = attributes.list.indices.last {
                attributes.list[last].values.append(value)
            } else {
                throw .malformed(offset: start)
            }
        }

        /// Reads the content of a value.
        private mutating func value(
            _ tag: IPPTag, start: Int, depth: Int
        ) throws(IPPFormatError) -> IPPValue {
            values += 1
            guard values <= IPPMessage.maxValues else { throw .tooManyValues }
            if tag == .beginCollection {
                // Its value is empty.
                _ = try content()
                return .collection(try members(depth: depth + 1))
            }
            guard tag != .endCollection, tag != .memberName else {
                throw .malformed(offset: start)
            }
            var part = Reader(bytes: Array(try content()))
            // What is too short or too long for its type is no value of that type.
            guard let value = try? part.scalar(tag), part.offset == part.bytes.count else {
                throw .malformed(offset: start)
            }
            return value
        }

        /// Reads this reader's bytes as a value that is no collection.
        private mutating func scalar(_ tag: IPPTag) throws(IPPFormatError) -> IPPValue {
            switch tag {
            case .integer: return .integer(try number())
            case .boolean: return .boolean(try byte() != 0)
            case .enumeration: return .enumeration(try number())
            case .resolution:
                return .resolution(x: try number(), y: try number(), units: try number())
            case .range: return .range(try number(), try number())
            case .textWithLanguage, .nameWithLanguage:
                let language = try text()
                return .localized(tag, try text(), language: language)
            default:
                let content = Array(try take(bytes.count))
                if tag.isString { return .string(tag, String(decoding: content, as: UTF8.self)) }
                // Printers must not give them content, but some do.
                return tag.isOutOfBand ? .outOfBand(tag) : .octets(tag, content)
            }
        }

        /// Reads the members of a collection up to its end (RFC 8010, section 3.1.6).
        private mutating func members(depth: Int) throws(IPPFormatError) -> IPPAttributes {
            guard depth <= IPPMessage.maxDepth else { throw .tooDeep }
            var members = IPPAttributes()
            var name: String?
            while true {
                let start = offset
                let tag = IPPTag(rawValue: try byte())
                guard !tag.isDelimiter, try content().isEmpty else {
                    throw .malformed(offset: start)
                }
                switch tag {
                case .endCollection:
                    _ = try content()
                    return members
                case .memberName: name = try text()
                default:
                    let value = try value(tag, start: start, depth: depth)
                    if let member = name {
                        members.append(member, value)
                        name = nil
                    } else if let last = members.list.indices.last {
                        members.list[last].values.append(value)
                    } else {
                        throw .malformed(offset: start)
                    }
                }
            }
        }
    }
}

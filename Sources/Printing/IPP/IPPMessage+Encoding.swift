extension IPPMessage {
    /// The message as bytes (RFC 8010, section 3.1).
    var bytes: [UInt8] {
        var writer = Writer()
        writer.bytes += [version.major, version.minor]
        writer.write(code)
        writer.write(requestID)
        for group in groups {
            writer.bytes.append(group.tag)
            for attribute in group.attributes.list { writer.write(attribute) }
        }
        writer.bytes.append(0x03)
        return writer.bytes + data
    }

    private struct Writer {
        var bytes: [UInt8] = []

        mutating func write(_ number: some FixedWidthInteger) {
            withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
        }

        /// Writes a text or content with its length, at most the 32,767 bytes that a length can
        /// have.
        mutating func write(_ content: some Collection<UInt8>) {
            let content = content.prefix(Int(Int16.max))
            write(UInt16(content.count))
            bytes += content
        }

        mutating func write(_ attribute: IPPAttributes.Attribute) {
            var name = attribute.name
            for value in attribute.values {
                write(value, name)
                // Further values have no name.
                name = ""
            }
        }

        mutating func write(_ value: IPPValue, _ name: String) {
            bytes.append(value.tag.rawValue)
            write(name.utf8)
            switch value {
            case .integer(let number), .enumeration(let number):
                write(UInt16(4))
                write(number)
            case .boolean(let flag): write([flag ? 1 : 0])
            case .resolution(let x, let y, let units):
                write(UInt16(9))
                write(x)
                write(y)
                write(units)
            case .range(let lower, let upper):
                write(UInt16(8))
                write(lower)
                write(upper)
            case .string(_, let text): write(text.utf8)
            case .localized(_, let text, let language): write(Self.parts([language, text]))
            case .outOfBand: write(UInt16(0))
            case .octets(_, let content): write(content)
            case .collection(let members): write(members)
            }
        }

        /// Writes the members of a collection and its end (RFC 8010, section 3.1.6).
        private mutating func write(_ members: IPPAttributes) {
            write(UInt16(0))
            for member in members.list {
                write(.string(.memberName, member.name), "")
                for value in member.values { write(value, "") }
            }
            write(.octets(.endCollection, []), "")
        }

        /// The content of a value of texts, each with its length.
        private static func parts(_ texts: [String]) -> [UInt8] {
            var writer = Writer()
            for text in texts { writer.write(text.utf8) }
            return writer.bytes
        }
    }
}

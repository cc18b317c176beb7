import FleetTestSupport
import Testing

@testable import Printing

@Suite("Messages of IPP have the bytes of RFC 8010")
struct IPPMessageTests {
    /// Hexadecimal digits and texts in quotes.
    private static func bytes(_ text: String) -> [UInt8] {
        text.split(separator: "'", omittingEmptySubsequences: false).enumerated()
            .flatMap {
                $0.offset.isMultiple(of: 2)
                    ? [UInt8](hexadecimal: $0.element) : Array($0.element.utf8)
            }
    }

    private static let header = """
        01 47 0012 'attributes-charset' 0005 'utf-8'
        48 001b 'attributes-natural-language' 0005 'en-us'
        """

    /// Bytes after the examples of RFC 8010, appendix A, with shorter values and more types, each
    /// with its message.
    static let examples: [(bytes: [UInt8], message: IPPMessage)] = [
        (
            bytes(
                """
                0101 0002 00000001 \(header)
                45 000b 'printer-uri' 000f 'ipp://a.example'
                42 0008 'job-name' 0006 'foobar' 22 0016 'ipp-attribute-fidelity' 0001 01
                02 21 0006 'copies' 0004 00000014 44 0005 'sides' 0013 'two-sided-long-edge'
                03 '%!PDF...'
                """),
            message(
                0x0002,
                [
                    "printer-uri": .uri("ipp://a.example"), "job-name": .name("foobar"),
                    "ipp-attribute-fidelity": .boolean(true),
                ],
                job: ["copies": .integer(20), "sides": .keyword("two-sided-long-edge")],
                data: "%!PDF...")
        ),
        (
            bytes(
                """
                0101 0000 00000001 \(header)
                41 000e 'status-message' 000d 'successful-ok'
                02 21 0006 'job-id' 0004 00000093 45 0007 'job-uri' 0013 'ipp://a.example/123'
                23 0009 'job-state' 0004 00000003 03
                """),
            message(
                0, ["status-message": .string(.text, "successful-ok")],
                job: [
                    "job-id": .integer(147), "job-uri": .uri("ipp://a.example/123"),
                    "job-state": .enumeration(3),
                ])
        ),
        (
            bytes(
                """
                0101 0005 00000001 \(header) 45 000b 'printer-uri' 000f 'ipp://a.example'
                02 34 0009 'media-col' 0000
                4a 0000 000a 'media-size' 34 0000 0000
                4a 0000 000b 'x-dimension' 21 0000 0004 00005208
                4a 0000 000b 'y-dimension' 21 0000 0004 00007404
                37 0000 0000
                4a 0000 000a 'media-type' 44 0000 000a 'stationery'
                37 0000 0000 03
                """),
            message(
                0x0005, ["printer-uri": .uri("ipp://a.example")],
                job: [
                    "media-col": .collection([
                        "media-size": .collection(
                            ["x-dimension": .integer(21_000), "y-dimension": .integer(29_700)]),
                        "media-type": .keyword("stationery"),
                    ])
                ])
        ),
        (
            bytes(
                """
                0101 0000 0000007b 01 47 0012 'attributes-charset' 0005 'utf-8'
                02 21 0006 'job-id' 0004 00000093 36 0008 'job-name' 000c 0005 'fr-ca' 0003 'fou'
                02 21 0006 'job-id' 0004 00000094 12 0008 'job-name' 0000
                44 0011 'job-state-reasons' 0004 'none' 44 0000 000c 'job-printing'
                33 0006 'copies' 0008 00000001 000003e7
                32 0003 'dpi' 0009 000000cb 000000cb 03 31 0004 'time' 000b 07e80102030405062b0100
                30 0003 'raw' 0002 00ff 03
                """),
            IPPMessage(
                version: .v1, code: 0, requestID: 123,
                groups: [
                    .init(tag: 1, attributes: ["attributes-charset": .string(.charset, "utf-8")]),
                    .init(
                        tag: 2,
                        attributes: [
                            "job-id": .integer(147),
                            "job-name": .localized(.nameWithLanguage, "fou", language: "fr-ca"),
                        ]),
                    .init(
                        tag: 2,
                        attributes: ([

                            "job-id": .integer(148),
                            "job-name": .outOfBand(IPPTag(rawValue: 0x12)),
                        ] as IPPAttributes).with(
                            "job-state-reasons", .keyword("none"), .keyword("job-printing")
                        )
                        .with("copies", .range(1, 999))
                        .with("dpi", .resolution(x: 203, y: 203, units: 3))
                        .with(
                            "time",
                            .octets(.dateTime, [UInt8](hexadecimal: "07e80102030405062b0100"))
                        )
                        .with("raw", .octets(.octetString, [0, 255]))),
                ])
        ),
    ]

    private static func message(
        _ code: UInt16, _ operation: IPPAttributes, job: IPPAttributes, data: String = ""
    ) -> IPPMessage {
        let common: IPPAttributes = [
            "attributes-charset": .string(.charset, "utf-8"),
            "attributes-natural-language": .string(.naturalLanguage, "en-us"),
        ]
        return IPPMessage(
            version: .v1, code: code, requestID: 1,
            groups: [
                .init(tag: 1, attributes: IPPAttributes(common.list + operation.list)),
                .init(tag: 2, attributes: job),
            ], data: Array(data.utf8))
    }

    @Test("Examples after those of the standard are written and read", arguments: examples.indices)
    func coding(index: Int) throws {
        let (bytes, message) = Self.examples[index]
        #expect(message.bytes == bytes)
        #expect(try IPPMessage(bytes) == message)
    }

    @Test("A message that ends too early is an error wherever it ends", arguments: examples.indices)
    func truncated(index: Int) {
        let (bytes, message) = Self.examples[index]
        for count in 0..<(bytes.count - message.data.count) {
            #expect(throws: IPPFormatError.self) { try IPPMessage(Array(bytes.prefix(count))) }
        }
    }

    @Test("No changed byte makes the reader trap", arguments: examples.indices)
    func changed(index: Int) {
        let bytes = Self.examples[index].bytes
        for offset in bytes.indices {
            for byte: UInt8 in [0, 1, 3, 0x21, 0x34, 0x37, 0x4A, 0x7F, 0x80, 0xFF] {
                var changed = bytes
                changed[offset] = byte
                guard let message = try? IPPMessage(changed) else { continue }
                #expect((try? IPPMessage(message.bytes)) != nil)
            }
        }
    }

    @Test("Collections have a limited depth")
    func depth() {
        func nested(_ depth: Int) -> IPPValue {
            (1..<depth).reduce(.collection([:])) { value, _ in .collection(["a": value]) }
        }
        func decoded(_ depth: Int) throws -> IPPMessage {
            try IPPMessage(IPPMessage.response(job: ["a": nested(depth)]).bytes)
        }
        #expect(throws: Never.self) { try decoded(IPPMessage.maxDepth) }
        #expect(throws: IPPFormatError.tooDeep) { try decoded(IPPMessage.maxDepth + 1) }
        let opened =
            Self.bytes("0101 0000 00000001 02 34 0001 'a' 0000")
            + Array(repeating: Self.bytes("4a 0000 0001 'a' 34 0000 0000"), count: 10_000).joined()
        #expect(throws: IPPFormatError.tooDeep) { try IPPMessage(opened) }
    }

    @Test("Size and number of values are limited")
    func limits() {
        let value = Self.bytes("12 0000 0000")
        let start = Self.bytes("0101 0000 00000001 02 12 0001 'a' 0000")
        let many = start + Array(repeating: value, count: IPPMessage.maxValues).joined() + [3]
        #expect(throws: IPPFormatError.tooManyValues) { try IPPMessage(many) }
        let large = start + [3] + Array(repeating: 0, count: IPPMessage.maxBytes)
        #expect(throws: IPPFormatError.tooLarge) { try IPPMessage(large) }
    }

    @Test(
        "Wrong lengths and tags are errors",
        arguments: [
            "02 21 0001 'a' 0003 000001 03", "02 21 0001 'a' 0005 0000000001 03",
            "02 22 0001 'a' 0000 03", "02 36 0001 'a' 0004 00ff 0000 03",
            "02 21 0000 0004 00000001 03",
            "02 37 0001 'a' 0000 03", "02 4a 0001 'a' 0000 03", "00 03",
            "21 0001 'a' 0004 00000001 03",
            "02 34 0001 'a' 0000 03", "02 34 0001 'a' 0000 21 0000 0004 00000001 37 0000 0000 03",
            "02 41 ffff 'a' 0000 03", "02 41 0001 'a' ffff 03",
        ])
    func malformed(text: String) {
        #expect(throws: IPPFormatError.self) {
            try IPPMessage(Self.bytes("0101 0000 00000001" + text))
        }
    }

    @Test("Texts that are not UTF-8 are repaired, and too long ones are cut")
    func texts() throws {
        let bytes = Self.bytes("0101 0000 00000001 02 41 0001 'a' 0002 c328 03")
        #expect(try IPPMessage(bytes).attributes(2)["a"] == [.string(.text, "\u{FFFD}(")])
        let long = IPPMessage.response(job: ["a": .name(String(repeating: "a", count: 40_000))])
        #expect(try IPPMessage(long.bytes).attributes(2)["a"].first?.text?.count == 32_767)
    }
}

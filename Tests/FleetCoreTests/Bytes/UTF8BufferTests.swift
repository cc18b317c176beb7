import Testing

@testable import FleetCore

@Suite("UTF-8 buffers, byte sinks and JSON objects")
struct UTF8BufferTests {
    private func written(_ append: (inout UTF8Buffer) -> Void) -> String {
        var text = UTF8Buffer()
        append(&text)
        return text.string
    }

    @Test("a number reads back as the same double")
    func roundTrip() throws {
        var generator = SplitMix(state: 1)
        for round in 0..<40_000 {
            let value: Double =
                switch round % 4 {
                case 0: Double(bitPattern: generator.next())
                case 1: (Double.random(in: -180...180, using: &generator) * 1e6).rounded() / 1e6
                case 2: Double.random(in: -180...180, using: &generator)
                default: Double(Int64.random(in: -10_000_000...10_000_000, using: &generator)) / 1e7
                }
            guard value.isFinite else { continue }
            let text = written { $0.append(value) }
            try #require(Double(text) == value, "\(value) was written as \(text)")
        }
    }

    @Test(
        "integers are written in decimal digits",
        arguments: [0, 1, -1, 9, 10, 99, 100, 1_234_567_890, Int.max, Int.min])
    func integers(number: Int) {
        #expect(written { $0.append(number) } == String(number))
        #expect(
            written { $0.append { $0.appendDigits(number.magnitude, width: 4) } }.utf8.count >= 4)
    }

    @Test(
        "a rounded number keeps trailing zeros only on request",
        arguments: [
            (1.25, 1, "1.3", "1.3"), (2, 1, "2", "2.0"), (-0.04, 1, "0", "0.0"),
            (19.96, 1, "20", "20.0"),
            (48.8, 5, "48.8", "48.80000"), (-0.5, 0, "-1", "-1"), (1e300, 1, "1e+300", "1e+300"),
        ] as [(Double, Int, String, String)])
    func rounded(number: Double, decimals: Int, short: String, long: String) {
        #expect(written { $0.append(number, roundedTo: decimals) } == short)
        #expect(written { $0.append(number, roundedTo: decimals, keepingZeros: true) } == long)
    }

    @Test("a sink flushes all bytes in order, in chunks of its capacity plus at most a row")
    func sink() throws {
        var chunks: [Int] = []
        var bytes: [UInt8] = []
        try withoutActuallyEscaping({ (chunk: UnsafeRawBufferPointer) in
            chunks.append(chunk.count)
            bytes.append(contentsOf: chunk)
        }) { flush in
            var sink = ByteSink(capacity: 100, flush: flush)
            for row in 0..<1000 {
                sink.append("row \(row)\n")
                try sink.endRow()
            }
            try sink.finish()
            try sink.finish()
        }
        #expect(String(decoding: bytes, as: UTF8.self) == (0..<1000).map { "row \($0)\n" }.joined())
        #expect(chunks.dropLast().allSatisfy { (100..<110).contains($0) })
        #expect(!chunks.contains(0))
    }

    @Test("an error of the receiver ends the list", arguments: ListFormat.allCases)
    func broken(format: ListFormat) {
        struct BrokenPipe: Error {}
        var calls = 0
        #expect(throws: BrokenPipe.self) {
            try withoutActuallyEscaping({ (_: UnsafeRawBufferPointer) in
                calls += 1
                throw BrokenPipe()
            }) { flush in
                var sink = ByteSink(capacity: 10, flush: flush)
                let vehicles = (0..<100).map { Samples.full("id-\($0)") }
                let encoder = try VehicleListEncoder(
                    format: format, header: Samples.header(100), style: Samples.style())
                _ = try encoder.write(vehicles: { try vehicles.forEach($0) }, to: &sink)
            }
        }
        #expect(calls == 1)
    }

    @Test("an object omits values that JSON cannot represent")
    func object() {
        var inner = JSONObjectWriter()
        inner.add("n", 1)
        var object = JSONObjectWriter()
        object.add("absent", nil as String?)
        object.add("nan", Double.nan)
        object.add("far", Timestamp(milliseconds: .max))
        object.add("text", "a\"\u{0}\u{9B}")
        object.add("flag", true)
        object.add("list", ["x", "{"])
        object.add("inner", inner)
        object.add("objects", [inner, JSONObjectWriter()])
        let expected =
            ##"{"text":"a\"\u0000\u009b","flag":true,"list":["x","{"],"##
            + ##""inner":{"n":1},"objects":[{"n":1},{}]}"##
        #expect(object.text.string == expected)
    }

    @Test("a character that needs an escape is found at any offset of a JSON string")
    func escapesAtAnyOffset() {
        let escapes = [
            ("\"", #"\""#), ("\\", #"\\"#), ("\n", #"\u000a"#), ("\u{1f}", #"\u001f"#),
            ("\u{7f}", #"\u007f"#), ("\u{9b}", #"\u009b"#), ("é", "é"), (" ", " "), ("~", "~"),
        ]
        for length in 1...20 {
            for offset in 0..<length {
                for (character, escape) in escapes {
                    let start = String(repeating: "a", count: offset)
                    let end = String(repeating: "z", count: length - offset - 1)
                    #expect(
                        written { $0.appendJSON(start + character + end) }
                            == "\"" + start + escape + end + "\"")
                }
            }
        }
    }
}

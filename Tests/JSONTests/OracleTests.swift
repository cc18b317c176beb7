import JSON
import Testing

@Suite struct OracleTests {
    @Test("numbers are rounded as in Python")
    func numbers() throws {
        var generator = SystemRandomNumberGenerator()
        var numbers = [
            "0", "0.0", "-0.0", "1e0", "1E+2", "5e-324", "1e-999", "2.2250738585072011e-308",
            "1.7976931348623157e308", "9007199254740993.0", "0.1", "48.856614000000001",
            "123456789012345.6", "1234567890123456.7", "0.000000000000001", "0.0000000000000001",
            "1844674407370.551616", "-18446744073709551616e7", "0.37751120328738610529511",
            "9223372036854775807", "9223372036854775808", "123456789012345678901234567890",
            "0." + String(repeating: "0", count: 400) + "1e400",
        ]
        for _ in 0..<3_000 {
            let bits = Double(bitPattern: UInt64.random(in: 0...UInt64.max, using: &generator))
            if bits.isFinite { numbers.append(bits.description) }
            let digits = Int.random(in: 0...10_000_000_000_000_000, using: &generator)
            numbers.append("-\(digits % 180).\(digits)")
        }
        try expectAgreement(on: Array("[\(numbers.joined(separator: ","))]".utf8))
    }

    @Test("strings, keys and nesting are parsed as in Python")
    func structure() throws {
        let text = #"""
             { "" : [ ] , "\u00e9\ud83d\udeb2" : { } , "a" : [ [ [ { "a" : [ { } , [ ] , null ] } ] ] ] ,
            "tab\tslash\/\\\"" : true , "a" : false , "é€🚲\u0000\u007f\uffff" : "\b\f\n\r" , "n": -1 }
            """#
        try expectAgreement(on: [0xEF, 0xBB, 0xBF] + Array(text.utf8))
    }

    private func expectAgreement(on bytes: [UInt8]) throws {
        let value = try JSONDocument(bytes).value(maxNodes: 100_000, maxDepth: 100)
        let expected = try PythonOracle.lines(of: bytes)
        #expect(!expected.isEmpty)
        #expect(value.oracleLines == expected)
    }
}

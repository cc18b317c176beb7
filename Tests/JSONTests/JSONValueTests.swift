import JSON
import Testing

@Suite struct JSONValueTests {
    @Test("an object keeps its order and returns the last value of a key")
    func objects() throws {
        let value = try JSONDocument(Array(#"{"b":1,"a":true,"b":[null,"x",2.5]}"#.utf8))
            .value(maxNodes: 100, maxDepth: 10)
        #expect(value.object?.members.map(\.key) == ["b", "a", "b"])
        #expect(value["b"]?[1]?.string == "x")
        #expect(value["b"]?[2]?.double == 2.5)
        #expect(value["b"]?[0] == .null)
        #expect(value["a"]?.bool == true)
        #expect(value["b"]?[3] == nil)
        #expect(value["c"] == nil)
        #expect(value["a"]?["b"] == nil)
    }

    @Test("a malformed scalar is null and affects no other value")
    func badScalars() throws {
        let value = try JSONDocument(Array(#"[1e999,01,"\x",18446744073709551616,7]"#.utf8))
            .value(maxNodes: 100, maxDepth: 10)
        #expect(
            value == .array([.null, .null, .null, .digits("18446744073709551616"), .integer(7)]))
        #expect(value[3]?.double == 0x1p64)
    }

    @Test("a document may be an integer beyond 64 bits")
    func bigRoot() throws {
        let value = try JSONDocument(Array("-35256407737045424837".utf8))
            .value(maxNodes: 1, maxDepth: 1)
        #expect(value == .digits("-35256407737045424837"))
    }

    @Test("an integer beyond the range of a double has its digits, and the largest double as value")
    func hugeInteger() throws {
        let digits = "-" + String(repeating: "9", count: 400)
        let value = try JSONDocument(Array(digits.utf8)).value(maxNodes: 1, maxDepth: 1)
        #expect(value == .digits(digits))
        #expect(value.double == -.greatestFiniteMagnitude)
    }
}

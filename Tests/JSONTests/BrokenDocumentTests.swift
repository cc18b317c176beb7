import JSON
import Testing

@Suite struct BrokenDocumentTests {
    private let document = Array(
        #"{"data":{"bikes":[{"id":"é\n","lat":-1.5e3,"u":{"w":[null,{}]}},[],{"id":false}]},"ttl":0}"#
            .utf8)

    @Test("a document truncated anywhere is an error, even after its last row")
    func truncation() throws {
        #expect(try Scanned(document, arrays: ["data.bikes"], fields: ["id"]).counts == [3])
        for length in 0..<document.count {
            let cut = Array(document[..<length])
            #expect(throws: JSONError.self, "cut at \(length)") {
                try Scanned(cut, arrays: ["data.bikes"], fields: ["id", "u.w"])
            }
            #expect(throws: JSONError.self, "cut at \(length)") {
                try JSONDocument(cut).value(maxNodes: 100, maxDepth: 10)
            }
        }
    }

    @Test(
        "a broken document has an error with its cause",
        arguments: [
            ("", JSONError.empty),
            (" \n ", .empty),
            ("\u{FEFF}", .empty),
            (#"{"a":"b"#, .truncated),
            (#"{"a":[1,2"#, .truncated),
            (#"{} x"#, .syntax("something follows the document at byte 3")),
            ("{}{}", .syntax("something follows the document at byte 2")),
            (#"{"a":1 "b":2}"#, .syntax("a comma or a closing bracket is missing at byte 7")),
            (#"{"a" 1}"#, .syntax("a colon is missing at byte 5")),
            (#"{"a":"b":1}"#, .syntax("a comma or a closing bracket is missing at byte 8")),
            (#"{a:1}"#, .syntax("a key is missing at byte 1")),
            (#"{"a":}"#, .syntax("a value is missing at byte 5")),
            ("[1,]", .syntax("a value is missing at byte 3")),
            ("[1}", .syntax("a comma or a closing bracket is missing at byte 2")),
            ("\u{1}\"\u{1}\"", .controlCharacter),
        ])
    func errors(text: String, error: JSONError) {
        #expect(throws: error) { try Scanned(text, arrays: ["", "b"]) }
        #expect(throws: error) {
            try JSONDocument(Array(text.utf8)).value(maxNodes: 100, maxDepth: 10)
        }
    }

    @Test(
        "brackets are checked in skipped values, even if as many are closed as opened",
        arguments: [
            (#"{"x":[1}"#, 7), (#"{"x":[{]},"y":[]}"#, 7), (#"{"x":["]{\"",[1],2},"y":[]]}"#, 18),
            (#"{"x":[{"k":"\""],"y":[]}}"#, 15),
        ])
    func skippedBrackets(text: String, offset: Int) {
        let error = JSONError.syntax("a bracket closes another sort at byte \(offset)")
        #expect(throws: error) { try Scanned(text, arrays: ["y"]) }
    }

    @Test(
        "other errors in skipped values go unseen",
        arguments: [
            "nul", "01", "[1 2]", "[,]", #"{"a" 1}"#, #"{"a":1 "b":2}"#, "{1:2}", #"{"a":}"#,
            #"["\x"]"#, #"{"a":{"y":[1]},}"#,
        ])
    func skippedErrors(value: String) throws {
        let scanned = try Scanned(
            #"{"x":\#(value),"y":[{"x":\#(value),"a":1}]}"#, arrays: ["y"], fields: ["a"])
        #expect(scanned.rows.map(\.fields) == [[.integer(1)]])
    }

    @Test("endless nesting is an error, not a crash", arguments: ["[", #"{"a":"#, "[{\"a\":"])
    func deepNesting(opening: String) {
        let bytes = Array(String(repeating: opening, count: 3_000_000).utf8)
        #expect(throws: JSONError.tooDeep) {
            try Scanned(bytes, arrays: ["", "a"], fields: ["a"])
        }
        #expect(throws: JSONError.tooDeep) {
            try JSONDocument(bytes).value(maxNodes: .max, maxDepth: .max)
        }
    }

    @Test("a tree of the maximum depth is built and freed")
    func deepestTree() throws {
        let depth = JSONDocument.maxDepth
        let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        var value: JSONValue? = try JSONDocument(Array(text.utf8))
            .value(maxNodes: depth, maxDepth: depth)
        var levels = 0
        while let inner = value {
            value = inner[0]
            levels += 1
        }
        #expect(levels == depth)
        #expect(throws: JSONError.tooDeep) {
            try JSONDocument(Array("[\(text)]".utf8)).value(maxNodes: .max, maxDepth: .max)
        }
    }

    @Test("the limits of a tree are exact")
    func treeLimits() throws {
        let document = JSONDocument(Array(#"[1,{"a":[2]}]"#.utf8))
        #expect(try document.value(maxNodes: 5, maxDepth: 3)[1]?["a"]?[0] == .integer(2))
        #expect(throws: JSONError.tooLarge) { try document.value(maxNodes: 4, maxDepth: 3) }
        #expect(throws: JSONError.tooDeep) { try document.value(maxNodes: 5, maxDepth: 2) }
        #expect(throws: JSONError.tooDeep) { try document.value(maxNodes: 5, maxDepth: -1) }
    }
}

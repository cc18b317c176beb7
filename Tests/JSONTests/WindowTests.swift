import Testing

@testable import JSON

@Suite("Documents that are read in parts")
struct WindowTests {
    private static let document = Array(
        #"""
         {"version": "2.3", "junk": [1, [2, {"a": "]\"}", "b": [3, 4]}, 5], 6, 7, 8, 9], "ttl": 60,
         "data": {"x": {"y": 1, "z": [{"id": "no"}, {"id": "no"}]},
          "bikes": [{"id": "a", "u": {"w": [1, 2]}}, 7, null, {"id": "é\u0041,"}, {"lat": 1.5e3}, [],
          {"id": "\ud800"}],
          "d\u0061ta": 5, "rules": [{"a": 1}, {"b": [2]}], "bikes": [{"id": "b"}, {"id": "c"}]},
         "last": {"p": "q", "r": "s"}, "ttl": 61}

        """#.utf8)

    private static func scanned(_ bytes: [UInt8], window: Int) throws(JSONError) -> Scanned {
        try Scanned(
            bytes, arrays: ["data.vehicles", "data.bikes"], fields: ["id", "lat", "u.w", ""],
            headers: ["version", "ttl", "data.rules", "last.r", "missing"], window: window)
    }

    @Test("a document has the same rows and headers, whatever the size of its parts")
    func sizes() throws {
        let whole = try Self.scanned(Self.document, window: .max)
        #expect(whole.counts == [nil, 9])
        #expect(whole.rows.map(\.index) == [0, 1, 2, 3, 4, 5, 6, 0, 1])
        for window in 16...Self.document.count {
            #expect(try Self.scanned(Self.document, window: window) == whole, "\(window) bytes")
        }
    }

    @Test("a bare list is cut between its elements")
    func bareList() throws {
        let rows = (0..<200).map { #"{"id": \#($0)}"# }
        let bytes = Array("[\(rows.joined(separator: " , "))]".utf8)
        for window in [8, 20, 64, 1000] {
            let scanned = try Scanned(bytes, arrays: [""], fields: ["id"], window: window)
            #expect(scanned.rows.map(\.index) == Array(0..<200))
            #expect(scanned.rows.map { $0.fields[0] } == (0..<200).map { .integer($0) })
        }
    }

    @Test("a document that is broken anywhere is as broken in parts")
    func broken() throws {
        for index in Self.document.indices {
            for byte in Array(#"{}[]",:\ "#.utf8) + [0, 9, 0xFF] {
                var bytes = Self.document
                bytes[index] = byte
                let whole = Result { () throws(JSONError) in
                    try Self.scanned(bytes, window: .max)
                }
                let parts = Result { () throws(JSONError) in try Self.scanned(bytes, window: 24) }
                switch (whole, parts) {
                case (.success(let whole), .success(let parts)):
                    #expect(parts == whole, "\(byte) at \(index)")
                case (.failure, .failure): break
                // A part is small, so a value may be too large for it.
                case (.success, .failure(let error)):
                    #expect(error == .largeValue, "\(byte) at \(index)")
                case (.failure(let error), .success):
                    Issue.record("\(error) is not found: \(byte) at \(index)")
                }
            }
        }
    }

    @Test("a document truncated anywhere is an error")
    func truncation() {
        let end = Self.document.count - 1
        for length in 0..<(end - 1) {
            #expect(throws: JSONError.self, "cut at \(length)") {
                try Self.scanned(Array(Self.document[..<length]), window: 24)
            }
        }
    }

    @Test("an error has its offset in the document")
    func offset() {
        let bytes = Array(#"[{"a":1},{"a":1},{"a":1},{"a":1},{"a" 1}]"#.utf8)
        for window in [8, 16, 100] {
            #expect(throws: JSONError.syntax("a colon is missing at byte 38")) {
                try Scanned(bytes, arrays: [""], fields: ["a"], window: window)
            }
        }
    }

    @Test("what a repair needs is found before the first row", arguments: [0xFF, 0x0A] as [UInt8])
    func repairs(byte: UInt8) throws {
        var bytes = Array(#"[{"a":"x"},{"a":"x"},{"a":"x"},{"a":"?"}]"#.utf8)
        bytes[bytes.count - 4] = byte
        let document = JSONDocument(bytes)
        let scan = RowScan(arrays: [""], fields: ["a"], headers: [])
        #expect(throws: byte == 0xFF ? JSONError.invalidUTF8 : .controlCharacter) {
            try document.scan(
                scan, window: 8, header: { _, _ in }, row: { _ in Issue.record("a row") })
        }
    }

    @Test("one value of more than four parts is an error, wherever it is")
    func largeValue() {
        let long = String(repeating: "x", count: 200)
        for text in [
            #"{"data":{"bikes":[{"id":"\#(long)"}]}}"#, #"{"version":"\#(long)"}"#,
            #"{"data":{"rules":[\#(String(repeating: "1,", count: 100))1]}}"#, "\"\(long)\"",
        ] {
            #expect(throws: JSONError.largeValue) {
                try Self.scanned(Array(text.utf8), window: 40)
            }
        }
        #expect(throws: Never.self) {
            try Self.scanned(
                Array(#"{"junk":[\#(String(repeating: "1,", count: 100))1]}"#.utf8), window: 40)
        }
    }
}

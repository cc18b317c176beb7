import JSON
import Testing

@Suite struct RowScanTests {
    @Test("rows and headers are delivered for any order of keys")
    func rowsAndHeaders() throws {
        let scanned = try Scanned(
            #"{"ttl":60,"data":{"x":[{}],"bikes":[{"lat":1.5,"id":"a"},{"id":"b"}]},"version":"2.3"}"#,
            arrays: ["data.vehicles", "data.bikes"], fields: ["id", "lat"],
            headers: ["version", "ttl", "missing"])
        #expect(scanned.counts == [nil, 2])
        #expect(scanned.headers == [.string("2.3"), .integer(60), nil])
        #expect(
            scanned.rows.map(\.fields) == [
                [.string("a"), .double(1.5, source: "1.5")], [.string("b"), .missing],
            ])
        #expect(scanned.rows.map(\.index) == [0, 1])
        #expect(scanned.rows.map(\.array) == [1, 1])
    }

    @Test("dotted paths reach nested fields, along with their containers")
    func dottedPaths() throws {
        let scanned = try Scanned(
            #"[{"uris":{"web":"w","x":{"y":[1]}}},{"uris":null},{"uris":[{"web":1}]}]"#,
            fields: ["uris.web", "uris", "uris.x.y"])
        #expect(
            scanned.rows.map(\.fields) == [
                [.string("w"), .container(#"{"web":"w","x":{"y":[1]}}"#), .container("[1]")],
                [.missing, .null, .missing],
                [.missing, .container(#"[{"web":1}]"#), .missing],
            ])
    }

    @Test("an element that is not an object is delivered with its index")
    func otherElements() throws {
        let scanned = try Scanned(#"[{"a":1},7,null,[{"a":2}],"a",{"a":3}]"#, fields: ["a", ""])
        #expect(scanned.rows.map(\.isObject) == [true, false, false, false, false, true])
        #expect(scanned.rows.map(\.index) == [0, 1, 2, 3, 4, 5])
        #expect(
            scanned.rows.map { $0.fields[0] } == [
                .integer(1), .missing, .missing, .missing, .missing, .integer(3),
            ])
        #expect(scanned.rows[3].fields[1] == .container(#"[{"a":2}]"#))
        #expect(scanned.rows[4].fields[1] == .string("a"))
    }

    @Test("a scan without fields counts the elements")
    func noFields() throws {
        let scanned = try Scanned(#"[{"a":"\n"},{},1]"#)
        #expect(scanned.counts == [3])
        #expect(scanned.rows.map(\.isObject) == [true, true, false])
    }

    @Test("all arrays of the scan are read, in document order")
    func severalArrays() throws {
        let scanned = try Scanned(
            #"{"vehicles":[{"id":1}],"data":{"bikes":[{"id":2},{"id":3}]},"bikes":null}"#,
            arrays: ["data.bikes", "vehicles", "bikes", ""], fields: ["id"])
        #expect(scanned.counts == [2, 1, 0, nil])
        #expect(scanned.rows.map { $0.fields[0] } == [.integer(1), .integer(2), .integer(3)])
        #expect(scanned.rows.map(\.array) == [1, 0, 0])
    }

    @Test(
        "a missing array has no count",
        arguments: [#"{}"#, #"{"bikes":{}}"#, #"{"bikes":"no"}"#, "[]", "7", #""bikes""#])
    func noArray(text: String) throws {
        #expect(try Scanned(text, arrays: ["bikes"]).counts == [nil])
    }

    @Test("a malformed value invalidates only its own field")
    func badValues() throws {
        let bad = [
            "1e999", "-1e999", "01", "-", "1.", ".5", "+1", "1e", "0x10", "12abc", "tru",
            "nulll", "NaN", #""\x""#, #""\u12g4""#, #""\u12""#,
        ]
        let text = bad.map { #"{"a":\#($0),"b":1}"# }.joined(separator: ",")
        let scanned = try Scanned("[\(text)]", fields: ["a", "b"])
        #expect(scanned.rows.map(\.fields) == bad.map { _ in [.invalid, .integer(1)] })
    }

    @Test("integers beyond 64 bits keep their digits")
    func bigIntegers() throws {
        let scanned = try Scanned(
            "[9223372036854775807,9223372036854775808,-9223372036854775808,-9223372036854775809]",
            fields: [""])
        #expect(
            scanned.rows.map { $0.fields[0] } == [
                .integer(.max), .double(0x1p63, source: "9223372036854775808"),
                .integer(.min), .double(-0x1p63, source: "-9223372036854775809"),
            ])
    }

    @Test("integers beyond the range of a double keep their digits")
    func hugeIntegers() throws {
        let digits = String(repeating: "9", count: 400)
        let scanned = try Scanned("[\(digits),-\(digits)]", fields: [""])
        #expect(
            scanned.rows.map { $0.fields[0] } == [
                .double(.greatestFiniteMagnitude, source: digits),
                .double(-.greatestFiniteMagnitude, source: "-" + digits),
            ])
    }

    @Test("a number too small for a double is zero")
    func underflow() throws {
        let scanned = try Scanned("[1e-999]", fields: [""])
        #expect(scanned.rows.first?.fields == [.double(0, source: "1e-999")])
    }

    @Test("the last value of a repeated key wins, however the key is escaped")
    func repeatedKeys() throws {
        let text = #"[{"a_b":"x\n","a\u005fb":2},{"a_b":1,"a_b":"\t"},{"a_b":"\n","a_b":["\n"]}]"#
        #expect(
            try Scanned(text, fields: ["a_b"]).rows.map { $0.fields[0] } == [
                .integer(2), .string("\t"), .container(#"["\n"]"#),
            ])
    }

    @Test("strings are unescaped, NUL is kept and a lone surrogate is replaced")
    func escapes() throws {
        let text =
            #"["\"\\\/\b\f\n\r\t","\u0000","\u00e9\u20AC\ud83d\udeb2","\ud83dx","\udeb2\ud83d\u0041"]"#
        #expect(
            try Scanned(text, fields: [""]).rows.map { $0.fields[0] } == [
                .string("\"\\/\u{8}\u{C}\n\r\t"), .string("\0"), .string("é€🚲"),
                .string("\u{FFFD}x"), .string("\u{FFFD}\u{FFFD}A"),
            ])
    }

    @Test("keys that change from row to row are found in any order")
    func keyOrder() throws {
        // More keys than the cache holds, in orders that change from row to row.
        let names = (0..<90).map { "key\($0)" }
        let rows = (0..<60).map { row in
            let keys = names.indices.filter { ($0 * 7 + row) % 5 != 0 }
            return row % 3 == 0 ? keys.reversed() : Array(keys[(row % 40)...] + keys[..<(row % 40)])
        }
        let text = rows.map { keys in
            "{" + keys.map { #""key\#($0)":\#($0)"# }.joined(separator: ",") + "}"
        }.joined(separator: ",")
        let selected = names.indices.filter { $0 % 4 != 1 }
        let scanned = try Scanned("[\(text)]", fields: selected.map { names[$0] })
        #expect(
            scanned.rows.map(\.fields)
                == rows.map { keys in
                    selected.map { keys.contains($0) ? .integer(Int64($0)) : .missing }
                })
    }
}

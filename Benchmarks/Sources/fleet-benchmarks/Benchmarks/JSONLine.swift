/// Access to single members of a JSON line without spaces.
///
/// Sufficient for the IDs and counts of these benchmarks, which need no escapes.
extension String {
    /// Returns the string value of the first member with this name.
    func jsonText(of key: String) -> String? {
        after(#""\#(key)":""#).map { rest in
            String(decoding: rest.prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
        }
    }

    /// Returns the integer value of the first member with this name.
    func jsonNumber(of key: String) -> Int? {
        after(#""\#(key)":"#).flatMap { rest in
            let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
            return Int(String(decoding: rest.prefix(while: digits.contains), as: UTF8.self))
        }
    }

    private func after(_ start: String) -> Substring.UTF8View? {
        let (text, start) = (utf8, Array(start.utf8))
        guard let first = start.first else { return nil }
        var rest = text[...]
        while let index = rest.firstIndex(of: first) {
            rest = text[index...]
            if rest.starts(with: start) { return rest.dropFirst(start.count) }
            rest = rest.dropFirst()
        }
        return nil
    }
}

import CRE2

/// Regular expression of RE2 (https://github.com/google/re2/wiki/Syntax), which searches in time
/// linear in the text, whatever the pattern and the text.
final class RegularExpression {
    private let pattern: OpaquePointer

    /// Error in a pattern.
    struct PatternError: Error {
        /// The message of RE2.
        let cause: String
    }

    /// Compiles a pattern.
    init(_ text: String) throws(PatternError) {
        var text = text
        let compiled = text.withUTF8 { utf8 in
            utf8.withMemoryRebound(to: CChar.self) { cre2_pattern_new($0.baseAddress, $0.count) }
        }
        guard let compiled else { throw PatternError(cause: "out of memory") }
        pattern = compiled
        if let error = cre2_pattern_error(compiled) {
            throw PatternError(cause: String(cString: error))
        }
    }

    deinit { cre2_pattern_free(pattern) }

    /// Returns the first group of the first match, or a match without groups.
    func firstGroup(in text: String) -> String? {
        var text = text
        return text.withUTF8 { utf8 in
            var (start, end) = (0, 0)
            let isFound = utf8.withMemoryRebound(to: CChar.self) {
                cre2_find(pattern, $0.baseAddress, $0.count, &start, &end)
            }
            return isFound ? String(decoding: utf8[start..<end], as: UTF8.self) : nil
        }
    }
}

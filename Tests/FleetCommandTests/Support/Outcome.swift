import Testing

/// What a program wrote, and how it ended.
struct Outcome: Sendable {
    /// The exit status, or the number of the signal that ended it, negative.
    var status: Int32 = 0
    /// The standard output.
    var data: [UInt8] = []
    /// The standard error.
    var talkBytes: [UInt8] = []
    /// Whether it had to be killed.
    var isHung = false

    var text: String { String(decoding: data, as: UTF8.self) }
    var talk: String { String(decoding: talkBytes, as: UTF8.self) }

    /// The lines of the standard output that are whole.
    var lines: [String] { Self.lines(text) }
    /// The lines of the standard error that are whole.
    var talkLines: [String] { Self.lines(talk) }

    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    /// Claims that all went well, and gives the outcome back.
    @discardableResult
    func succeeded(_ location: SourceLocation = #_sourceLocation) -> Outcome {
        #expect(!isHung, "the program hung", sourceLocation: location)
        #expect(status == 0, "\(talk)", sourceLocation: location)
        return self
    }

    /// Claims that the program failed with this status and said just this on the standard error.
    func failed(
        _ status: Int32, _ cause: String, _ hint: String,
        _ location: SourceLocation = #_sourceLocation
    ) {
        #expect(!isHung, "the program hung", sourceLocation: location)
        #expect(self.status == status, "\(talk)", sourceLocation: location)
        #expect(
            talkLines.suffix(2) == ["error: \(cause)", "hint: \(hint)"], sourceLocation: location)
        #expect(
            talkLines.filter { $0.hasPrefix("error:") || $0.hasPrefix("hint:") }.count == 2,
            sourceLocation: location)
    }
}

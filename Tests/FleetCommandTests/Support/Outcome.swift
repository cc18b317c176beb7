import Foundation
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
    /// Whether it has ended.
    var isEnded = false

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

extension Outcome {
    /// The standard output as a JSON object.
    func json() throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(data)) as? [String: Any])
    }

    /// The standard output as JSON objects, one a line.
    func objects() throws -> [[String: Any]] {
        try lines.map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
    }

    /// The codes of the vehicles of a list in the format json.
    var codes: [String] {
        let vehicles = (try? json())?["vehicles"] as? [[String: Any]]
        return vehicles?.compactMap { $0["vehicle_id"] as? String } ?? []
    }
}

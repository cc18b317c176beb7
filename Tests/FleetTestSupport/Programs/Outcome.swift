import Foundation
package import Testing

/// Output and exit status of a program.
package struct Outcome: Sendable {
    /// The exit status; if a signal ended the program, its negative number.
    package var status: Int32 = 0
    /// The standard output.
    package var data: [UInt8] = []
    /// The standard error.
    package var errorBytes: [UInt8] = []
    /// Whether the program timed out and was killed.
    package var isHung = false
    /// Whether the program has ended.
    package var isEnded = false

    package init(
        status: Int32 = 0, data: [UInt8] = [], errorBytes: [UInt8] = [], isEnded: Bool = false
    ) {
        (self.status, self.data, self.errorBytes) = (status, data, errorBytes)
        self.isEnded = isEnded
    }

    package var text: String { String(decoding: data, as: UTF8.self) }
    package var errorText: String { String(decoding: errorBytes, as: UTF8.self) }

    /// The complete lines of the standard output.
    package var lines: [String] { Self.lines(text) }
    /// The complete lines of the standard error.
    package var errorLines: [String] { Self.lines(errorText) }

    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    /// Expects success; returns the outcome itself.
    @discardableResult
    package func succeeded(_ location: SourceLocation = #_sourceLocation) -> Outcome {
        #expect(!isHung, "the program hung", sourceLocation: location)
        #expect(status == 0, "\(errorText)", sourceLocation: location)
        return self
    }

    /// Expects this exit status, and this error and hint as the only ones on the standard error.
    package func failed(
        _ status: Int32, _ cause: String, _ hint: String,
        _ location: SourceLocation = #_sourceLocation
    ) {
        #expect(!isHung, "the program hung", sourceLocation: location)
        #expect(self.status == status, "\(errorText)", sourceLocation: location)
        #expect(
            errorLines.suffix(2) == ["error: \(cause)", "hint: \(hint)"], sourceLocation: location)
        #expect(
            errorLines.filter { $0.hasPrefix("error:") || $0.hasPrefix("hint:") }.count == 2,
            sourceLocation: location)
    }
}

extension Outcome {
    /// The standard output as a JSON object.
    package func json() throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(data)) as? [String: Any])
    }

    /// The standard output as JSON objects, one per line.
    package func objects() throws -> [[String: Any]] {
        try lines.map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
    }

    /// The vehicle IDs in the JSON output of `fleet list`.
    package var ids: [String] {
        let vehicles = (try? json())?["vehicles"] as? [[String: Any]]
        return vehicles?.compactMap { $0["vehicle_id"] as? String } ?? []
    }
}

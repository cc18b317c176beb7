import FleetCore
import JSON

extension JSONDocument {
    /// How often a document is read at most: once as it is, and once after each kind of repair.
    private static let attempts = 3

    /// Reads a document in one forward pass, mending invalid UTF-8 and stray control characters.
    ///
    /// Throws what `place` is told to hold instead of JSON.
    mutating func scanRepairing(
        _ scan: RowScan, at place: String, header: (Int, JSONField) -> Void,
        row: (JSONRow) -> Void
    ) throws(FeedFailure) -> RowScanResult {
        var failure = JSONError.empty
        for _ in 0..<Self.attempts {
            do {
                return try self.scan(scan, header: header, row: row)
            } catch {
                failure = error
                guard repair(after: error) else { break }
            }
        }
        throw FeedFailure(reason(for: failure), at: place)
    }

    /// What to tell of a document that cannot be read.
    func reason(for error: JSONError) -> FeedFailure.Reason {
        if error != .empty, startsLikeMarkup { return .html }
        return switch error {
        case .empty: .empty
        case .invalidUTF8: .notJSON("it is not UTF-8")
        case .controlCharacter: .notJSON("a text in it holds control characters")
        case .truncated: .notJSON("it ends too early")
        case .syntax(let text): .notJSON(text)
        case .tooDeep: .tooDeep
        case .tooLarge: .tooLarge(limit: Int64(UInt32.max))
        case .outOfMemory: .tooLarge(limit: Int64(count))
        }
    }

    private var startsLikeMarkup: Bool {
        withBytes { $0.first { $0 > 32 } == UInt8(ascii: "<") }
    }
}

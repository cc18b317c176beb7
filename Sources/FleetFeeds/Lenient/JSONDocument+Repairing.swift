import FleetCore
import JSON

extension JSONDocument {
    /// Maximum number of passes: one over the original and one after each type of repair.
    private static let maxAttempts = 3

    /// Scans a document in one forward pass; repairs invalid UTF-8 and stray control characters.
    ///
    /// - Throws: A failure at `location` if the document is not valid JSON.
    mutating func scanRepairing(
        _ scan: RowScan, at location: String, header: (Int, JSONField) -> Void,
        row: (JSONRow) -> Void
    ) throws(FeedFailure) -> RowScanResult {
        var lastError = JSONError.empty
        for _ in 0..<Self.maxAttempts {
            do {
                return try self.scan(scan, header: header, row: row)
            } catch {
                lastError = error
                guard repair(after: error) else { break }
            }
        }
        throw FeedFailure(reason(for: lastError), at: location)
    }

    /// Returns the failure reason for a document that cannot be parsed.
    func reason(for error: JSONError) -> FeedFailure.Reason {
        if error != .empty, startsLikeMarkup { return .html }
        return switch error {
        case .empty: .empty
        case .invalidUTF8: .notJSON("invalid UTF-8")
        case .controlCharacter: .notJSON("control characters in a string")
        case .truncated: .notJSON("unexpected end")
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

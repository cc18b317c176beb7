import FleetCore
import JSON

/// Scan of a feed in one forward pass: its header, and the elements of a list.
///
/// Repairs invalid UTF-8, stray control characters and lone surrogates.
struct ListScan: Sendable {
    private let scan: RowScan

    /// Creates a scan.
    ///
    /// - Parameters:
    ///   - lists: Paths of the list, one for each shape of the document.
    ///   - fields: Paths of the fields to read from each element.
    ///   - values: Paths of values outside the list.
    init(lists: [String] = [], fields: [String] = [], values: [String] = []) {
        scan = RowScan(arrays: lists, fields: fields, headers: FeedHeader.paths + values)
    }

    /// Scans a document; returns its header, the index of the first list that it contains, and the
    /// number of repairs.
    ///
    /// - Parameters:
    ///   - value: Receives each value outside the list, with the index of its path.
    ///   - row: Receives each element of the lists.
    /// - Throws: A failure at `location` if the document is not valid JSON.
    func read(
        _ document: inout JSONDocument, at location: String,
        value: (Int, JSONField) -> Void = { _, _ in }, row: (JSONRow) -> Void = { _ in }
    ) throws(FeedFailure) -> (header: FeedHeader, list: Int?, repairs: Int) {
        var header = FeedHeader()
        let result = try document.scanRepairing(
            scan, at: location,
            header: { index, field in
                if index < FeedHeader.paths.count {
                    header.read(index, field)
                } else {
                    value(index - FeedHeader.paths.count, field)
                }
            }, row: row)
        return (header, result.found, document.repairs + result.repairs)
    }

    /// Reads the elements of a document that is only a list.
    ///
    /// - Parameters:
    ///   - maxCount: Maximum number of elements; further ones are ignored.
    ///   - noList: Reason of the failure of a document without the list.
    ///   - element: Creates an element; `nil` skips it.
    /// - Throws: A failure at `location` if the document is not valid JSON, or has no list.
    func elements<Element>(
        of bytes: consuming [UInt8], at location: String, maxCount: Int = .max,
        otherwise noList: FeedFailure.Reason, _ element: (JSONRow) -> Element?
    ) throws(FeedFailure) -> FeedDocument<[Element]> {
        var document = JSONDocument(bytes)
        var elements: [Element] = []
        let (header, list, _) = try read(
            &document, at: location,
            row: { row in
                guard elements.count < maxCount, let element = element(row) else { return }
                elements.append(element)
            })
        guard list != nil else { throw FeedFailure(noList, at: location) }
        return FeedDocument(header: header, content: elements)
    }
}

extension JSONDocument {
    /// Maximum number of passes: one over the original and one after each type of repair.
    private static let maxAttempts = 3

    /// - Throws: A failure at `location` if the document is in UTF-16, of which a repair would leave
    ///   text without meaning.
    func refuseUTF16(at location: String) throws(FeedFailure) {
        if isLikeUTF16 {
            throw FeedFailure(.content(.notJSON("UTF-16 instead of UTF-8")), at: location)
        }
    }

    fileprivate mutating func scanRepairing(
        _ scan: RowScan, at location: String, header: (Int, JSONField) -> Void,
        row: (JSONRow) -> Void
    ) throws(FeedFailure) -> RowScanResult {
        try refuseUTF16(at: location)
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
        if error != .empty, startsLikeMarkup { return .content(.html) }
        return switch error {
        case .empty: .content(.empty)
        case .invalidUTF8: .content(.notJSON("invalid UTF-8"))
        case .controlCharacter: .content(.notJSON("control characters in a string"))
        case .truncated: .content(.notJSON("unexpected end"))
        case .syntax(let text): .content(.notJSON(text))
        case .tooDeep: .content(.tooDeep)
        case .tooLarge: .size(.tooLarge(limit: Int64(UInt32.max)))
        case .largeValue: .size(.largeValue(limit: Int64(JSONDocument.maxValueSize)))
        case .outOfMemory: .size(.tooLarge(limit: Int64(count)))
        }
    }

    /// Whether many of the first bytes are 0, as those of ASCII characters in UTF-16.
    private var isLikeUTF16: Bool {
        withBytes { bytes in
            let first = bytes.prefix(64)
            return first.count >= 4 && first.count { $0 == 0 } * 4 >= first.count
        }
    }

    private var startsLikeMarkup: Bool {
        withBytes { $0.first { $0 > 32 } == UInt8(ascii: "<") }
    }
}

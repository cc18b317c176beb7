/// Report of the vehicles skipped and the errors repaired while a feed was parsed.
public struct ParseReport: Equatable, Sendable, Codable {
    /// A skipped vehicle.
    public struct Skip: Equatable, Sendable, Codable {
        /// The index in the feed's array, from 0; of a table, the number of the row.
        public var index: Int
        /// The reason, such as `no vehicle_id`.
        public var reason: String

        /// Creates a record of a skipped vehicle.
        public init(index: Int, reason: String) {
            self.index = index
            self.reason = reason
        }
    }

    /// The maximum number of skips and warnings stored with their text; counting continues.
    public static let maxEntries = 20

    /// The number of skipped vehicles.
    public private(set) var skipped = 0
    /// The first of them, at most `maxEntries`.
    public private(set) var skips: [Skip] = []
    /// The number of vehicles with a duplicate ID; the last one is used.
    public var duplicates = 0
    /// The number of invalid UTF-8 sequences, lone surrogates and stray control characters that
    /// were replaced.
    public var repairs = 0
    /// Whether the skips have the numbers of rows, as spreadsheets show them; `nil` if not.
    public var hasRowNumbers: Bool?
    /// Other warnings, such as a side feed that failed; at most `maxEntries`.
    public private(set) var warnings: [String] = []

    /// Creates a report without errors.
    public init() {}

    /// Counts a skipped vehicle.
    public mutating func skip(at index: Int, _ reason: @autoclosure () -> String) {
        skipped += 1
        if skips.count < Self.maxEntries { skips.append(Skip(index: index, reason: reason())) }
    }

    /// Adds a warning.
    public mutating func warn(_ warning: String) {
        if warnings.count < Self.maxEntries { warnings.append(warning) }
    }

    /// Adds the report of another list of the same document.
    public mutating func add(_ other: ParseReport) {
        skipped += other.skipped
        skips += other.skips.prefix(max(Self.maxEntries - skips.count, 0))
        duplicates += other.duplicates
        other.warnings.forEach { warn($0) }
    }

    /// All notices for people, one line each; text from the feed is not escaped.
    public var notices: [String] { notices(of: "vehicle") }

    /// Returns all notices for people about a list of items, such as a `vehicle`.
    public func notices(of item: String) -> [String] {
        var notices = warnings
        if skipped > 0, hasRowNumbers == true {
            notices.append(skippedRows)
        } else if skipped > 0, let first = skips.first {
            let items = ShortText.count(skipped, item)
            notices.append("\(items) skipped, first at index \(first.index): \(first.reason)")
        }
        if duplicates > 0 {
            let items = ShortText.count(duplicates, "duplicate " + item)
            notices.append("\(items); the last one was used")
        }
        if repairs > 0 {
            let characters = repairs == 1 ? "character was" : "characters were"
            notices.append("\(repairs) invalid \(characters) replaced")
        }
        return notices
    }

    /// The skipped rows of a table, such as `2 rows skipped: row 7 (no ID), row 60 (no ID)`.
    private var skippedRows: String {
        let listed = skips.prefix(Self.maxListedRows)
        let rows = listed.map { "row \($0.index) (\($0.reason))" }.joined(separator: ", ")
        let rest = skipped - listed.count
        return "\(ShortText.count(skipped, "row")) skipped: \(rows)"
            + (rest > 0 ? " and \(rest) more" : "")
    }

    private static let maxListedRows = 10
}

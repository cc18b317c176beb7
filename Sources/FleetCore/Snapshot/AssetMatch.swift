/// What the rows of an asset list and the vehicles of the feed have in common.
public struct AssetMatch: Equatable, Sendable, Codable {
    /// The number of rows with an ID.
    public var rows: Int
    /// The number of rows that match no vehicle.
    public var unmatched: Int
    /// The IDs of the first of those rows.
    public var unmatchedIDs: [String]
    /// The number of vehicles without a row.
    public var unlisted: Int

    /// The maximum number of ``unmatchedIDs``.
    public static let maxListed = 20

    /// Creates a comparison.
    public init(rows: Int, unmatched: Int, unmatchedIDs: [String], unlisted: Int) {
        (self.rows, self.unmatched) = (rows, unmatched)
        (self.unmatchedIDs, self.unlisted) = (unmatchedIDs, unlisted)
    }

    /// The counts in the document of a server, from which the command line reads them.
    var json: JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("rows", rows)
        object.add("unmatched", unmatched)
        object.add("unlisted", unlisted)
        return object
    }

    /// The comparison in one line for people.
    package var text: String {
        var parts = ["\(rows - unmatched) of \(ShortText.count(rows, "row")) match a vehicle"]
        if unmatched > 0 {
            let shown = unmatchedIDs.map { TerminalText.limited($0) }.joined(separator: ", ")
            let isComplete = unmatched == unmatchedIDs.count
            parts.append(
                "\(unmatched) \(unmatched == 1 ? "does" : "do") not"
                    + (shown.isEmpty ? "" : (isComplete ? ": " : ", such as ") + shown))
        }
        if unlisted > 0 {
            parts.append(
                ShortText.count(unlisted, "vehicle") + (unlisted == 1 ? " has" : " have")
                    + " no row")
        }
        return parts.joined(separator: "; ")
    }
}

import Foundation

/// An asset list beside the feed of a source: a table with one row for each vehicle.
public struct AssetList: Equatable, Sendable {
    /// The text of a vehicle that the IDs of the rows are compared with.
    public enum Match: String, CaseIterable, Sendable {
        /// The ID in the feed.
        case id
        /// The code that is visible on the vehicle.
        case code
        /// The stable ID that is printed on its label (``Source/labelField``).
        case label
    }

    /// The file or the http(s) address of the table.
    public var location: Location
    /// What the IDs of the rows are compared with.
    public var match: Match
    /// How the table is read.
    public var table: TableSettings

    /// Creates an asset list.
    public init(
        location: Location, match: Match = .id, table: TableSettings = TableSettings()
    ) {
        (self.location, self.match, self.table) = (location, match, table)
    }
}

extension AssetList {
    /// The asset list as settings of a source have it; equal lists have equal texts.
    package var settingsJSON: String {
        var object = JSONObjectWriter()
        object.add("location", location.text)
        object.add("match", match.rawValue)
        let table = try? StoredJSON.encoder(sorted: true).encode(table)
        object.add("table", table.map { String(decoding: $0, as: UTF8.self) })
        return object.text.string
    }
}

import FleetCore

/// The keys of the template `_formats`.
struct Formats: Sendable {
    var json: String
    var csv: String
    /// CSV for the Excel of the browser's language.
    var excel: String
    /// The command that prints the same list; `nil` if none does.
    var command: String?
}

/// The files of a list, with all its rows: the keys of the template `_export`.
struct ExportMenu: Sendable {
    var text: String
    var csv: String
    var excel: String
    var json: String
    var geojson: String
    var xlsx: String
    var command: String?

    /// - Parameter count: Number of rows of all pages of the list.
    init(_ formats: Formats, count: Int) {
        text = localized("All \(ShortText.count(count, "vehicle")) of this list, in its order")
        (csv, excel, json, command) = (
            formats.csv, formats.excel, formats.json, formats.command
        )
        geojson = csv.replacing("format=csv", with: "format=geojson")
        xlsx = csv.replacing("format=csv", with: "format=xlsx")
    }
}

/// The keys of the template `_pager`.
struct Pager: Sendable {
    var text: String
    var firstHref: String?
    var previousHref: String?
    var nextHref: String?
}

/// The message of a list without rows.
struct Empty: Sendable {
    var icon: String
    var title: String
    var text: String
    var action: PageAction?
}

/// The strip of favorites.
struct Strip: Sendable {
    var isEmpty: Bool
    var items: Markup

    /// The columns after the ID.
    static let columns: [PageColumn] = [.standard(.state), .standard(.color), .standard(.battery)]
}

/// The page `/`: the keys of the template `list`.
struct ListPage: Sendable {
    struct List: Sendable {
        var title: String
        var sourceName: String
        var isSimulated: Bool
        var totalText: String
        var updated: ShownTime?
        var isStale: Bool
        var allHref: String
        var favoritesHref: String
        var isFavorites: Bool
        var allCount: String
        var favoriteCount: String
        var refreshAction: String?
        /// Absent without a history.
        var replayHref: String?
        /// The report; absent without a history.
        var reportHref: String?
        /// The check of the feed; absent with several sources, and in the past.
        var checkHref: String?
        /// Absent without vehicles.
        var table: VehicleTableContext?
        var hasMap: Bool
        var empty: Empty?
    }

    var page: PageContext
    var list: List
    var strip: Strip?
    var views: ViewStrip?
    var filter: FilterContext
    var map: MapContext?
    var pager: Pager?
    var export: ExportMenu
}

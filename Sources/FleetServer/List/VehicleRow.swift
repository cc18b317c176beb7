import FleetCore
import FleetService

/// A vehicle in a list.
struct VehicleRow: Sendable {
    var id: String
    var source: String
    var href: String
    /// The cells after the ID, in the order of the columns.
    var cells: [CellContext]
    var typeIcon: String
    var lat: String?
    var lon: String?
    var isFavorite: Bool
    var isGone: Bool
    var isChecked = false
    /// Value of the box that selects it: the ID, in a list of several sources with the source.
    var selection: String
    var favoriteAction: String
    /// Absent if scripts cannot reach it.
    var favoriteUrl: String?

    /// - Parameters:
    ///   - columns: The columns of the list after the ID.
    ///   - isLabelled: Whether its cells have the names of their columns, for narrow screens.
    ///   - feed: The feed, which names types; `nil` if none is stored.
    ///   - isGone: Whether the vehicle has left the feed.
    ///   - origin: Position from which the distance is measured, if it is shown.
    init(
        _ vehicle: Vehicle, _ columns: [PageColumn], isLabelled: Bool = false,
        of source: PolledSource, _ feed: FeedDescription?, isFavorite: Bool, isGone: Bool = false,
        origin: Position? = nil, _ style: PageStyle
    ) {
        (id, selection) = (vehicle.id, vehicle.id)
        self.source = source.name
        href = source.path(of: vehicle.id)
        let vehicleCells = VehicleCells(
            feed, source: source.name, origin: origin,
            lowBattery: source.source.attention.lowBattery)
        cells =
            columns.map { column in
                var cell: CellContext
                switch column {
                case .standard(let kind):
                    let content = vehicleCells.cell(kind, of: vehicle)
                    cell = CellContext(kind, isGone && kind == .state ? .missing : content, style)
                case .property(let name): cell = CellContext(property: vehicle.properties[name])
                }
                if isLabelled { cell.label = column.title }
                return cell
            }
        typeIcon = Self.icon(of: vehicle.formFactor)
        lat = vehicle.position.map { "\($0.latitude)" }
        lon = vehicle.position.map { "\($0.longitude)" }
        self.isFavorite = isFavorite
        self.isGone = isGone
        favoriteAction = source.favoriteAction(of: vehicle.id)
        favoriteUrl = source.favoriteAPIPath(of: vehicle.id)
    }

    /// Returns the name of the icon of a form factor (GBFS: `form_factor`).
    static func icon(of formFactor: String?) -> String {
        switch formFactor {
        case "bicycle", "cargo_bicycle": "bicycle"
        case let factor? where factor.hasPrefix("scooter"): "scooter"
        case "moped": "moped"
        case "car": "car"
        default: "vehicle"
        }
    }
}

extension VehicleRow {
    /// Returns the row of a table.
    func tableRow(_ style: PageStyle) -> Markup {
        let place: Markup =
            lat.map { " data-lat=\"\($0)\" data-lon=\"\(lon ?? "")\"" } ?? ""
        let cells = Markup(
            cells.map {
                """
                <td role="cell" class="\($0.columnClasses)"\($0.liveName)\($0.labelName)>\
                \($0.markup)</td>
                """
            })
        let label = localized("Select \(id)")
        return """
            <tr role="row" data-id="\(id)" data-source="\(source)"\(place)\(goneClass)>
            <td role="cell" class="c-check"><label class="hit"><input type="checkbox" name="id" \
            value="\(selection)" aria-label="\(label)"\
            \(" checked", if: isChecked)></label></td>
            <td role="cell" class="c-id">\(link(style))</td>
            \(cells)
            <td role="cell" class="c-star">\(star(style))</td>
            </tr>

            """
    }

    /// Returns the element of the strip of favorites.
    var stripItem: Markup {
        let cells = Markup(cells.map { "<span data-f=\"\($0.name)\">\($0.markup)</span>" })
        return """
            <li data-id="\(id)" data-source="\(source)"\(goneClass)><a href="\(href)">\
            <span class="id">\(id)</span>\(cells)</a></li>

            """
    }

    /// IDs that are longer are shortened in the middle.
    private static let (maxID, idEnd) = (20, 6)

    /// Returns the link to the page of the vehicle: the style sheet shortens the beginning of a long
    /// ID, which has a button that copies it.
    private func link(_ style: PageStyle) -> Markup {
        guard id.count > Self.maxID else {
            return "<a class=\"id\" href=\"\(href)\">\(id)</a>"
        }
        let (start, end) = (String(id.dropLast(Self.idEnd)), String(id.suffix(Self.idEnd)))
        let label = localized("Copy the ID \(id)")
        return """
            <a class="id long" href="\(href)" title="\(id)" aria-label="\(id)">\
            <span class="id-start">\(start)</span><span>\(end)</span></a>\
            <button class="copy-id" type="button" data-copy="\(id)" title="\(label)" \
            aria-label="\(label)">\(style.icon("copy"))</button>
            """
    }

    private var goneClass: Markup { isGone ? " class=\"gone\"" : "" }

    /// Returns the button that makes it a favorite, or no longer one.
    private func star(_ style: PageStyle) -> Markup {
        let label = localized("Favorite \(id)")
        let api: Markup = favoriteUrl.map { " data-favorite=\"\($0)\"" } ?? ""
        return """
            <button class="star" type="submit" formmethod="post" formaction="\(favoriteAction)" \
            name="favorite" value="\(isFavorite ? "off" : "on")" \
            aria-pressed="\(isFavorite ? "true" : "false")"\(api) \
            aria-label="\(label)">\(style.icon(isFavorite ? "star-on" : "star"))</button>
            """
    }
}

/// The table of vehicles: the keys of the template `_vehicles`.
struct VehicleTableContext: Sendable {
    struct Column: Sendable {
        var name: String
        var title: String
        var isNumeric: Bool
        /// The address of the list in its order; absent if it has none.
        var sortHref: String?
        /// `ascending` or `descending`, if the list is sorted by it (ARIA, `aria-sort`).
        var sorted: String?
        /// The sign of that direction.
        var sortMark: String?
    }

    /// The choice of all vehicles that match.
    struct Matching: Sendable {
        /// The query of the list.
        var query: String
        var count: String
        var text: String
        /// Whether they are too many for one form.
        var isTooMany: Bool

        /// - Parameter count: Number of vehicles of all pages of the list.
        init(_ query: QueryItems, count: Int) {
            (self.query, self.count) = (String(query.query.dropFirst()), "\(count)")
            isTooMany = count > SelectedVehicles.limit
            text =
                isTooMany
                ? localized(
                    "All \(count) that match: at most \(SelectedVehicles.limit) can be selected")
                : localized("All \(count) that match")
        }
    }

    /// Name of the table for screen readers.
    var label: String
    /// Name of the source; `*` in a list of several.
    var sourceName: String
    /// The column of the ID.
    var idColumn: Column
    /// The columns after the ID.
    var columns: [Column]
    /// Whether a person chose the columns.
    var isChosen = false
    /// The menu of the columns; absent on other pages than the list.
    var menu: ColumnMenu?
    var rows: Markup
    /// Whether the selected vehicles can be added to the favorites.
    var canStar = true
    /// The choice of all vehicles of the list; absent if all of them are rows.
    var matching: Matching?
    /// Position that distances are measured from, `LATITUDE,LONGITUDE`.
    var origin: String?

    /// Returns the columns after the ID; the other fields are on the page of the vehicle.
    static func columns(in list: ListContents) -> [VehicleColumn] {
        VehicleColumn.allCases.filter {
            ![.id, .station, .location].contains($0) && $0.isPresent(in: list)
        }
    }

    /// - Parameter sorting: The order of the list; `nil` for a list without a choice of orders.
    init(
        _ label: String,
        _ columns: [PageColumn] = VehicleTableContext.columns(in: ListContents([]))
            .map(PageColumn.standard),
        sorting: SortLinks? = nil,
        of source: PolledSource?, _ rows: [VehicleRow], _ style: PageStyle,
        origin: Position? = nil
    ) {
        self.label = label
        self.rows = Markup(rows.map { $0.tableRow(style) })
        sourceName = source?.name ?? QueryItems.allSources
        idColumn = Column(.standard(.id), sorting)
        self.columns = columns.map { Column($0, sorting) }
        self.origin = origin?.text
    }
}

extension VehicleTableContext.Column {
    fileprivate init(_ column: PageColumn, _ sorting: SortLinks?) {
        title = column.title
        switch column {
        case .standard(let kind): (name, isNumeric) = (kind.rawValue, kind.isNumeric)
        case .property: (name, isNumeric) = (CellContext.propertyName, false)
        }
        sortHref = sorting?.href(of: column)
        sorted = sorting?.direction(of: column)
        sortMark = sorted.map { $0 == "descending" ? "▼" : "▲" }
    }
}

extension Position {
    /// The position for scripts, `LATITUDE,LONGITUDE`.
    var text: String { "\(latitude),\(longitude)" }
}

extension PolledSource {
    /// Path of the page of a vehicle.
    ///
    /// Browsers remove the segments `.` and `..` even if they are encoded (URL Standard, section
    /// 4.4).
    func path(of id: String) -> String {
        if Self.isDots(id) { return "/v/\(name)" + QueryItems([("id", id)]).query }
        return "/v/\(name)/" + PercentEncoding.encoded(id)
    }

    /// Path to which the form of a favorite is sent.
    func favoriteAction(of id: String) -> String {
        Self.isDots(id) ? path(of: id) : path(of: id) + "/favorite"
    }

    /// Path of a favorite in the API; `nil` if browsers would change it.
    func favoriteAPIPath(of id: String) -> String? {
        Self.isDots(id) ? nil : apiPath + "/favorites/" + PercentEncoding.encoded(id)
    }

    private static func isDots(_ id: String) -> Bool { [".", ".."].contains(id) }

    /// Path of the source in the API.
    var apiPath: String { "/api/v1/sources/\(name)" }
}

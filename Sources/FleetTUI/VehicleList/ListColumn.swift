import FleetCore

/// Column of the vehicle list.
struct ListColumn: Equatable {
    let content: BrowserColumn
    /// Width in character columns.
    var width: Int
    /// Whether text fits beside the symbols.
    var isWide = true

    /// The column of all vehicles; `nil` for a property.
    var kind: VehicleColumn? { content.kind }

    /// Name in the header.
    var name: String {
        switch content {
        case .standard(.state) where !isWide: ""
        case .standard(.battery) where !isWide: "batt"
        case .standard(let kind): kind.rawValue
        case .property(let name): TerminalText.drawable(name.limited)
        }
    }

    /// Whether its values are aligned right, as are ages and coordinates at the end of a row.
    var isRightAligned: Bool {
        kind.map { $0.isNumeric || [.location, .reported].contains($0) } ?? false
    }

    /// Returns the order by this column; `nil` if there is none, or it needs an origin.
    func order(from origin: Position?) -> VehicleOrder? {
        switch content {
        case .standard(let kind): kind.order(from: origin)
        case .property(let name): .property(name)
        }
    }

    /// Returns whether a list in some order is sorted by this column.
    func sorts(_ order: VehicleOrder) -> Bool {
        switch content {
        case .standard(let kind): kind == order.column
        case .property(let name): order == .property(name)
        }
    }

    /// Space between two columns.
    static let gap = 2

    /// Returns the columns that have content and fit; the least important ones are dropped first.
    /// - Parameter wanted: The columns to choose from, in their order; the ID is always the first.
    static func fitting(
        _ width: Int, idWidth: Int, known: Set<VehicleColumn>, sorting order: VehicleOrder,
        of wanted: [BrowserColumn] = BrowserColumn.usual
    ) -> [ListColumn] {
        let isWide = width >= 60
        let share = max(8, width / 3)
        // A UUID, also with a prefix, is shown whole beside the state, color and battery.
        let maxWidth = isWide ? max(share, min(40, width - 36)) : share
        let id = ListColumn(.standard(.id), width: min(max(idWidth, 6), maxWidth))
        let hasLongIDs = id.width > share
        var columns = [id]
        var room = width - id.width
        let showsBar = isWide && room >= 40
        // A property is always one that was asked for.
        var candidates =
            wanted.compactMap { ListColumn(property: $0) }
            + wanted.compactMap(\.kind)
            .filter { $0 != .id && (known.contains($0) || $0 == order.column) }
            .sorted { $0.priority > $1.priority }
            .map { kind in
                switch kind {
                case .state: ListColumn(.state, isWide: isWide)
                case .battery: ListColumn(.battery, isWide: showsBar)
                case .color: ListColumn(.color, isWide: isWide && !hasLongIDs)
                default: ListColumn(kind)
                }
            }
        // The column that the list is sorted by takes precedence.
        if let sorted = candidates.firstIndex(where: { $0.sorts(order) }) {
            candidates.insert(candidates.remove(at: sorted), at: min(sorted, 1))
        }
        for column in candidates where room >= column.width + gap {
            columns.append(column)
            room -= column.width + gap
        }
        return ([.standard(.id)] + wanted.filter { $0 != .standard(.id) })
            .compactMap { content in columns.first { $0.content == content } }
            .widened(by: room)
    }

    private init(_ content: BrowserColumn, width: Int) {
        (self.content, self.width) = (content, width)
    }

    /// Widths of properties, whose values may be long.
    private static let propertyWidths = 12...24

    /// Creates a column of a property with room for its name; `nil` for another column.
    private init?(property content: BrowserColumn) {
        guard case .property = content else { return nil }
        self.init(content, width: Self.propertyWidths.upperBound)
        let (lower, upper) = (Self.propertyWidths.lowerBound, Self.propertyWidths.upperBound)
        width = min(max(lower, DisplayWidth.of(name) + 2), upper)
    }

    /// Creates a column with room for the usual texts, and for their pictures.
    private init(_ kind: VehicleColumn, isWide: Bool = true) {
        (content, self.isWide) = (.standard(kind), isWide)
        width =
            switch kind {
            case .state: isWide ? kind.usualWidth + VehicleRow.signWidth : 1
            case .color: isWide ? kind.usualWidth + VehicleRow.swatchWidth : 10
            case .battery: kind.usualWidth + (isWide ? BatteryBar.cells + 2 : 0)
            default: kind.usualWidth
            }
    }
}

extension [ListColumn] {
    /// Returns the columns with the remaining space given to the type, which has the longest
    /// values.
    fileprivate func widened(by room: Int) -> [ListColumn] {
        map { column in
            guard column.kind == .type else { return column }
            var column = column
            column.width += Swift.min(room, 14)
            return column
        }
    }
}

extension VehicleColumn {
    /// Returns the order by this column; `nil` if there is none, or it needs an origin.
    func order(from origin: Position?) -> VehicleOrder? {
        sortField?.order(from: origin)
    }
}

extension VehicleOrder {
    /// Column that the list is sorted by.
    var column: VehicleColumn? {
        switch self {
        case .id: .id
        case .battery: .battery
        case .range: .range
        case .distance: .distance
        case .lastReported: .reported
        case .property: nil
        }
    }

    /// Name of the order.
    var name: String {
        switch self {
        case .id: "id"
        case .battery: "battery"
        case .range: "range"
        case .distance: "distance"
        case .lastReported: "last report"
        case .property(let name): TerminalText.limited(name)
        }
    }
}

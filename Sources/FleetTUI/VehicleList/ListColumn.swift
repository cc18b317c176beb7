import FleetCore

/// A column of the list on the screen.
struct ListColumn: Equatable {
    /// What it tells of a vehicle.
    enum Kind: Equatable {
        case id, state, color, battery, range, distance, type, reported
    }

    let kind: Kind
    /// How many columns of the screen it takes.
    var width: Int
    /// Whether there is room for the words beside the signs.
    var isWide = true

    /// What it is called.
    var name: String {
        switch kind {
        case .id: "id"
        case .state: isWide ? "state" : ""
        case .color: "color"
        case .battery: isWide ? "battery" : "batt"
        case .range: "range"
        case .distance: "distance"
        case .type: "type"
        case .reported: "reported"
        }
    }

    /// Between two columns.
    static let gap = 2

    /// The columns that there is room for; what matters most is there longest.
    static func fitting(
        _ width: Int, idWidth: Int, hasPlace: Bool, sorting order: VehicleOrder
    ) -> [ListColumn] {
        let isWide = width >= 60
        let id = ListColumn(kind: .id, width: min(max(idWidth, 6), max(8, width / 3)))
        var columns = [id]
        var room = width - id.width
        var candidates = [
            ListColumn(kind: .state, width: isWide ? 11 : 1, isWide: isWide),
            ListColumn(kind: .color, width: isWide ? 15 : 10, isWide: isWide),
            ListColumn(kind: .battery, width: isWide ? 13 : 6, isWide: isWide),
            ListColumn(kind: .range, width: 7), ListColumn(kind: .type, width: 12),
            ListColumn(kind: .reported, width: 10),
        ]
        if hasPlace { candidates.insert(ListColumn(kind: .distance, width: 8), at: 3) }
        // What the list is sorted by is there if anything is.
        if let sorted = candidates.firstIndex(where: { $0.kind == order.column }) {
            candidates.insert(candidates.remove(at: sorted), at: min(sorted, 1))
        }
        for column in candidates where room >= column.width + gap {
            columns.append(column)
            room -= column.width + gap
        }
        return columns.sorted { $0.kind.place < $1.kind.place }.widened(by: room)
    }
}

extension [ListColumn] {
    /// Gives what room is left to the type, whose words are the longest.
    fileprivate func widened(by room: Int) -> [ListColumn] {
        map { column in
            guard column.kind == .type else { return column }
            var column = column
            column.width += Swift.min(room, 14)
            return column
        }
    }
}

extension ListColumn.Kind {
    /// Where it stands in a row.
    fileprivate var place: Int {
        let places: [Self] = [.id, .state, .color, .battery, .range, .distance, .type, .reported]
        return places.firstIndex(of: self) ?? 0
    }
}

extension VehicleOrder {
    /// The column that the list is sorted by.
    var column: ListColumn.Kind {
        switch self {
        case .id: .id
        case .battery: .battery
        case .range: .range
        case .distance: .distance
        case .lastReported: .reported
        }
    }

    /// What the order is called.
    var name: String {
        switch self {
        case .id: "id"
        case .battery: "battery"
        case .range: "range"
        case .distance: "distance"
        case .lastReported: "last report"
        }
    }
}

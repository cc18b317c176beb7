import FleetCore

/// Column of the vehicle list.
struct ListColumn: Equatable {
    /// Content of a column, in display order.
    enum Kind: Int, CaseIterable {
        case id, state, color, battery, range, distance, type, station, position, reported
    }

    let kind: Kind
    /// Width in character columns.
    var width: Int
    /// Whether text fits beside the symbols.
    var isWide = true

    /// Name in the header.
    var name: String {
        switch kind {
        case .id: "id"
        case .state: isWide ? "state" : ""
        case .color: "color"
        case .battery: isWide ? "battery" : "batt"
        case .range: "range"
        case .distance: "distance"
        case .type: "type"
        case .station: "station"
        case .position: "location"
        case .reported: "reported"
        }
    }

    /// Whether its values are aligned right.
    var isNumeric: Bool { [.battery, .range, .distance, .position, .reported].contains(kind) }

    /// Space between two columns.
    static let gap = 2

    /// Returns the columns that have content and fit; the least important ones are dropped first.
    static func fitting(
        _ width: Int, idWidth: Int, known: Set<Kind>, sorting order: VehicleOrder
    ) -> [ListColumn] {
        let isWide = width >= 60
        let share = max(8, width / 3)
        // A UUID, also with a prefix, is shown whole beside the state, color and battery.
        let maxWidth = isWide ? max(share, min(40, width - 36)) : share
        let id = ListColumn(kind: .id, width: min(max(idWidth, 6), maxWidth))
        let hasLongIDs = id.width > share
        var columns = [id]
        var room = width - id.width
        let showsBar = isWide && room >= 40
        var candidates = [
            ListColumn(kind: .state, width: isWide ? 11 : 1, isWide: isWide),
            ListColumn(kind: .color, width: isWide && !hasLongIDs ? 15 : 10, isWide: isWide),
            showsBar
                ? ListColumn(kind: .battery, width: 13)
                : ListColumn(kind: .battery, width: 6, isWide: false),
            ListColumn(kind: .distance, width: 8), ListColumn(kind: .range, width: 7),
            ListColumn(kind: .type, width: 12), ListColumn(kind: .reported, width: 10),
            ListColumn(kind: .position, width: 19), ListColumn(kind: .station, width: 12),
        ].filter { known.contains($0.kind) || $0.kind == order.column }
        // The column that the list is sorted by takes precedence.
        if let sorted = candidates.firstIndex(where: { $0.kind == order.column }) {
            candidates.insert(candidates.remove(at: sorted), at: min(sorted, 1))
        }
        for column in candidates where room >= column.width + gap {
            columns.append(column)
            room -= column.width + gap
        }
        return columns.sorted { $0.kind.rawValue < $1.kind.rawValue }.widened(by: room)
    }
}

extension [ListColumn] {
    /// Returns the columns with the remaining space given to the type, which has the longest values.
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
    /// Returns the columns that a vehicle has content for; a distance only with an origin.
    static func known(of vehicle: Vehicle, hasOrigin: Bool) -> Set<Self> {
        var known: Set<Self> = [.state]
        if vehicle.color != nil { known.insert(.color) }
        if vehicle.battery != nil { known.insert(.battery) }
        if vehicle.currentRangeMeters != nil { known.insert(.range) }
        if vehicle.formFactor != nil || vehicle.typeID != nil { known.insert(.type) }
        if vehicle.stationID != nil { known.insert(.station) }
        if vehicle.lastReported != nil { known.insert(.reported) }
        if vehicle.position != nil {
            known.formUnion(hasOrigin ? [.position, .distance] : [.position])
        }
        return known
    }
}

extension ListColumn.Kind {
    /// Returns the order by this column; nil if there is none, or it needs an origin.
    func order(from origin: Position?) -> VehicleOrder? {
        switch self {
        case .id: .id
        case .battery: .battery
        case .range: .range
        case .distance: origin.map { .distance(from: $0) }
        case .reported: .lastReported
        case .state, .color, .type, .station, .position: nil
        }
    }
}

extension VehicleOrder {
    /// Column that the list is sorted by.
    var column: ListColumn.Kind {
        switch self {
        case .id: .id
        case .battery: .battery
        case .range: .range
        case .distance: .distance
        case .lastReported: .reported
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
        }
    }
}

/// A column of the vehicle table, in display order.
enum VehicleTableColumn: CaseIterable {
    case id, state, color, battery, range, type, distance, position, reported

    static let all = allCases

    /// Title of the column.
    var title: StaticString {
        switch self {
        case .id: "ID"
        case .state: "STATE"
        case .color: "COLOR"
        case .battery: "BATTERY"
        case .range: "RANGE"
        case .type: "TYPE"
        case .distance: "DISTANCE"
        case .position: "LOCATION"
        case .reported: "REPORTED"
        }
    }

    /// Whether its cells are right-aligned, as numbers are.
    var isRightAligned: Bool {
        switch self {
        case .battery, .range, .distance: true
        case .id, .state, .color, .type, .position, .reported: false
        }
    }

    /// Minimum useful width; `nil` for a column that is never shortened.
    var minWidth: Int? {
        switch self {
        case .id: 18
        case .color, .type: 12
        case .state, .battery, .range, .distance, .position, .reported: nil
        }
    }

    /// Priority; a table that is too wide drops the columns of the lowest priority first.
    var priority: Int {
        switch self {
        case .position: 0
        case .type: 1
        case .range: 2
        case .reported: 3
        case .color: 4
        case .battery: 5
        case .distance: 6
        case .state: 7
        case .id: 8
        }
    }
}

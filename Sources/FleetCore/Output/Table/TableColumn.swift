/// A column of the table, in the order in which they stand.
enum TableColumn: CaseIterable {
    case id, state, color, battery, range, type, distance, position, reported

    static let all = allCases

    /// The word above it.
    var title: StaticString {
        switch self {
        case .id: "ID"
        case .state: "STATE"
        case .color: "COLOR"
        case .battery: "BATTERY"
        case .range: "RANGE"
        case .type: "TYPE"
        case .distance: "DISTANCE"
        case .position: "POSITION"
        case .reported: "REPORTED"
        }
    }

    /// Whether its cells stand at the right, as numbers do.
    var isNumber: Bool {
        switch self {
        case .battery, .range, .distance: true
        case .id, .state, .color, .type, .position, .reported: false
        }
    }

    /// The least width that still says something; `nil` for a column that is never shortened.
    var leastWidth: Int? {
        switch self {
        case .id: 18
        case .color, .type: 12
        case .state, .battery, .range, .distance, .position, .reported: nil
        }
    }

    /// How dear it is: a table that is too wide loses the columns of the lowest rank first.
    var rank: Int {
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

/// A column of the vehicle table, in display order.
enum VehicleTableColumn: Equatable {
    case id, state, color, battery, range, type, distance, position, reported
    /// A selected field that has no column of its own.
    case field(VehicleField)

    static let all: [VehicleTableColumn] = [
        .id, .state, .color, .battery, .range, .type, .distance, .position, .reported,
    ]

    /// Creates the column of a selected field.
    init(_ field: VehicleField) {
        switch field {
        case .vehicleID: self = .id
        case .state: self = .state
        case .color: self = .color
        case .batteryPercent: self = .battery
        case .currentRangeMeters: self = .range
        case .lastReported: self = .reported
        case .distance: self = .distance
        default: self = .field(field)
        }
    }

    /// Title of the column.
    var title: String {
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
        case .field(let field): field.name.description.columnTitle
        }
    }

    /// Whether its cells are right-aligned, as numbers are.
    var isRightAligned: Bool {
        switch self {
        case .battery, .range, .distance: true
        case .field(let field): field == .latitude || field == .longitude
        case .id, .state, .color, .type, .position, .reported: false
        }
    }

    /// Minimum useful width; `nil` for a column that is never shortened.
    var minWidth: Int? {
        switch self {
        case .id: 18
        case .color: 10
        case .type, .field: 12
        case .state, .battery, .range, .distance, .position, .reported: nil
        }
    }

    /// Priority; a table that is too wide drops the columns of the lowest priority first.
    var priority: Int {
        switch self {
        case .position, .field: 0
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

/// A column of the vehicle table.
enum VehicleTableColumn: Equatable {
    case column(VehicleColumn)
    /// A selected field that has no column of its own.
    case field(VehicleProperty)
    /// A property of the source, by its name.
    case custom(String)

    /// The columns of a table without selected fields: a distance takes the room of the location.
    static func all(in list: ListContents) -> [VehicleTableColumn] {
        VehicleColumn.allCases
            .filter { $0.isPresent(in: list) }
            .filter { $0 != .station && !($0 == .location && list.hasDistance) }
            .map { .column($0) }
    }

    /// Creates the column of a selected field.
    init(_ field: ListedField) {
        switch field {
        case .standard(let property): self = Self(property)
        case .custom(let name): self = .custom(name)
        }
    }

    /// Creates the column of a field that all vehicles may have.
    init(_ field: VehicleProperty) {
        switch field {
        case .vehicleID: self = .column(.id)
        case .code: self = .column(.code)
        case .name: self = .column(.name)
        case .source: self = .column(.source)
        case .state: self = .column(.state)
        case .color: self = .column(.color)
        case .batteryPercent: self = .column(.battery)
        case .currentRangeMeters: self = .column(.range)
        case .lastReported: self = .column(.reported)
        case .region: self = .column(.region)
        case .distance: self = .column(.distance)
        default: self = .field(field)
        }
    }

    /// Title of the column.
    var title: String {
        switch self {
        case .column(let column): column.name.uppercased()
        case .field(let field): field.name.description.columnTitle
        case .custom(let name): TerminalText.limited(name).uppercased()
        }
    }

    /// Whether its cells are right-aligned, as numbers are.
    var isRightAligned: Bool {
        switch self {
        case .column(let column): column.isNumeric
        case .field(let field): field == .latitude || field == .longitude
        case .custom: false
        }
    }

    /// Minimum useful width; `nil` for a column that is never shortened.
    var minWidth: Int? {
        switch self {
        case .column(let column): column.minWidth
        case .field, .custom: 12
        }
    }

    /// Priority; a table that is too wide drops the columns of the lowest priority first.
    var priority: Int {
        switch self {
        case .column(let column): column.priority
        case .field, .custom: 0
        }
    }
}

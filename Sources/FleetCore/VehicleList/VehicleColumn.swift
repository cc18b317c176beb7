/// A column of the lists of vehicles for people, in display order: tables of the command line, the
/// list of `fleet browse`, and pages.
///
/// ``VehicleCells`` has the cells. A list leaves columns out, but adds none of its own.
public enum VehicleColumn: String, CaseIterable, Sendable {
    case id, source, state, color, battery, range, type, distance, station, location, reported

    /// Name in the headers.
    public var name: String { self == .id ? "ID" : Language.current.word(rawValue) }

    /// Whether its values are numbers with a unit, which are aligned right.
    public var isNumeric: Bool { [.battery, .range, .distance].contains(self) }

    /// Importance; a list that is too wide leaves out the columns of the lowest priority.
    public var priority: Int {
        switch self {
        case .station: 0
        case .location: 1
        case .type: 2
        case .range: 3
        case .reported: 4
        case .color: 5
        case .battery: 6
        case .distance: 7
        case .source: 8
        case .state: 9
        case .id: 10
        }
    }

    /// Usual width of its texts, in character columns.
    public var usualWidth: Int {
        switch self {
        case .battery: 6
        case .range: 7
        case .distance: 8
        case .state: 9
        case .reported: 10
        case .source, .color, .type, .station: 12
        case .id: 18
        case .location: 19
        }
    }

    /// Width down to which longer texts are shortened; `nil` if they never are.
    var minWidth: Int? {
        switch self {
        case .id: 18
        case .source: 8
        case .color: 10
        case .type, .station: 12
        case .state, .battery, .range, .distance, .location, .reported: nil
        }
    }
}

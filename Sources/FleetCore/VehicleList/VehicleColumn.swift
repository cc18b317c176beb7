/// A column of the lists of vehicles for people, in display order: tables of the command line, the
/// list of `fleet browse`, and pages.
///
/// ``VehicleCells`` has the cells. A list leaves columns out, but adds none of its own.
public enum VehicleColumn: String, CaseIterable, Sendable {
    case id, code, name, source, state, color, battery, range, type, distance, region, station,
        location,
        reported

    /// Name in the headers.
    public var name: String { self == .id ? "ID" : Language.current.word(rawValue) }

    /// Whether its values are numbers with a unit, which are aligned right.
    public var isNumeric: Bool { [.battery, .range, .distance].contains(self) }

    /// The order by its values; `nil` if lists cannot be sorted by it.
    public var sortField: SortField? {
        switch self {
        case .id: .id
        case .battery: .battery
        case .range: .range
        case .distance: .distance
        case .reported: .lastReported
        case .code, .name, .source, .state, .color, .type, .region, .station, .location: nil
        }
    }

    /// Whether a list has it, unless other columns are selected.
    public func isPresent(in list: ListContents) -> Bool {
        switch self {
        case .code: list.feeds.contains { $0.hasCodes == true }
        case .name: list.feeds.contains { $0.hasNames == true }
        case .source: list.hasSeveralSources
        case .distance: list.hasDistance
        case .region: list.feeds.contains { $0.hasRegions == true }
        case .id, .state, .color, .battery, .range, .type, .station, .location, .reported: true
        }
    }

    /// Importance; a list that is too wide leaves out the columns of the lowest priority.
    public var priority: Int {
        switch self {
        case .station: 0
        case .location: 1
        case .region: 2
        case .type: 3
        case .range: 4
        case .reported: 5
        case .color: 6
        case .battery: 7
        case .distance: 8
        case .source: 9
        case .state: 10
        case .code: 11
        case .name: 12
        case .id: 13
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
        case .code, .name, .source, .color, .type, .region, .station: 12
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
        case .code, .name, .type, .region, .station: 12
        case .state, .battery, .range, .distance, .location, .reported: nil
        }
    }
}

/// Feeds and origin of a list, on which its columns depend.
public struct ListContents: Sendable {
    let feeds: [FeedDescription]
    let hasSeveralSources: Bool
    let hasDistance: Bool

    /// - Parameters:
    ///   - feeds: The feeds that have been read.
    ///   - hasSeveralSources: Whether the list is of several sources.
    ///   - hasDistance: Whether it has an origin that distances are measured from.
    public init(
        _ feeds: [FeedDescription], hasSeveralSources: Bool = false, hasDistance: Bool = false
    ) {
        (self.feeds, self.hasSeveralSources) = (feeds, hasSeveralSources)
        self.hasDistance = hasDistance
    }
}

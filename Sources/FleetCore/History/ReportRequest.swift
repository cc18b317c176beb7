/// What a report of a history is about.
public struct ReportRequest: Hashable, Sendable {
    /// A property by which the indicators are grouped.
    public enum Group: String, CaseIterable, Sendable {
        case type
        case zone
        case region
        case rule
    }

    /// Names that do not say how a report is divided.
    public enum DivisionError: Error {
        /// A name that is none.
        case unknown
        case severalTimes
        case severalGroups

        /// The requirement, which follows the name of the option.
        public var requirement: String {
            switch self {
            case .unknown:
                let names = ReportRequest.divisions.joined(separator: ", ")
                return localized("must be one or more of \(names)")
            case .severalTimes: return localized("has either hour or day")
            case .severalGroups: return localized("has one of type, zone, region and rule")
            }
        }
    }

    /// The length of the times with a value.
    public var bucket = ReportBucket.whole
    /// The property of the groups; `nil` for the whole fleet.
    public var group: Group?
    /// Names of zones of the source, or paths of GeoJSON files; empty for everywhere.
    public var zones: [String]
    /// Count only vehicles where one of these rules holds; empty for everywhere.
    public var rules: Set<ZoneRule.Restriction> = []

    /// Whether it needs the zones of the source.
    public var needsZones: Bool { group == .zone || needsRules }

    /// Whether it needs the rules of the source.
    public var needsRules: Bool { group == .rule || !rules.isEmpty }

    /// Returns whether it needs zones, or rules, that a source does not have.
    public func isMissing(_ map: ZoneMap) -> Bool {
        needsZones && map.zones.isEmpty && !(needsRules && !map.globalRules.isEmpty)
    }

    /// The names of the times and groups into which a report can be divided.
    public static let divisions = ["hour", "day"] + Group.allCases.map(\.rawValue)

    /// Creates a request.
    /// - Parameter names: The names of a time, a group or both, each of which may be a list with
    ///   commas; without any, each indicator has one value.
    public init(by names: [String] = [], zones: [String] = []) throws(DivisionError) {
        self.zones = zones
        var buckets: [ReportBucket] = []
        var groups: [Group] = []
        for name in names.flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) }) {
            if let bucket = ReportBucket(rawValue: String(name)), bucket != .whole {
                buckets.append(bucket)
            } else if let group = Group(rawValue: String(name)) {
                groups.append(group)
            } else {
                throw .unknown
            }
        }
        if buckets.count > 1 { throw .severalTimes }
        if groups.count > 1 { throw .severalGroups }
        (bucket, group) = (buckets.first ?? .whole, groups.first)
    }

    /// Returns the usual start of a report that ends at a time: seven days before the day of the
    /// end.
    public static func usualStart(before end: Timestamp, in zone: SystemTimeZone) -> Timestamp {
        LocalDay(at: end, in: zone).advanced(by: -7).start(in: zone)
    }
}

extension JSONObjectWriter {
    /// Creates the first members of a document about a time in the history of a source: `source`,
    /// `from`, `to` and `time_zone`.
    package init(about source: String, in period: Range<Timestamp>, _ zone: SystemTimeZone) {
        self.init()
        add("source", source)
        add("from", period.lowerBound)
        add("to", period.upperBound)
        add("time_zone", zone.name)
    }
}

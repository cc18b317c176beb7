import FleetCore

/// A document of a system, and which kinds of systems need it: the one table for reading and for
/// checks.
///
/// A document that a system does not need never makes the whole source fail: a refresh goes on
/// with the others and a warning, and a check does not call it required. Of those that it needs,
/// a refresh fails without the ones that have its content; the others only add to that.
struct SystemDocument: Sendable {
    /// The systems that need a document.
    enum Need: Sendable {
        /// Every system.
        case always
        /// Systems that list no stations.
        case withoutStations
        /// Systems that list one of the documents about stations.
        case withStations
        /// Systems whose other documents refer to it.
        case ifReferred
    }

    /// Name of the document, without `.json`.
    let name: String
    let need: Need
    /// Versions in which it is needed.
    let versions: ClosedRange<SpecificationVersion>
    /// The content that it has itself; `nil` for a document that adds to others.
    let content: Source.Feed?

    private init(
        _ name: String, _ need: Need, _ versions: ClosedRange<SpecificationVersion> = .since(.v1_0),
        content: Source.Feed? = nil
    ) {
        (self.name, self.need, self.versions, self.content) = (name, need, versions, content)
    }

    /// All documents; of those with the same content, the one that is tried first comes first.
    static let all: [SystemDocument] = [
        .init("gbfs", .always, .since(.v2_0)),
        .init("system_information", .always),
        .init("vehicle_status", .withoutStations, .since(.v3_0), content: .vehicles),
        .init("free_bike_status", .withoutStations, .until(.v2_3), content: .vehicles),
        .init("station_information", .withStations, content: .sites),
        .init("station_status", .withStations, content: .sites),
        .init("vehicle_types", .ifReferred),
        .init("system_pricing_plans", .ifReferred),
        .init("system_regions", .ifReferred),
        .init("geofencing_zones", .ifReferred),
        .init("system_alerts", .ifReferred),
        .init("vehicle_availability", .ifReferred),
        .init("system_hours", .ifReferred),
        .init("system_calendar", .ifReferred),
        .init("gbfs_versions", .ifReferred),
        .init("manifest", .ifReferred),
        // Of MDS 2, the properties only add to the states.
        .init("vehicles", .always, .between(.mds0, .mds1), content: .vehicles),
        .init("vehicles_status", .always, .since(.mds2), content: .vehicles),
    ]

    private var dialect: FeedDialect { versions.lowerBound.dialect }

    /// Returns the names of the documents of GBFS with a content.
    static func names(of content: Source.Feed) -> [String] {
        all.filter { $0.content == content && $0.dialect == .gbfs }.map(\.name)
    }

    /// Returns the names of the documents that a system needs.
    ///
    /// - Parameters:
    ///   - listed: Names of the documents that it lists.
    ///   - referred: Names of the documents to which those refer.
    ///   - version: The version of the system; `nil` for any of GBFS.
    static func needed(
        by listed: Set<String>, referringTo referred: Set<String> = [],
        in version: SpecificationVersion?
    ) -> Set<String> {
        let hasStations = !listed.isDisjoint(with: names(of: .sites))
        let documents = all.filter { document in
            version.map(document.versions.contains) ?? (document.dialect == .gbfs)
        }
        return Set(
            documents.filter { document in
                switch document.need {
                case .always: true
                case .withoutStations: !hasStations
                case .withStations: hasStations
                case .ifReferred: referred.contains(document.name)
                }
            }.map(\.name))
    }
}

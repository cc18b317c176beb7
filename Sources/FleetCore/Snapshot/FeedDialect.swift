/// Standard of a feed, such as `FeedDialect(rawValue: "MDS")`.
///
/// Its readers and checks are in `FeedDialect+Documents.swift` of FleetFeeds.
package enum FeedDialect: String, CaseIterable, Sendable {
    /// GBFS, and documents of vehicles with its fields or similar ones.
    case gbfs = "GBFS"
    /// Provider feeds of MDS.
    case mds = "MDS"

    /// Returns the name of the format for users, such as `GBFS 2.3`.
    package func format(version: String?) -> String {
        version.map { "\(rawValue) \($0)" } ?? rawValue
    }

    /// Whether feeds have every vehicle under a stable ID and with its state, on trips too.
    package var tracksVehicles: Bool {
        switch self {
        case .gbfs: false
        case .mds: true
        }
    }
}

/// Dialect and version of a stored format (``FeedDialect/format(version:)``).
struct FeedFormat {
    /// Names in the specification of the vehicles: their document and some of its fields.
    struct Names {
        var document = "vehicle_status"
        var id = "vehicle_id"
        var type = "vehicle_type_id"
        var trip = "is_reserved"
        var location = "lat"
    }

    /// `nil` for a format without a specification, such as `vehicles document`.
    private let dialect: FeedDialect?
    /// Major version; 1 without one, which GBFS 1.0 lacks.
    private let major: Int?

    init(_ text: String) {
        dialect = FeedDialect.allCases.first { text.hasPrefix($0.rawValue) }
        let version = text.dropFirst(dialect?.rawValue.count ?? 0)
        major = version.isEmpty ? 1 : version.dropFirst().first?.wholeNumberValue
    }

    /// Names in this version.
    var names: Names {
        switch dialect {
        case .gbfs where (major ?? 3) < 3: Names(document: "free_bike_status", id: "bike_id")
        case .gbfs: Names()
        case .mds:
            Names(
                document: "vehicles", id: "device_id", type: "vehicle_type", trip: "vehicle_state",
                location: "location")
        case nil: Names(document: "vehicles")
        }
    }

    /// Whether the IDs must rotate after each trip (GBFS 2.0 and later).
    var requiresRotation: Bool { dialect == .gbfs && (major ?? 1) >= 2 }
}

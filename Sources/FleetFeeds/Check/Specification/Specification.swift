/// The table of one document.
struct DocumentSpecification: Sendable {
    /// Name of the document, without `.json`.
    let name: String
    /// Versions that have the document.
    let versions: ClosedRange<SpecificationVersion>
    /// Fields besides those that all documents have.
    let fields: [SpecificationField]
    /// Conditions between fields.
    let conditions: [FieldCondition]

    init(
        _ name: String, _ versions: ClosedRange<SpecificationVersion> = .since(.v1_0),
        _ fields: [SpecificationField], conditions: [FieldCondition] = []
    ) {
        (self.name, self.versions) = (name, versions)
        (self.fields, self.conditions) = (fields, conditions)
    }
}

/// A condition between the fields of an object, in some versions.
struct FieldCondition: Sendable {
    enum Kind: Sendable {
        /// A vehicle has a position, or else the station where it is.
        case location
        /// A motor needs a range; `evenUnknown` for an object without a type of propulsion too.
        case maxRange(motors: [String], evenUnknown: Bool)
        /// A field needs another one beside it.
        case needs(String, String)
        /// An object has at most one of two fields.
        case notBoth(String, String)
        /// The list of documents has `system_information`, or an element without a name.
        case listsSystemInformation
        /// An element of that list has a name.
        case namesFeed
    }

    /// Path of the object, or of the list.
    let path: String
    let kind: Kind
    let versions: ClosedRange<SpecificationVersion>

    init(_ path: String, _ kind: Kind, _ versions: ClosedRange<SpecificationVersion> = .all) {
        (self.path, self.kind, self.versions) = (path, kind, versions)
    }
}

/// The specifications of GBFS 1.0 to 3.1-RC3 and of the vehicles of MDS, as a table of fields.
enum Specification {
    /// All documents of GBFS, in the order of the specification.
    static let gbfs: [DocumentSpecification] = [
        discovery, manifest, versionsList, systemInformation, vehicleTypes, stationInformation,
        stationStatus, freeBikeStatus, vehicleStatus, vehicleAvailability, systemHours,
        systemCalendar, systemRegions, systemPricingPlans, systemAlerts, geofencingZones,
    ]

    /// The documents of MDS.
    static let mds: [DocumentSpecification] = [mdsVehicles, mdsVehiclesStatus]

    /// All documents.
    private static let all = gbfs + mds

    /// Returns the document of a version with a name; `nil` if the version has none.
    static func document(
        _ name: String, in version: SpecificationVersion
    ) -> DocumentSpecification? {
        all.first { $0.name == name && $0.versions.contains(version) }
    }

    /// Fields of all documents.
    static let header: [SpecificationField] = [
        .init(
            "last_updated", .integer(0, 1_924_988_399), .required, .only(.v1_0), role: .lastUpdated),
        .init("last_updated", .time, .required, .between(.v1_1, .v2_3), role: .lastUpdated),
        .init("last_updated", .dateTime, .required, .since(.v3_0), role: .lastUpdated),
        .init("ttl", .count, .required, .since(.v1_0), role: .ttl),
        .init("version", .string, .required, .since(.mds0)),
        .init("last_updated", .integer(1), .required, .since(.mds1), role: .lastUpdated),
        .init("ttl", .integer(0, 300_000), .required, .since(.mds1), role: .ttl),
    ]

    /// Names of the documents of all versions of GBFS.
    static let names = Set(gbfs.map(\.name))

    /// Names of the documents that a version has.
    static func names(in version: SpecificationVersion) -> [String] {
        all.filter { $0.versions.contains(version) }.map(\.name)
    }
}

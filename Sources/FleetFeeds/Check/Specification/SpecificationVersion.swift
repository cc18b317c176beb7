import FleetCore

/// Version of a standard whose documents are checked: those of GBFS, then those of MDS.
enum SpecificationVersion: Int, CaseIterable, Comparable, Sendable {
    case v1_0, v1_1, v2_0, v2_1, v2_2, v2_3, v3_0, v3_1
    case mds0, mds1, mds2

    /// Number of the version as documents write it; of MDS, that of the major version.
    var text: String {
        switch self {
        case .v1_0: "1.0"
        case .v1_1: "1.1"
        case .v2_0: "2.0"
        case .v2_1: "2.1"
        case .v2_2: "2.2"
        case .v2_3: "2.3"
        case .v3_0: "3.0"
        case .v3_1: "3.1-RC3"
        case .mds0: "0.4"
        case .mds1: "1.x"
        case .mds2: "2.x"
        }
    }

    /// Name of the standard with the version.
    var title: String { dialect.format(version: text) }

    /// Standard of the version.
    var dialect: FeedDialect { self < .mds0 ? .gbfs : .mds }

    /// The versions of GBFS.
    private static let ofGBFS = allCases.filter { $0.dialect == .gbfs }

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// Returns the version of GBFS with a number, or else the highest one before it.
    static func ofGBFS(_ text: String) -> Self {
        let number = GBFS.VersionNumber(text)
        return ofGBFS.last { GBFS.VersionNumber($0.text) <= number } ?? .v1_0
    }
}

extension ClosedRange<SpecificationVersion> {
    /// All versions of GBFS and MDS.
    static var all: Self { .v1_0 ... .mds2 }

    /// Returns the versions of GBFS from one on.
    static func since(_ first: SpecificationVersion) -> Self {
        first...(first < .mds0 ? SpecificationVersion.v3_1 : .mds2)
    }

    /// Returns the versions up to one.
    static func until(_ last: SpecificationVersion) -> Self {
        (last < .mds0 ? SpecificationVersion.v1_0 : .mds0)...last
    }

    /// Returns the versions from one to another one.
    static func between(_ first: SpecificationVersion, _ last: SpecificationVersion) -> Self {
        first...last
    }

    /// Returns only one version.
    static func only(_ version: SpecificationVersion) -> Self { version...version }
}

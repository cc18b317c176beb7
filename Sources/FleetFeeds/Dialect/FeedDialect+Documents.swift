import FleetCore
import JSON

// How the documents of each dialect are asked for, read and checked. For a new case, the compiler
// asks for the answers here.

extension FeedDialect {
    /// Version that a service can be asked for.
    struct Version: Sendable {
        /// Number of the version, such as `2.0`.
        let text: String
        /// Value of the header `Accept`.
        let mediaTypes: String
    }

    /// Unit of times and lifetimes; the raw value is the number of units in a second.
    enum TimeUnit: Double {
        case seconds = 1
        case milliseconds = 1000
    }

    /// Traits of the documents of a dialect.
    struct Traits {
        /// Whether a discovery document lists the documents, which are files of one version with
        /// their content in `data`.
        var hasDiscovery = false
        /// Whether a document has pages (`links.next`).
        var hasPages = false
        /// Whether another document may have the states, or the codes and types, of the vehicles,
        /// so that they are filtered when all documents are joined.
        var splitsVehicles = false
        var timeUnit = TimeUnit.seconds
        /// Versions that a service can be asked for, the highest first; empty if it has only one.
        var versions: [Version] = []
    }

    var traits: Traits {
        switch self {
        case .gbfs: Traits(hasDiscovery: true)
        case .mds:
            Traits(
                hasPages: true, splitsVehicles: true, timeUnit: .milliseconds,
                versions: MDS.versions)
        }
    }

    /// Versions for a service that refuses requests without one (406).
    static let allVersions = allCases.flatMap(\.traits.versions)

    /// Returns the versions to ask for, first the one that the service had last; empty for none.
    static func versions(of provider: Source.Provider, after last: String? = nil) -> [Version] {
        let versions = last == nil ? provider.dialect?.traits.versions ?? [] : allVersions
        return versions.filter { $0.text == last } + versions.filter { $0.text != last }
    }
}

extension FeedRefresh {
    /// Returns the response for a document with vehicles and the documents that belong to it.
    func response(
        _ vehicles: VehiclesDocument, _ header: FeedHeader, version: String?,
        from document: FeedCacheState.Document, base: String
    ) async throws -> FeedResponse {
        switch vehicles.dialect {
        case .gbfs:
            try await loadedWithZones(vehicles, header, version: version, from: document)
        case .mds:
            try await completed(vehicles, header, version: version, from: document, base: base)
        }
    }
}

extension JSONRow {
    /// Fields that identify a vehicle of MDS: it has `device_id` and one of these.
    private static let marksOfMDS: [VehicleFeedField] = [
        .providerID, .lastVehicleState, .lastEventType, .lastEventTypes, .eventState,
    ]

    /// Dialect of a vehicle, by its fields.
    var dialect: FeedDialect {
        guard self[.deviceID].textBytes != nil else { return .gbfs }
        return Self.marksOfMDS.contains { self[$0].kind != .missing } ? .mds : .gbfs
    }

    /// Returns the field with the ID of a vehicle; in GBFS, the first one present of `fields`.
    func idField(in dialect: FeedDialect, of fields: [VehicleFeedField]) -> VehicleFeedField? {
        switch dialect {
        case .gbfs: fields.first { self[$0].textBytes != nil }
        case .mds: .deviceID
        }
    }
}

extension VehicleReader {
    /// Reads and appends a vehicle; returns false if the filter rejects it.
    mutating func append(
        _ row: JSONRow, id: UnsafeBufferPointer<UInt8>, in dialect: FeedDialect,
        to vehicles: inout [Vehicle]
    ) -> Bool {
        switch dialect {
        case .gbfs:
            guard let facets = facets(row) else { return false }
            vehicles.append(Vehicle(id: String(decoding: id, as: UTF8.self)))
            read(row, facets, into: &vehicles[vehicles.count - 1])
        case .mds:
            vehicles.append(Vehicle(id: String(decoding: id, as: UTF8.self)))
            readMDS(row, into: &vehicles[vehicles.count - 1])
        }
        return true
    }
}

extension SpecificationVersion {
    /// Returns the version of a document by its number, or else by its shape.
    static func declared(_ text: String?, isNested: Bool, in dialect: FeedDialect) -> Self {
        switch dialect {
        case .gbfs: return ofGBFS(text ?? "1.0")
        case .mds:
            guard let text else { return isNested ? .mds1 : .mds2 }
            if text.hasPrefix("0.") { return .mds0 }
            return text.hasPrefix("1.") ? .mds1 : .mds2
        }
    }
}

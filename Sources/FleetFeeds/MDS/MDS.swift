import FleetCore

/// The Mobility Data Specification, provider feeds of versions 0.4 to 2.1
/// (https://github.com/openmobilityfoundation/mobility-data-specification).
///
/// The shape of a document determines its type, since services send documents of one version under
/// the number of another. Unlike those of GBFS, times and lifetimes are in milliseconds, and the
/// IDs of vehicles are stable.
enum MDS {
    /// Maximum number of vehicles on all pages of a document.
    static let maxVehicles = 1_000_000

    /// Returns whether a document without vehicles, which have their own marks, is one of MDS by
    /// its version: GBFS has no such list in a version like it.
    static func isVersion(_ version: String?, isNested: Bool) -> Bool {
        guard let version else { return false }
        return isNested
            ? version.hasPrefix("0.") || version.hasPrefix("1.") : version.hasPrefix("2.")
    }

    /// Versions to ask for, the highest first; 2.1 adds only what is ignored here.
    static let versions = ["2.0", "1.2", "1.1", "1.0", "0.4"].map {
        FeedDialect.Version(text: $0, mediaTypes: mediaTypes(ofVersion: $0))
    }

    /// Returns the `Accept` header that asks for a version ("Versioning"); before 2.0, the media
    /// type had another name.
    private static func mediaTypes(ofVersion version: String) -> String {
        let new = "application/vnd.mds+json;version=\(version)"
        return version.hasPrefix("2.")
            ? new : "\(new), application/vnd.mds.provider+json;version=\(version)"
    }

    /// Returns the address of the states of the vehicles whose properties are at an address (2.0:
    /// `/vehicles` and `/vehicles/status`).
    static func statusAddress(of address: String) -> String? {
        changingPath(of: address) { path in
            (path.hasSuffix("/") ? path.dropLast() : path[...]) + "/status"
        }
    }

    /// Returns the address of the properties of the vehicles whose states are at an address.
    static func propertiesAddress(of address: String) -> String? {
        changingPath(of: address) { path in
            let path = path.hasSuffix("/") ? path.dropLast() : path[...]
            return path.hasSuffix("/status") ? path.dropLast("/status".count) : nil
        }
    }

    /// Returns the address of the trips that ended in an hour, beside that of the vehicles or their
    /// states (`/trips`).
    ///
    /// - Parameter hour: The hour in UTC, such as `2026-05-01T07`.
    static func tripsAddress(of address: String, endedIn hour: String) -> String? {
        let trips = changingPath(of: propertiesAddress(of: address) ?? address) { path in
            let path = path.hasSuffix("/") ? path.dropLast() : path[...]
            return path.hasSuffix("/vehicles") ? path.dropLast("vehicles".count) + "trips" : nil
        }
        return trips.map { $0 + ($0.contains("?") ? "&" : "?") + "end_time=" + hour }
    }

    private static func changingPath(
        of address: String, _ change: (String) -> Substring?
    ) -> String? {
        guard let web = try? WebAddress(address), let path = change(web.path) else { return nil }
        return web.origin.text + path + (web.query.map { "?" + $0 } ?? "")
    }

    /// Returns the state that a text names (`last_vehicle_state`, `vehicle_state`; 0.4:
    /// `last_event_type`).
    static func state(_ text: String) -> VehicleState? {
        let name = ASCIICase.lowercased(text)
        return name == "unavailable" ? .nonOperational : VehicleState(rawValue: name)
    }

    /// Returns the propulsion type of GBFS for those of a vehicle, which may have several.
    static func propulsionType(_ types: [String]) -> String? {
        let all = Set(types)
        if all.isSuperset(of: ["human", "electric"]) { return "electric_assist" }
        if all.isSuperset(of: ["combustion", "electric"]) { return "hybrid" }
        return types.first { $0 != "human" } ?? types.first
    }

    /// Event types with which a vehicle is in use, by the state that this means.
    ///
    /// Some services call rented vehicles `elsewhere`.
    static let useByEvent: [(type: String, state: VehicleState)] = [
        ("trip_start", .onTrip), ("trip_resume", .onTrip), ("reservation_start", .reserved),
    ]
}

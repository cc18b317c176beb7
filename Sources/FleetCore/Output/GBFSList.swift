/// A list as a GBFS 3.0 `vehicle_status.json`, valid by its schema and by the text of the standard.
struct GBFSList {
    let head: ListHead

    /// Writes the list and returns how many vehicles were left out.
    func write(_ vehicles: VehicleSupply, to sink: inout ByteSink) throws -> Int {
        var leftOut = 0
        var array = JSONArrayWriter(opening: opening, inner: "data", name: "vehicles", in: &sink)
        try vehicles { vehicle in
            guard let vehicle = GBFSVehicle(vehicle) else { leftOut += 1; return }
            array.startElement(in: &sink)
            sink.text.append(vehicle.json)
            try sink.endRow()
        }
        array.close("]}}\n", in: &sink)
        return leftOut
    }

    /// The header that all files of GBFS share ("Output Format").
    private var opening: JSONObject {
        var object = JSONObject()
        let updated = head.feed.lastUpdated.flatMap { $0.isWritable ? $0 : nil }
        object.add("last_updated", (updated ?? head.fetchedAt).writable)
        object.add("ttl", ttl)
        object.add("version", "3.0")
        return object
    }

    /// Whole seconds, at most a day.
    private var ttl: Int {
        guard let seconds = head.feed.ttlSeconds, seconds > 0 else { return 0 }
        return Int(min(seconds, 86_400))
    }
}

/// A vehicle as GBFS 3.0 allows it (`vehicle_status.json`).
struct GBFSVehicle {
    private let vehicle: Vehicle
    private let isReserved: Bool
    private let isDisabled: Bool
    private let stationID: String?

    /// Makes a vehicle valid, without optional members that are not; `nil` if that cannot be done.
    ///
    /// It needs an identifier of printable ASCII, a place (a position or a station) and a state, of
    /// which one boolean is enough, as in ``VehicleState``.
    init?(_ vehicle: Vehicle) {
        let stationID = vehicle.stationID.flatMap { Self.isID($0) ? $0 : nil }
        guard Self.isID(vehicle.id), vehicle.state != .unknown,
            vehicle.position != nil || stationID != nil
        else { return nil }
        self.vehicle = vehicle
        self.stationID = stationID
        isReserved = vehicle.isReserved ?? false
        isDisabled = vehicle.isDisabled ?? false
    }

    /// The vehicle as an object; what is not known is left out.
    var json: JSONObject {
        var object = JSONObject()
        object.add("vehicle_id", vehicle.id)
        object.add("lat", vehicle.position?.latitude)
        object.add("lon", vehicle.position?.longitude)
        object.add("is_reserved", isReserved)
        object.add("is_disabled", isDisabled)
        object.add("vehicle_type_id", vehicle.typeID.flatMap { Self.isID($0) ? $0 : nil })
        object.add("last_reported", vehicle.lastReported)
        object.add("current_range_meters", vehicle.currentRangeMeters.flatMap { $0 < 0 ? nil : $0 })
        object.add("current_fuel_percent", fuelShare)
        object.add("station_id", stationID)
        object.add("rental_uris", links)
        return object
    }

    /// The feed's own share, or its own percentage as a share; never one that was worked out.
    private var fuelShare: Double? {
        if let share = vehicle.currentFuelPercent { return (0...1).contains(share) ? share : nil }
        guard let battery = vehicle.battery, !battery.isEstimated else { return nil }
        return battery.percent / 100
    }

    /// The links that are URIs; `nil` if none is.
    private var links: JSONObject? {
        guard let links = vehicle.rentalURIs else { return nil }
        var object = JSONObject()
        object.add("android", links.android.flatMap { URISyntax.isURI($0) ? $0 : nil })
        object.add("ios", links.ios.flatMap { URISyntax.isURI($0) ? $0 : nil })
        object.add("web", links.web.flatMap { URISyntax.isWebAddress($0) ? $0 : nil })
        return object.isEmpty ? nil : object
    }

    /// "MUST be in the ASCII printable character range, space excluded" (GBFS 3.0, "Field Types").
    private static func isID(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}

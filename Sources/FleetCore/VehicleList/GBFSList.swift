/// Encoder for a list as a GBFS 3.0 `vehicle_status.json`, valid by schema and specification.
struct GBFSList {
    let header: ListHeader

    /// Writes the list; returns the number of omitted vehicles.
    func write(_ vehicles: ListedVehicles, to sink: inout ByteSink) throws -> Int {
        var omitted = 0
        var array = JSONArrayWriter(opening: opening, inner: "data", name: "vehicles", in: &sink)
        try vehicles { vehicle, _ in
            guard let vehicle = GBFSVehicle(vehicle) else { omitted += 1; return }
            array.startElement(in: &sink)
            sink.text.append(vehicle.json)
            try sink.endRow()
        }
        array.close("]}}\n", in: &sink)
        return omitted
    }

    /// Header that all GBFS files share ("Output Format").
    private var opening: JSONObjectWriter {
        var object = JSONObjectWriter()
        let updated = header.feed.lastUpdated.flatMap { $0.isWritable ? $0 : nil }
        object.add("last_updated", (updated ?? header.fetchedAt).writable)
        object.add("ttl", ttl)
        object.add("version", "3.0")
        return object
    }

    /// Whole seconds, at most a day.
    private var ttl: Int {
        guard let seconds = header.feed.ttlSeconds, seconds > 0 else { return 0 }
        return Int(min(seconds, 86_400))
    }
}

/// A vehicle that is valid in GBFS 3.0 (`vehicle_status.json`).
private struct GBFSVehicle {
    private let vehicle: Vehicle
    private let isReserved: Bool
    private let isDisabled: Bool
    private let stationID: String?

    /// Creates a valid vehicle without the optional members that are invalid; `nil` if impossible.
    ///
    /// It needs an ID of printable ASCII, a location (coordinates or a station) and a state of
    /// GBFS; for the state, one boolean is enough, as in ``VehicleState``.
    init?(_ vehicle: Vehicle) {
        let stationID = vehicle.stationID.flatMap { Self.isID($0) ? $0 : nil }
        guard Self.isID(vehicle.id), vehicle.state.isOfGBFS,
            vehicle.position != nil || stationID != nil
        else { return nil }
        self.vehicle = vehicle
        self.stationID = stationID
        isReserved = vehicle.isReserved ?? false
        isDisabled = vehicle.isDisabled ?? false
    }

    /// The vehicle as an object; unknown members are omitted.
    var json: JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("vehicle_id", vehicle.id)
        object.add("lat", vehicle.position?.latitude)
        object.add("lon", vehicle.position?.longitude)
        object.add("is_reserved", isReserved)
        object.add("is_disabled", isDisabled)
        object.add("vehicle_type_id", vehicle.typeID.flatMap { Self.isID($0) ? $0 : nil })
        object.add("last_reported", vehicle.lastReported)
        object.add("current_range_meters", vehicle.currentRangeMeters.flatMap { $0 < 0 ? nil : $0 })
        object.add("current_fuel_percent", fuelFraction)
        object.add("station_id", stationID)
        object.add("rental_uris", links)
        return object
    }

    /// The fuel as a fraction: the feed's own fraction or percentage, never an estimate.
    private var fuelFraction: Double? {
        if let fraction = vehicle.currentFuelPercent {
            return (0...1).contains(fraction) ? fraction : nil
        }
        guard let battery = vehicle.battery, !battery.isEstimated else { return nil }
        return battery.percent / 100
    }

    /// The links that are valid URIs; `nil` if there are none.
    private var links: JSONObjectWriter? {
        guard let links = vehicle.rentalURIs else { return nil }
        var object = JSONObjectWriter()
        object.add("android", Self.valid(links.android) { $0.isURI })
        object.add("ios", Self.valid(links.ios) { $0.isURI })
        object.add("web", Self.valid(links.web) { $0.isWebAddress })
        return object.isEmpty ? nil : object
    }

    private static func valid(
        _ link: String?, _ isValid: (URIReference<Slice<UnsafeBufferPointer<UInt8>>>) -> Bool
    ) -> String? {
        guard var text = link else { return nil }
        return text.withUTF8 { isValid(URIReference($0[...])) } ? link : nil
    }

    /// "MUST be in the ASCII printable character range, space excluded" (GBFS 3.0, "Field Types").
    private static func isID(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}

@testable import FleetCore

/// Expected output of `Oracle/read.py` for a vehicle, computed without the encoders.
enum CanonicalVehicle {
    static func object(_ vehicle: Vehicle, rotation: String) -> String {
        var members: [String: String] = [
            "vehicle_id": text(vehicle.id), "state": text(vehicle.state.rawValue),
            "rotating_id": text(rotation),
        ]
        members["code"] = vehicle.code.map(text)
        members["lat"] = number(vehicle.position?.latitude)
        members["lon"] = number(vehicle.position?.longitude)
        members["is_reserved"] = vehicle.isReserved.map { "b:\($0)" }
        members["is_disabled"] = vehicle.isDisabled.map { "b:\($0)" }
        members["vehicle_type_id"] = vehicle.typeID.map(text)
        members["form_factor"] = vehicle.formFactor.map(text)
        members["propulsion_type"] = vehicle.propulsionType.map(text)
        members["color"] = (vehicle.color?.name).map(text)
        members["colors"] = vehicle.color.map {
            "[" + $0.tones.map(text).joined(separator: ",") + "]"
        }
        members["current_range_meters"] = number(vehicle.currentRangeMeters)
        members["current_fuel_percent"] = number(vehicle.currentFuelPercent)
        members["battery_percent"] = number(vehicle.battery?.percent)
        members["battery_estimated"] = vehicle.battery?.isEstimated == true ? "b:true" : nil
        members["last_reported"] = vehicle.lastReported.flatMap(time)
        members["station_id"] = vehicle.stationID.map(text)
        members["rental_uris"] = vehicle.rentalURIs.map { links in
            object(
                ["android": links.android, "ios": links.ios, "web": links.web].compactMapValues {
                    $0.map(text)
                })
        }
        return object(members)
    }

    /// Returns the expected CSV cell: control characters escaped, formulas disarmed if requested.
    static func cell(_ string: String, disarmed: Bool) -> String {
        let formulas = [
            "=1+1", "+1+1", "-1+1", "@sum", "=HYPERLINK(\"http://x\",\"y\")", "\u{FF1D}1",
        ]
        let isDisarmed = disarmed && formulas.contains(string)
        return TerminalText.escaped(isDisarmed ? "'" + string : string)
    }

    static func hex(_ string: String) -> String { hex(Array(string.utf8)) }

    private static func object(_ members: [String: String]) -> String {
        let sorted = members.sorted { $0.key < $1.key }
        return "{" + sorted.map { $0.key + "=" + $0.value }.joined(separator: ",") + "}"
    }

    private static func text(_ string: String) -> String { "s:" + hex(string) }

    /// Returns a number; the sign of zero is dropped.
    private static func number(_ value: Double?) -> String? {
        guard let value, value.isFinite else { return nil }
        let bits = (value == 0 ? 0 : value).bitPattern
        return "n:" + hex((0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) })
    }

    /// Returns a time of the samples in RFC 3339 format.
    private static func time(_ time: Timestamp) -> String? {
        let written: [Int64: String] = [
            0: "1970-01-01T00:00:00Z", -1: "1969-12-31T23:59:59.999Z",
            1: "1970-01-01T00:00:00.001Z", 999: "1970-01-01T00:00:00.999Z",
            1000: "1970-01-01T00:00:01Z", -62_135_596_800_000: "0001-01-01T00:00:00Z",
            253_402_300_799_999: "9999-12-31T23:59:59.999Z",
            951_782_400_000: "2000-02-29T00:00:00Z",
            Samples.now.milliseconds - 90_000: "2024-05-01T11:58:30Z",
        ]
        return written[time.milliseconds].map(text)
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef")
        return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}

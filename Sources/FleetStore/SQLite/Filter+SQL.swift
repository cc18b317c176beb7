import FleetCore

/// SQL form of the filter, equivalent to `Filter.matches`.
///
/// SQLite's `lower` and `instr` compare bytes up to the length of the text, as `ASCIICase` does;
/// LIKE, GLOB and NOCASE stop at a NUL or treat some characters as wildcards.
extension Filter {
    /// Conditions of all parts of the filter except the color.
    var conditions: [SQLFragment] {
        [
            typeCondition, stateCondition, areaCondition, stationCondition, searchCondition,
            favoriteCondition,
        ].compactMap { $0 }
            + (battery.map(\.conditions) ?? [])
    }

    /// The types are passed as one JSON array, because the number of parameters and the depth of a
    /// condition are limited; in hexadecimal digits, because SQLite cuts JSON strings at a NUL.
    private var typeCondition: SQLFragment? {
        guard !types.isEmpty else { return nil }
        let wanted = types.map { type in
            let digits = ASCIICase.lowercased(type).utf8.map { byte in
                (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
            return "\"\(digits.joined())\""
        }
        let list = SQLValue.text("[\(wanted.joined(separator: ","))]")
        return SQLFragment(
            // The `hex` of NULL is empty.
            sql: """
                (type_id IS NOT NULL AND hex(lower(type_id)) IN (SELECT value FROM json_each(?)) \
                OR form_factor IS NOT NULL AND hex(lower(form_factor)) IN (SELECT value FROM json_each(?)) \
                OR instr(form_factor, '_') > 0 AND EXISTS (SELECT 1 FROM json_each(?) \
                WHERE substr(hex(lower(form_factor)), 1, length(value) + 2) = value || '5F'))
                """, values: [list, list, list])
    }

    private var stateCondition: SQLFragment? {
        guard !states.isEmpty else { return nil }
        let names = VehicleState.allCases.filter(states.contains).map(\.rawValue)
        return .any(names.map { SQLFragment(sql: "state = ?", values: [.text($0)]) })
    }

    /// The latitude band around the circle is tested first because it is cheap.
    private var areaCondition: SQLFragment? {
        guard let area else { return nil }
        let band = area.radiusMeters / Self.metersPerDegree + 0.001
        let (latitude, longitude) = (area.center.latitude, area.center.longitude)
        return SQLFragment(
            sql: "latitude BETWEEN ? AND ?",
            values: [.real(latitude - band), .real(latitude + band)])
            && SQLFragment(
                sql: "\(DistanceFunction.call) <= ?",
                values: [.real(latitude), .real(longitude), .real(area.radiusMeters)])
    }

    /// Less than the 111,195 m of FleetCore's sphere, so the band is wider than the circle.
    private static let metersPerDegree = 111_000.0

    private var stationCondition: SQLFragment? {
        station.map { SQLFragment(sql: "station_id = ?", values: [.text($0)]) }
    }

    private var searchCondition: SQLFragment? {
        guard let search, !search.isEmpty else { return nil }
        let part = ASCIICase.lowercased(search)
        return .any(
            ["vehicle_id", "type_id", "form_factor", "station_id", "color"].map {
                SQLFragment(sql: "instr(lower(\($0)), ?) > 0", values: [.text(part)])
            })
    }
}

extension Filter {
    private var favoriteCondition: SQLFragment? {
        guard let favorites else { return nil }
        let placeholders = Array(repeating: "?", count: favorites.ids.count).joined(separator: ",")
        return SQLFragment(
            sql: "vehicle_id IN (\(placeholders))", values: favorites.ids.map { .text($0) })
    }
}

extension BatteryRange {
    fileprivate var conditions: [SQLFragment] {
        [
            // A NaN limit is bound as NULL and matches nothing, as in Swift.
            SQLFragment(sql: "battery_percent IS NOT NULL"),
            minimum.map { SQLFragment(sql: "battery_percent >= ?", values: [.real($0)]) },
            maximum.map { SQLFragment(sql: "battery_percent <= ?", values: [.real($0)]) },
        ].compactMap { $0 }
    }
}

extension VehicleOrder {
    /// SQL terms of the order, equivalent to `VehicleOrder.sort`.
    var sqlTerms: SQLFragment {
        switch self {
        case .id: SQLFragment(sql: "vehicle_id")
        case .battery: SQLFragment(sql: "ifnull(battery_percent, 9e999), vehicle_id")
        case .range: SQLFragment(sql: "ifnull(current_range_meters, 9e999), vehicle_id")
        case .lastReported: SQLFragment(sql: "ifnull(-(last_reported / 1e3), 9e999), vehicle_id")
        case .distance(let center):
            SQLFragment(
                sql: "ifnull(\(DistanceFunction.call), 9e999), vehicle_id",
                values: [.real(center.latitude), .real(center.longitude)])
        }
    }
}

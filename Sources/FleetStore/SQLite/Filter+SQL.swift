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

    private var typeCondition: SQLFragment? {
        guard !types.isEmpty else { return nil }
        return .any(
            types.map { type in
                let wanted = ASCIICase.lowercased(type)
                return SQLFragment(
                    sql: """
                        (lower(type_id) = ? OR lower(form_factor) = ? \
                        OR lower(form_factor) >= ? AND lower(form_factor) < ?)
                        """,
                    // The grave accent follows the underscore in ASCII, so this matches the prefix.
                    values: [
                        .text(wanted), .text(wanted), .text(wanted + "_"), .text(wanted + "`"),
                    ])
            })
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

extension ASCIICase {
    /// Returns the text with A–Z in lower case, like SQLite's `lower`.
    static func lowercased(_ text: String) -> String {
        String(
            decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
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

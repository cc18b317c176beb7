import FleetCore

/// The filter as SQL: for every vehicle it says what `Filter.matches` says.
///
/// SQLite's `lower` and `instr` go by bytes and by the length of a text, as `ASCIICase` does, where
/// LIKE, GLOB and NOCASE end at a NUL or give some characters a meaning of their own.
extension Filter {
    /// The conditions of everything but the color.
    var conditions: [Condition] {
        [
            typeCondition, stateCondition, areaCondition, stationCondition, searchCondition,
            favoriteCondition,
        ].compactMap { $0 }
            + (battery.map(\.conditions) ?? [])
    }

    private var typeCondition: Condition? {
        guard !types.isEmpty else { return nil }
        return .any(
            types.map { type in
                let wanted = ASCIICase.lowered(type)
                return Condition(
                    sql: """
                        (lower(type_id) = ? OR lower(form_factor) = ? \
                        OR lower(form_factor) >= ? AND lower(form_factor) < ?)
                        """,
                    // The grave accent comes right after the underscore, so this is the prefix.
                    values: [
                        .text(wanted), .text(wanted), .text(wanted + "_"), .text(wanted + "`"),
                    ])
            })
    }

    private var stateCondition: Condition? {
        guard !states.isEmpty else { return nil }
        let names = VehicleState.allCases.filter(states.contains).map(\.rawValue)
        return .any(names.map { Condition(sql: "state = ?", values: [.text($0)]) })
    }

    /// The belt of latitudes around the circle comes first, for it costs next to nothing.
    private var areaCondition: Condition? {
        guard let area else { return nil }
        let reach = area.radiusMeters / Self.metersPerDegree + 0.001
        let (latitude, longitude) = (area.center.latitude, area.center.longitude)
        return Condition(
            sql: "latitude BETWEEN ? AND ?",
            values: [.real(latitude - reach), .real(latitude + reach)])
            && Condition(
                sql: "\(DistanceFunction.call) <= ?",
                values: [.real(latitude), .real(longitude), .real(area.radiusMeters)])
    }

    /// Less than the true 111,195 m of FleetCore's sphere, so the belt is wider than the circle.
    private static let metersPerDegree = 111_000.0

    private var stationCondition: Condition? {
        station.map { Condition(sql: "station_id = ?", values: [.text($0)]) }
    }

    private var searchCondition: Condition? {
        guard let search, !search.isEmpty else { return nil }
        let part = ASCIICase.lowered(search)
        return .any(
            ["vehicle_id", "type_id", "form_factor", "station_id", "color"].map {
                Condition(sql: "instr(lower(\($0)), ?) > 0", values: [.text(part)])
            })
    }
}

extension Filter {
    private var favoriteCondition: Condition? {
        guard let favorites else { return nil }
        let places = Array(repeating: "?", count: favorites.ids.count).joined(separator: ",")
        return Condition(
            sql: "vehicle_id IN (\(places))", values: favorites.ids.map { .text($0) })
    }
}

extension BatteryRange {
    fileprivate var conditions: [Condition] {
        [
            // A limit that is not a number is bound as NULL, and nothing passes it, as in Swift.
            Condition(sql: "battery_percent IS NOT NULL"),
            minimum.map { Condition(sql: "battery_percent >= ?", values: [.real($0)]) },
            maximum.map { Condition(sql: "battery_percent <= ?", values: [.real($0)]) },
        ].compactMap { $0 }
    }
}

extension ASCIICase {
    /// The text with A–Z made small, as SQLite's `lower` does it.
    static func lowered(_ text: String) -> String {
        String(
            decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}

extension VehicleOrder {
    /// The order as SQL: equal to that of `VehicleOrder.sort`.
    var terms: Condition {
        switch self {
        case .id: Condition(sql: "vehicle_id")
        case .battery: Condition(sql: "ifnull(battery_percent, 9e999), vehicle_id")
        case .range: Condition(sql: "ifnull(current_range_meters, 9e999), vehicle_id")
        case .lastReported: Condition(sql: "ifnull(-(last_reported / 1e3), 9e999), vehicle_id")
        case .distance(let place):
            Condition(
                sql: "ifnull(\(DistanceFunction.call), 9e999), vehicle_id",
                values: [.real(place.latitude), .real(place.longitude)])
        }
    }
}

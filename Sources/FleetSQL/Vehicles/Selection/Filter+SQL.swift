import FleetCore

/// SQL form of the filter, equivalent to `Filter.matches`.
///
/// SQLite's `lower` and `instr` compare bytes up to the length of the text, as `ASCIICase` does;
/// LIKE, GLOB and NOCASE stop at a NUL or treat some characters as wildcards. In PostgreSQL all
/// columns have the collation "C", with which `lower` changes ASCII letters only.
extension Filter {
    /// Returns the conditions of all parts of the filter except the color.
    /// - Parameter scope: What a search compares; `nil` without a search.
    func conditions(_ dialect: SQLDialect, in scope: SearchScope?) -> [SQLFragment] {
        // SQLite computes the state of each row that it compares, so the other parts come first.
        (FilterPart.allCases.filter { $0 != .states } + [.states])
            .compactMap { condition(of: $0, dialect, in: scope) }
    }

    private func condition(
        of part: FilterPart, _ dialect: SQLDialect, in scope: SearchScope?
    ) -> SQLFragment? {
        switch part {
        // By the IDs of their facets and of the rows in them.
        case .color, .zones, .rules: nil
        case .types: types.isEmpty ? nil : typeCondition(dialect)
        case .states: stateCondition
        case .battery: battery?.condition(on: "battery_percent")
        case .range: range?.condition(on: "current_range_meters")
        case .idle: idleCondition
        case .alarms: alarmCondition(dialect)
        case .area: areaCondition
        case .box: boxCondition
        case .regions: regionCondition(dialect)
        case .station: station.map { SQLFragment(sql: "station_id = ?", values: [.text($0)]) }
        case .listed:
            isListed.map { SQLFragment(sql: $0 ? "has_asset" : "NOT has_asset", values: []) }
        case .ids: ids?.condition(dialect)
        case .favorites: favorites?.condition(dialect)
        case .handled: handledCondition(dialect)
        case .conditions:
            conditions.isEmpty
                ? nil : .all(conditions.map { $0.condition(dialect) })
        case .search: searchCondition(dialect, in: scope)
        }
    }

    private func typeCondition(_ dialect: SQLDialect) -> SQLFragment {
        dialect == .sqlite ? typeConditionOfSQLite : typeConditionOfPostgres
    }

    /// The types are passed as one JSON array, because the number of parameters and the depth of a
    /// condition are limited; in hexadecimal digits, because SQLite cuts JSON strings at a NUL.
    private var typeConditionOfSQLite: SQLFragment {
        let list = Self.hexadecimalList(types.map(ASCIICase.lowercased))
        return SQLFragment(
            // The `hex` of NULL is empty.
            sql: """
                (type_id IS NOT NULL AND hex(lower(type_id)) IN (SELECT value FROM json_each(?)) \
                OR form_factor IS NOT NULL AND hex(lower(form_factor)) IN (SELECT value FROM json_each(?)) \
                OR instr(form_factor, '_') > 0 AND EXISTS (SELECT 1 FROM json_each(?) \
                WHERE substr(hex(lower(form_factor)), 1, length(value) + 2) = value || '5F'))
                """, values: [list, list, list])
    }

    private var typeConditionOfPostgres: SQLFragment {
        let list = SQLValue.text(PostgresArray.text(of: types.map(ASCIICase.lowercased)))
        return SQLFragment(
            sql: """
                (lower(type_id) = ANY (CAST(? AS text[])) \
                OR lower(form_factor) = ANY (CAST(? AS text[])) \
                OR strpos(form_factor, '_') > 0 AND EXISTS (SELECT 1 FROM unnest(CAST(? AS text[])) \
                AS wanted WHERE starts_with(lower(form_factor), wanted || '_')))
                """, values: [list, list, list])
    }

    /// Without selected states, the reader of a source selects those in the public space if any
    /// vehicle is in another one.
    private var stateCondition: SQLFragment? {
        guard !states.isEmpty, states.count < VehicleState.allCases.count else { return nil }
        let names = VehicleState.allCases.filter(states.contains).map(\.rawValue)
        let list = names.map { _ in "?" }.joined(separator: ", ")
        return SQLFragment(sql: "state IN (\(list))", values: names.map { .text($0) })
    }

    private var idleCondition: SQLFragment? {
        guard let idle else { return nil }
        // Without a time, the limit is NULL, which matches nothing.
        let limit = idle.start.map { SQLValue.integer($0.milliseconds) } ?? .null
        return .any(
            ["last_reported", "still_since"].map {
                SQLFragment(sql: "\($0) <= ?", values: [limit])
            })
    }

    /// The measurements are lines that begin with the quantity and end with the state; no quantity
    /// occurs twice.
    private func alarmCondition(_ dialect: SQLDialect) -> SQLFragment? {
        guard !alarms.isEmpty else { return nil }
        let newline = dialect == .sqlite ? "char(10)" : "chr(10)"
        let position = dialect == .sqlite ? "instr" : "strpos"
        let end = "' alarm' || \(newline)"
        guard alarms.count < Quantity.allCases.count else {
            return SQLFragment(
                sql: """
                    (measurements IS NOT NULL \
                    AND \(position)(measurements || \(newline), \(end)) > 0)
                    """)
        }
        let text = "(\(newline) || measurements || \(newline))"
        return .any(
            Quantity.allCases.filter(alarms.contains).map { quantity in
                let start = "\(newline) || '\(quantity.rawValue) '"
                let rest = "substr(\(text), \(position)(\(text), \(start)) + 1)"
                let line = "substr(\(rest), 1, \(position)(\(rest), \(newline)))"
                return SQLFragment(
                    sql: """
                        (\(position)(\(text), \(start)) > 0 \
                        AND \(position)(\(line), \(end)) > 0)
                        """)
            })
    }

    /// The IDs are passed as one array, because the number of parameters is limited.
    private func handledCondition(_ dialect: SQLDialect) -> SQLFragment? {
        guard let handled, !handled.ids.isEmpty else { return nil }
        guard dialect == .sqlite else {
            return SQLFragment(
                sql: "NOT vehicle_id = ANY (CAST(? AS text[]))",
                values: [.text(PostgresArray.text(of: handled.ids))])
        }
        return SQLFragment(
            sql: "hex(vehicle_id) NOT IN (SELECT value FROM json_each(?))",
            values: [Self.hexadecimalList(handled.ids)])
    }

    private func regionCondition(_ dialect: SQLDialect) -> SQLFragment? {
        guard !regions.isEmpty else { return nil }
        let wanted = regions.map(ASCIICase.lowercased)
        guard dialect == .sqlite else {
            return SQLFragment(
                sql: "lower(region_id) = ANY (CAST(? AS text[]))",
                values: [.text(PostgresArray.text(of: wanted))])
        }
        return SQLFragment(
            sql: """
                (region_id IS NOT NULL \
                AND hex(lower(region_id)) IN (SELECT value FROM json_each(?)))
                """, values: [Self.hexadecimalList(wanted)])
    }

    /// Returns a JSON array of texts as SQLite's `hex` writes them.
    fileprivate static func hexadecimalList(_ texts: [String]) -> SQLValue {
        .text("[" + texts.map { "\"\(hexadecimal($0))\"" }.joined(separator: ",") + "]")
    }

    /// Returns the bytes of a text as SQLite's `hex` writes them.
    private static func hexadecimal(_ text: String) -> String {
        text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }

    private var boxCondition: SQLFragment? {
        guard let box else { return nil }
        let (southWest, northEast) = (box.southWest, box.northEast)
        let longitude =
            box.crossesAntimeridian
            ? "(longitude >= ? OR longitude <= ?)" : "longitude BETWEEN ? AND ?"
        return SQLFragment(
            sql: "latitude BETWEEN ? AND ? AND \(longitude)",
            values: [
                .real(southWest.latitude), .real(northEast.latitude),
                .real(southWest.longitude), .real(northEast.longitude),
            ])
    }

    /// The latitude band around the circle is tested first because it is cheap.
    private var areaCondition: SQLFragment? {
        guard let area else { return nil }
        let band = area.radiusMeters / Self.metersPerDegree + 0.001
        let (latitude, longitude) = (area.center.latitude, area.center.longitude)
        return SQLFragment(
            sql: "latitude BETWEEN ? AND ?",
            values: [.comparable(latitude - band), .comparable(latitude + band)])
            && SQLFragment(
                sql: "\(SQLDialect.distance) <= ?",
                values: [
                    .real(latitude), .real(longitude), .comparable(area.radiusMeters),
                ])
    }

    /// Less than the 111,195 m of FleetCore's sphere, so the band is wider than the circle.
    private static let metersPerDegree = 111_000.0

    private func searchCondition(_ dialect: SQLDialect, in scope: SearchScope?) -> SQLFragment? {
        guard let search, !search.isEmpty else { return nil }
        let columns =
            ["vehicle_id", "type_id", "form_factor", "station_id", "color"]
            + (scope?.hasCodes == true ? ["code"] : []) + (scope?.hasNames == true ? ["name"] : [])
        let condition = dialect.anyOf(columns.map { SQLFragment(sql: $0) }, have: search)
        guard let scope, !scope.properties.isEmpty else { return condition }
        return .any([condition, dialect.anyProperty(of: scope, has: search)])
    }
}

extension PropertyCondition {
    fileprivate func condition(_ dialect: SQLDialect) -> SQLFragment {
        let own = dialect.property(name)
        let value = SQLFragment(sql: "coalesce(\(own.sql), '')", values: own.values)
        let isEqual =
            SearchPattern(self.value) != nil
            ? dialect.anyOf([value], matches: self.value)
            : SQLFragment(
                sql: "lower(\(value.sql)) = ?",
                values: value.values + [.text(ASCIICase.lowercased(self.value))])
        return isNegated
            ? SQLFragment(sql: "NOT (\(isEqual.sql))", values: isEqual.values) : isEqual
    }
}

extension VehicleIDs {
    /// Maximum number of parameters; of more IDs, such as those of a file, all are one, since
    /// databases limit the number.
    private static let maxParameters = 1000

    fileprivate func condition(_ dialect: SQLDialect) -> SQLFragment {
        guard ids.count <= Self.maxParameters else {
            return switch dialect {
            case .sqlite:
                SQLFragment(
                    sql: "hex(vehicle_id) IN (SELECT value FROM json_each(?))",
                    values: [Filter.hexadecimalList(ids)])
            case .postgres:
                SQLFragment(
                    sql: "vehicle_id = ANY (CAST(? AS text[]))",
                    values: [.text(PostgresArray.text(of: ids))])
            }
        }
        let placeholders = Array(repeating: "?", count: ids.count).joined(separator: ",")
        return SQLFragment(
            sql: "vehicle_id IN (\(placeholders))", values: ids.map { .text($0) })
    }
}

extension ValueRange {
    fileprivate func condition(on column: String) -> SQLFragment {
        let limits = [
            // A NaN limit matches nothing, as in Swift.
            minimum.map { SQLFragment(sql: "\(column) >= ?", values: [.comparable($0)]) },
            maximum.map { SQLFragment(sql: "\(column) <= ?", values: [.comparable($0)]) },
        ]
        let known = SQLFragment(sql: "\(column) IS NOT NULL")
        return limits.compactMap(\.self).reduce(known, &&)
    }
}

extension VehicleQuery {
    /// Returns the SQL terms of the order, equivalent to `VehicleOrder.sorted`.
    func sqlOrder(_ dialect: SQLDialect) -> SQLFragment {
        let (up, down) = isBackwards ? (" DESC", "") : ("", " DESC")
        guard let rank = rank(dialect) else {
            return SQLFragment(sql: "vehicle_id" + (isReversed ? down : up))
        }
        if let text = order.text(dialect) {
            return SQLFragment(
                sql: "\(rank.sql)\(up), \(text.sql)\(isReversed ? down : up), vehicle_id\(up)",
                values: rank.values + text.values)
        }
        return SQLFragment(sql: "\(rank.sql)\(up), vehicle_id\(up)", values: rank.values)
    }

    /// Returns the condition for the vehicles after the position at which the list begins, or
    /// before the one at which it is read backwards.
    func sqlAfter(_ dialect: SQLDialect) -> SQLFragment? {
        guard let after else { return nil }
        let (next, opposite) = isBackwards ? ("<", ">") : (">", "<")
        let orEqual = includesAfter ? "=" : ""
        guard let rank = rank(dialect) else {
            let isAfter = (isReversed ? opposite : next) + orEqual
            return SQLFragment(sql: "vehicle_id \(isAfter) ?", values: [.text(after.id)])
        }
        // SQLite has no parameter for infinity.
        let infinity = (after.rank > 0 ? "" : "-") + dialect.infinity
        let value = after.rank.isFinite ? "?" : infinity
        let values: [SQLValue] = after.rank.isFinite ? [.real(after.rank)] : []
        if let text = order.text(dialect), let property = after.property {
            let isAfter = isReversed ? opposite : next
            return SQLFragment(
                sql: """
                    (\(rank.sql) \(next) \(value) OR (\(rank.sql) = \(value) \
                    AND (\(text.sql) \(isAfter) ? \
                    OR (\(text.sql) = ? AND vehicle_id \(next)\(orEqual) ?))))
                    """,
                values: rank.values + values + rank.values + values + text.values
                    + [.text(property)] + text.values + [.text(property), .text(after.id)])
        }
        return SQLFragment(
            sql: "(\(rank.sql), vehicle_id) \(next)\(orEqual) (\(value), ?)",
            values: rank.values + values + [.text(after.id)])
    }

    /// Returns the value that vehicles are sorted by, infinite if it is unknown; `nil` for the ID.
    private func rank(_ dialect: SQLDialect) -> SQLFragment? {
        order.rank(dialect).map { rank in
            SQLFragment(
                sql: "coalesce(\(isReversed ? "-" : "")\(rank.sql), \(dialect.infinity))",
                values: rank.values)
        }
    }
}

extension VehicleOrder {
    /// Value that vehicles are sorted by; `nil` for the ID.
    fileprivate func rank(_ dialect: SQLDialect) -> SQLFragment? {
        switch self {
        case .id: nil
        case .battery: SQLFragment(sql: "battery_percent")
        case .range: SQLFragment(sql: "current_range_meters")
        case .lastReported: SQLFragment(sql: "(-(CAST(last_reported AS double precision) / 1e3))")
        case .distance(let center):
            SQLFragment(
                sql: SQLDialect.distance,
                values: [.real(center.latitude), .real(center.longitude)])
        case .property(let name): Self.rank(ofProperty: dialect.property(name), dialect)
        }
    }

    /// Returns the number that a property is, as in `VehicleOrder.rank`.
    private static func rank(
        ofProperty value: SQLFragment, _ dialect: SQLDialect
    ) -> SQLFragment {
        let text = value.sql
        let isNumber =
            switch dialect {
            case .sqlite:
                "\(text) GLOB '[0-9]*' AND \(text) NOT GLOB '*[^0-9.]*' "
                    + "AND \(text) NOT GLOB '*.*.*' AND \(text) NOT GLOB '*.'"
            case .postgres: "\(text) ~ '^[0-9]+([.][0-9]+){0,1}$'"
            }
        let uses = isNumber.count { $0 == "?" } + 3
        return SQLFragment(
            sql: """
                CASE WHEN \(text) IS NULL THEN NULL \
                WHEN length(\(text)) <= \(maxDigits) AND \(isNumber) \
                THEN CAST(\(text) AS double precision) ELSE \(textRank) END
                """, values: Array(repeating: value.values, count: uses).flatMap(\.self))
    }

    /// Text that vehicles of the same rank are sorted by; `nil` for their IDs.
    fileprivate func text(_ dialect: SQLDialect) -> SQLFragment? {
        guard case .property(let name) = self else { return nil }
        let value = dialect.property(name)
        return SQLFragment(sql: "coalesce(\(value.sql), '')", values: value.values)
    }
}

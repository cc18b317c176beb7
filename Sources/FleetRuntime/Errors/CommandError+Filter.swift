package import FleetCore

extension UnknownFilterValue {
    /// The message, such as `no zone "Centre" in oslo`.
    /// - Parameter sources: The names of the sources that lack the value.
    package func message(in sources: [String]) -> String {
        let names = sources.joined(separator: ", ")
        let shown = CommandError.shownID(typed(value.text))
        return switch value.field {
        case .color: "no vehicle of \(names) has had the color \(shown)"
        case .type: "no vehicle type \(shown) in \(names)"
        case .condition, .sort, .fields: "no property \(shown) in \(names)"
        case .listed: "\(names) has no asset list"
        case .rule: "\(names) has no geofencing zones"
        default: "no \(value.field.rawValue) \(shown) in \(names)"
        }
    }

    /// The hint: the nearest values, or the existing ones.
    package var hint: String {
        if value.field == .listed {
            return "add one: `fleet source edit NAME --inventory FILE`"
        }
        if value.field == .rule {
            return "only a GBFS feed with geofencing_zones has rules; leave out --rule"
        }
        guard let suggestions else {
            return "\(none); leave out \(value.field.option)"
        }
        return (nearest.isEmpty ? "use one of: " : "did you mean ") + suggestions
            + (nearest.isEmpty ? "" : "?")
    }

    private var none: String {
        switch value.field {
        case .color: "the vehicles have no colors"
        case .type: "the feed has no vehicle types"
        case .condition, .sort, .fields: "the vehicles have no properties"
        default: "the source has no \(value.field.rawValue)s"
        }
    }
}

extension CommandError {
    /// Creates the error (66) of a value that none of some sources has, with the nearest ones.
    package init(_ unknown: UnknownFilterValue, in sources: [String]) {
        self.init(.noInput, unknown.message(in: sources), hint: unknown.hint)
    }

    /// Checks that each value of a query's filter is in a list of the sources that a command
    /// lists; warns of stored values that are not.
    /// - Parameters:
    ///   - names: The names of the sources.
    ///   - known: Values that are known to exist.
    /// - Throws: `CommandError` (66) with the nearest values that exist.
    package static func requireListedValues(
        of query: VehicleQuery, in names: [String], lists: [any FilterLists],
        known: Set<ListedValue>, _ output: Output
    ) throws {
        for unknown in try UnknownFilterValue.all(query.listedValues, of: lists, known: known) {
            guard query.storedValues.contains(unknown.value) else {
                throw CommandError(unknown, in: names)
            }
            output.warn("the saved filter: " + unknown.message(in: names))
        }
    }
}

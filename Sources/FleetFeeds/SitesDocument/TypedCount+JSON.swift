import FleetCore
import JSON

extension [TypedCount] {
    /// Maximum number of type IDs in the counts of a site.
    private static var maxTypes: Int { 50 }
    private static var maxIDBytes: Int { 200 }

    /// Reads `vehicle_types_available` or `vehicle_docks_available` of a station; `nil` if the field
    /// is not an array.
    ///
    /// Elements without a type or with an impossible count are left out, and those after the maximum
    /// number of types.
    init?(_ field: JSONField) {
        guard field.kind == .container, let elements = JSONValue(field)?.array else { return nil }
        self = []
        var left = Self.maxTypes
        for element in elements {
            let ids = Self.typeIDs(element["vehicle_type_ids"] ?? element["vehicle_type_id"])
            guard !ids.isEmpty, let count = Double(lenient: element["count"]),
                (0...1e9).contains(count)
            else { continue }
            guard ids.count <= left else { return }
            left -= ids.count
            append(TypedCount(ids, count: Int(count)))
        }
    }

    private static func typeIDs(_ value: JSONValue?) -> [String] {
        (value?.array ?? [value].compactMap(\.self)).compactMap { value in
            String(lenient: value).flatMap { id in
                id.isEmpty || id.utf8.count > maxIDBytes || id.utf8.contains(0) ? nil : id
            }
        }
    }
}

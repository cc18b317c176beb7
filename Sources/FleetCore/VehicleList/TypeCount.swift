/// Number of vehicles of a type.
public struct TypeCount: Equatable, Sendable {
    /// The type (`vehicle_type_id`).
    public var typeID: String?
    /// The form factor of the type (`form_factor`).
    public var formFactor: String?
    /// The number of vehicles.
    public var count: Int

    /// Creates a count.
    public init(typeID: String?, formFactor: String?, count: Int) {
        (self.typeID, self.formFactor, self.count) = (typeID, formFactor, count)
    }
}

extension ListHeader {
    /// The selected types that no vehicle of the snapshot has.
    var missingTypes: [String] {
        guard let types else { return [] }
        return filter.types.filter { type in
            var selected = Filter()
            selected.types = [type]
            selected = selected.resolvingTypeNames(in: feed)
            return !types.contains { selected.matchesType($0.typeID, $0.formFactor) }
        }
    }

    /// The types of the snapshot as a filter accepts them, most frequent first: form factors with
    /// the names of their types, or names and IDs of types without a form factor.
    var typeTexts: [String] {
        var groups: [String: (count: Int, names: [String: Int])] = [:]
        for type in types ?? [] {
            let name = type.typeID.flatMap { feed.typeNames?[$0] }
            guard let key = type.formFactor ?? name ?? type.typeID else { continue }
            groups[key, default: (0, [:])].count += type.count
            if type.formFactor != nil, let name {
                groups[key, default: (0, [:])].names[name, default: 0] += type.count
            }
        }
        let names = groups.mapValues { CountText.list($0.names).joined(separator: ", ") }
        return CountText.list(groups.mapValues(\.count)) { key in
            names[key].flatMap { $0.isEmpty ? nil : " (\($0))" } ?? ""
        }
    }
}

/// Texts of values with their counts.
enum CountText {
    /// Maximum number of listed values; a hostile feed may have one for each vehicle.
    private static let maxValues = 20

    /// Returns the values with their counts, most frequent first, safe for a terminal; the last text is
    /// the number of values that are left out.
    /// - Parameter detail: Returns the text that follows the count of a value.
    static func list(_ counts: [String: Int], detail: (String) -> String = { _ in "" }) -> [String]
    {
        let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let rest = sorted.count - maxValues
        return sorted.prefix(maxValues)
            .map { "\(TerminalText.limited($0.key)) \($0.value)" + detail($0.key) }
            + (rest > 0 ? ["\(rest) more"] : [])
    }
}
